<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Format;
use Brine\Format\SignedFrame;
use Brine\NativeSerializer;
use Brine\Signed;
use PHPUnit\Framework\Attributes\DataProvider;

/** convert, sign and verify. */
final class ConvertTest extends ConsoleTestCase
{
    private const VALUE = ['a' => [1, 2.5, null], 'b' => "text\xFF"];

    #[DataProvider('formats')]
    public function testConverts(string $format, string $expected): void
    {
        $value = ['a' => [1, 2.5, null], 'b' => 'text'];
        $out = $this->file('');
        foreach ([\serialize($value), \brine_serialize($value)] as $bytes) {
            self::assertSame('', $this->brine(0, 'convert', ['file' => $this->file($bytes), '--to' => $format, '--out' => $out]));
            self::assertSame($expected, \file_get_contents($out));
        }
    }

    /** @return iterable<string, array{string, string}> */
    public static function formats(): iterable
    {
        $value = ['a' => [1, 2.5, null], 'b' => 'text'];
        yield 'native' => ['native', \serialize($value)];
        yield 'json' => ['json', '{"a":[1,2.5,null],"b":"text"}'];
        yield 'msgpack' => ['msgpack', "\x82\xA1a\x93\x01\xCB\x40\x04\0\0\0\0\0\0\xC0\xA1b\xA4text"];
        yield 'brine' => ['brine', "\xC1\x10\xE9\x02\x20a\x20b\xC2\x01\xE2\x00\x00\x20\x40\xD8\x23text"];
    }

    public function testReadsJsonAndMessagePackIfAsked(): void
    {
        $file = $this->file('{"a": [1]}');
        self::assertSame('a:1:{s:1:"a";a:1:{i:0;i:1;}}', $this->brine(0, 'convert', ['file' => $file, '--from' => 'json', '--to' => 'native']));
        $this->brine(1, 'convert', ['file' => $file, '--to' => 'native']);
        self::assertStringContainsString('they may be JSON', $this->errors());
        $file = $this->file("\x91\x05");
        self::assertSame('a:1:{i:0;i:5;}', $this->brine(0, 'convert', ['file' => $file, '--from' => 'msgpack', '--to' => 'native']));
    }

    public function testMakesNoObject(): void
    {
        LoudThing::$calls = 0;
        $bytes = \serialize([new LoudThing(), new LoudThing()]);
        LoudThing::$calls = 0;
        $file = $this->file($bytes);
        $payload = $this->file('');
        $this->brine(0, 'convert', ['file' => $file, '--to' => 'brine', '--out' => $payload]);
        self::assertSame($bytes, $this->brine(0, 'convert', ['file' => $payload, '--to' => 'native']));
        self::assertSame(0, LoudThing::$calls);
        $this->brine(0, 'convert', ['file' => $file, '--to' => 'native', '--autoload' => $this->file('<?php')]);
        self::assertSame(2, LoudThing::$calls);
    }

    public function testCompresses(): void
    {
        $out = $this->file('');
        $this->brine(0, 'convert', ['file' => $this->file(\serialize(\str_repeat('a', 999))), '--to' => 'native', '--compress' => 'zlib', '--out' => $out]);
        $bytes = (string) \file_get_contents($out);
        self::assertSame(Format::Compressed, Format::of($bytes));
        self::assertSame(\str_repeat('a', 999), (new Compressed(new NativeSerializer(), Algorithm::Zlib))->unserialize($bytes));
        self::assertSame(\serialize(\str_repeat('a', 999)), $this->brine(0, 'convert', ['file' => $out, '--to' => 'native']));
    }

    public function testSignsAndVerifies(): void
    {
        $key = $this->file("secret\n");
        $out = $this->file('');
        $file = $this->file(\brine_serialize(self::VALUE));
        $this->brine(0, 'sign', ['file' => $file, '--key-file' => [$key], '--context' => 'user:7', '--out' => $out]);
        self::assertSame(self::VALUE, (new Signed(new \Brine\BrineSerializer(), 'secret', 'user:7'))->unserialize((string) \file_get_contents($out)));

        \putenv('BRINE_TEST_KEY=secret');
        $content = $this->file('');
        $id = \bin2hex(\substr((string) \file_get_contents($out), 2, 4));
        self::assertSame(
            "Verified by the key with the id $id, " . \filesize($file) . " bytes of content\n",
            $this->brine(0, 'verify', ['file' => $out, '--key-env' => ['BRINE_TEST_KEY'], '--context' => 'user:7', '--out' => $content]),
        );
        self::assertFileEquals($file, $content);
        \putenv('BRINE_TEST_KEY');

        $this->brine(1, 'verify', ['file' => $out, '--key-file' => [$key], '--context' => 'user:8']);
        $this->brine(0, 'verify', ['file' => $out, '--key-file' => [$this->file('other'), $key], '--context' => 'user:7']);
        self::assertSame("Not verified: the bytes are not signed\n", $this->brine(1, 'verify', ['file' => $file, '--key-file' => [$key]]));
        self::assertSame(\serialize(self::VALUE['a']), $this->brine(0, 'convert', [
            'file' => $this->signed(self::VALUE['a']), '--to' => 'native', '--key-file' => [$key], '--context' => 'c',
        ]));
    }

