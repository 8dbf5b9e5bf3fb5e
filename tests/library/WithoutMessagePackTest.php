<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use PHPUnit\Framework\TestCase;

/** The package brine/msgpack is not there: the extension does what it can, and without it the package is named. */
final class WithoutMessagePackTest extends TestCase
{
    use RunsPhp;

    public function testNeitherPackageNorExtension(): void
    {
        $missing = 'brine/msgpack is missing: MessagePack needs the extension brine, or a package: composer require brine/msgpack';
        self::assertSame([
            'foreign' => $missing,
            'written' => $missing,
            'object' => $missing,
            'timestamp' => $missing,
            'trailing' => $missing,
            'others' => \bin2hex(\serialize(['a' => 1])),
        ], self::answers([]));
    }

    public function testTheExtensionAlone(): void
    {
        if (!\extension_loaded('brine')) {
            self::markTestSkipped('the extension is not loaded');
        }
        self::assertSame([
            'foreign' => \bin2hex(\serialize(['a' => 1, 'b' => "\xff"])),
            'written' => \bin2hex(\serialize("\x82\xa1a\x01\xa1b\xc4\x01\xff")),
            'object' => 'Brine\EncodeException: an object of class stdClass cannot be packed',
            'timestamp' => 'Brine\DecodeException: nothing was given for extension type -1 at byte 0: timestamps and extension types need the package brine/msgpack',
            'trailing' => 'Brine\DecodeException: there are bytes after the message at byte 1',
            'others' => \bin2hex(\serialize(['a' => 1])),
        ], self::answers(['brine']));
    }

    /**
     * @param list<string> $extensions
     * @return array<string, string>
     */
    private static function answers(array $extensions): array
    {
        $answers = [];
        foreach (\explode("\n", \trim(self::runPhp('without_msgpack.php', [], $extensions))) as $line) {
            [$name, $answer] = \explode(': ', $line, 2) + [1 => ''];
            $answers[$name] = $answer;
        }

        return $answers;
    }
}
