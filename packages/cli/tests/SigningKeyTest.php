<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\BrineSerializer;
use Brine\Signed;
use Brine\Tests\Reference\Frame;

/** Keys that are too short to sign: refused before anything is done, and good for reading. */
final class SigningKeyTest extends ConsoleTestCase
{
    private const SHORT = 'key of 15 bytes';
    private const LONG = 'key of 16 bytes.';
    private const ERROR = 'brine: A signing key must have at least 16 bytes, and this one has 15. This command prints a good one: '
        . "php -r \"echo bin2hex(random_bytes(32));\"\n";

    public function testAShortKeyDoesNotSign(): void
    {
        $file = $this->file(\brine_serialize(['a']));
        $out = $this->file('as it was');
        foreach ([[self::SHORT], [self::SHORT . "\n"], [self::SHORT, self::LONG]] as $keys) {
            $this->brine(2, 'sign', ['file' => $file, '--key-file' => \array_map($this->file(...), $keys), '--out' => $out]);
            self::assertSame(self::ERROR, $this->errors());
        }
        \putenv('BRINE_TEST_KEY=' . self::SHORT);
        $this->brine(2, 'sign', ['file' => '/no/such/file', '--key-env' => ['BRINE_TEST_KEY'], '--out' => $out]);
        \putenv('BRINE_TEST_KEY');
        self::assertSame(self::ERROR, $this->errors());
        self::assertStringEqualsFile($out, 'as it was');
        $this->brine(0, 'sign', ['file' => $file, '--key-file' => [$this->file(self::LONG), $this->file(self::SHORT)], '--out' => $out]);
        self::assertSame(['a'], (new Signed(new BrineSerializer(), self::LONG))->unserialize((string) \file_get_contents($out)));
    }

    public function testAShortKeyReads(): void
    {
        $payload = \brine_serialize(['a']);
        $frame = $this->file(Frame::sign($payload, self::SHORT, 'c'));
        $arguments = ['file' => $frame, '--key-file' => [$this->file(self::LONG), $this->file(self::SHORT)], '--context' => 'c'];
        self::assertStringStartsWith('Verified by the key with the id ', $this->brine(0, 'verify', $arguments));
        self::assertSame(\serialize(['a']), $this->brine(0, 'convert', $arguments + ['--to' => 'native']));
        unset($arguments['--key-file'][0]);
        self::assertStringStartsWith('Verified by the key with the id ', $this->brine(0, 'verify', $arguments));
        self::assertSame(\serialize(['a']), $this->brine(0, 'convert', $arguments + ['--to' => 'native']));
    }

    public function testMigratesFromAShortKey(): void
    {
        $directory = $this->directory();
        $old = Frame::sign(\brine_serialize(['a']), self::SHORT, 'app:one');
        \file_put_contents("$directory/one", $old);
        foreach ([[], ['--dry-run' => true], ['--to' => 'native']] as $more) {
            $this->brine(2, 'migrate', ['store' => $directory, '--key-file' => [$this->file(self::SHORT)], '--context' => 'app:'] + $more);
            self::assertSame(self::ERROR, $this->errors());
        }
        self::assertStringEqualsFile("$directory/one", $old);
        $this->brine(0, 'migrate', ['store' => $directory, '--key-file' => [$this->file(self::LONG), $this->file(self::SHORT)], '--context' => 'app:']);
        self::assertStringEqualsFile("$directory/one", Frame::sign(\brine_serialize(['a']), self::LONG, 'app:one'));
    }
}