    public function testVerifiesForPrograms(): void
    {
        $key = $this->file('secret');
        $frame = $this->signed(1);
        $json = fn (int $code, string $file, string $context): mixed => \json_decode($this->brine($code, 'verify', ['file' => $file, '--key-file' => [$key], '--context' => $context, '--json' => true]), true);
        $id = \bin2hex(\substr((string) \file_get_contents($frame), 2, 4));
        self::assertSame(['verified' => true, 'signed' => true, 'key_id' => $id, 'content_bytes' => 3], $json(0, $frame, 'c'));
        self::assertSame(['verified' => false, 'signed' => true, 'key_id' => $id, 'content_bytes' => null], $json(1, $frame, 'd'));
        self::assertSame(['verified' => false, 'signed' => false, 'key_id' => null, 'content_bytes' => null], $json(1, $this->file('i:1;'), 'c'));
    }

    /** An error has one place, whichever command meets it. */
    public function testPlacesOfErrorsAgree(): void
    {
        $key = $this->file('secret');
        $damaged = \substr(\brine_serialize(['a' => \range(1, 9), 'text']), 0, -2);
        $sign = static fn (string $bytes): string => SignedFrame::sign($bytes, 'secret');
        $long = \substr(\serialize(\array_fill(0, 99, 'text')), 0, -9);
        $files = [
            $damaged, $sign($damaged), \substr(\serialize([1, 'text']), 0, -3), $sign('i:'), $sign('hello'), (string) \gzdeflate($long), (string) \gzcompress($long), '',
            $this->compressed($damaged . \str_repeat('x', 999)), $sign($this->compressed($damaged . \str_repeat('x', 999))), \substr($this->compressed($long), 0, -2),
        ];
        foreach ($files as $i => $bytes) {
            $file = $this->file($bytes);
            $lines = \explode("\n", $this->brine(1, 'inspect', ['file' => $file]));
            $json = \json_decode($this->brine(1, 'inspect', ['file' => $file, '--json' => true]), true);
            self::assertIsArray($json);
            self::assertIsArray($json['error']);
            self::assertIsString($json['error']['message']);
            $this->brine(1, 'convert', ['file' => $file, '--to' => 'native', '--key-file' => [$key]]);
            self::assertSame($this->errors(), 'brine: ' . $lines[\count($lines) - 2] . "\n", "file $i");
            self::assertSame($this->errors(), "brine: {$json['error']['message']}\n", "file $i");
        }
    }

    /** The content of an envelope, valid or not. */
    private function compressed(string $content): string
    {
        return (new Compressed($this->writer($content), Algorithm::Zlib, minBytes: 0, minGain: 0.0))->serialize(1);
    }

    private function writer(string $content): \Brine\Serializer
    {
        return new class ($content) implements \Brine\Serializer {
            public function __construct(private readonly string $content)
            {
            }

            public function serialize(mixed $value): string
            {
                return $this->content;
            }

            public function unserialize(string $data): mixed
            {
                return null;
            }
        };
    }

    public function testVerifiesWithoutTheDictionary(): void
    {
        $key = $this->file('secret');
        $payload = "\xC1\x12\0\1\2\3\4\5\6\7\x05";
        $out = $this->file('');
        $this->brine(0, 'sign', ['file' => $this->file($payload), '--key-file' => [$key], '--out' => $out]);
        self::assertStringStartsWith('Verified by the key', $this->brine(0, 'verify', ['file' => $out, '--key-file' => [$key]]));
        $forged = $this->file(\substr(SignedFrame::sign(\brine_serialize('text'), 'secret'), 0, 38) . $payload);
        self::assertStringStartsWith('Not verified: the key', $this->brine(1, 'verify', ['file' => $forged, '--key-file' => [$key]]));
        $this->brine(1, 'convert', ['file' => $out, '--to' => 'native', '--key-file' => [$key]]);
        self::assertSame("brine: the payload needs the dictionary 0001020304050607, which is not known here, at byte 40\n", $this->errors());
    }

    public function testRefusesWrongCalls(): void
    {
        $file = $this->file(\brine_serialize(self::VALUE));
        $this->brine(2, 'convert', ['file' => $file]);
        $this->brine(2, 'convert', ['file' => $file, '--to' => 'natve']);
        self::assertSame("brine: --to is one of brine, native, igbinary, msgpack, json, not \"natve\"\n", $this->errors());
        $this->brine(2, 'migrate', ['store' => $this->directory(), '--to' => 'natve']);
        self::assertSame("brine: --to is one of brine, native, igbinary, not \"natve\"\n", $this->errors());
        $this->brine(2, 'sign', ['file' => $this->file(''), '--key-file' => [$this->file('k')]]);
        self::assertSame("brine: There are no bytes to sign: the file is empty\n", $this->errors());
        $this->brine(2, 'sign', ['file' => $file]);
        $this->brine(2, 'verify', ['file' => $file]);
        $this->brine(2, 'sign', ['file' => $file, '--key-env' => ['BRINE_NO_SUCH_KEY']]);
        $this->brine(2, 'sign', ['file' => $this->signed(1), '--key-file' => [$this->file('k')]]);
        self::assertSame("brine: The bytes are signed already\n", $this->errors());
        $this->brine(1, 'convert', ['file' => $file, '--to' => 'native', '--out' => '/no/such/directory/file']);
    }

    private function signed(mixed $value): string
    {
        return $this->file((new Signed(new \Brine\BrineSerializer(), 'secret', 'c'))->serialize($value));
    }
}
