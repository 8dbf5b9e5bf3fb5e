<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\DecodeException;
use Brine\Igbinary\Decoder;
use Brine\Igbinary\PlainBytes;
use Brine\IgbinarySerializer;
use Brine\Serializer;
use Brine\Testing\SerializerContract;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

#[RequiresPhpExtension('igbinary')]
final class IgbinarySerializerTest extends SerializerContract
{
    protected function createSerializer(): Serializer
    {
        return new IgbinarySerializer();
    }

    public function testThePlaceOfAFault(): void
    {
        $payload = (string) \igbinary_serialize(['abc', 5]);
        $cases = [
            ['', 0], ["\0\0\0\3\0", 0], ["\0\0\0\2\x99", 4], ["\0\0\0\2\x14\x01\x06\x01\x99", 8],
            [\substr($payload, 0, -1), \strlen($payload) - 1],
        ];
        foreach ($cases as [$data, $offset]) {
            try {
                (new IgbinarySerializer())->unserialize($data);
                self::fail(\bin2hex($data) . ' was read');
            } catch (DecodeException $error) {
                self::assertSame($offset, $error->getOffset(), $error->getMessage());
            }
        }
    }

    public function testAnyDepthIsReadOrRefused(): void
    {
        self::demandDecoder();
        foreach ([4000 => true, 5000 => !\function_exists('brine_igbinary_unserialize'), 60_000 => false, 500_000 => false] as $levels => $isRead) {
            $data = "\0\0\0\2" . \str_repeat("\x14\1\6\0", $levels) . "\x14\0";
            if (!$isRead) {
                $this->assertRefused($data, "$levels levels");
                continue;
            }
            $value = (new IgbinarySerializer())->unserialize($data);
            $depth = 0;
            while (\is_array($value) && $value !== []) {
                $value = $value[0];
                $depth++;
            }
            self::assertSame($levels, $depth);
        }
    }

    public function testAnyDepthInAFiber(): void
    {
        self::demandDecoder();
        $fiber = new \Fiber(function (): void {
            foreach ([4100, 12_000] as $levels) {
                $this->assertRefused("\0\0\0\2" . \str_repeat("\x14\1\6\0", $levels) . "\x14\0", "$levels levels");
            }
        });
        $fiber->start();
        self::assertTrue($fiber->isTerminated());
    }

    /** It would end PHP if the extension got the data, which goes down too far for such a stack. */
    public function testAnyDepthInASmallFiber(): void
    {
        self::demandDecoder();
        if (\getenv('SKIP_ASAN') !== false) {
            self::markTestSkipped('sanitized stack frames are several times larger');
        }
        \ini_set('fiber.stack_size', '262144');
        $fiber = new \Fiber(function (): void {
            foreach (["\x14\1\6\0", "\x14\1\6\0\x25"] as $level) {
                foreach ([false, true] as $trusted) {
                    $data = "\0\0\0\2" . \str_repeat($level, 3000) . "\x14\0";
                    try {
                        (new IgbinarySerializer([], $trusted))->unserialize($data);
                        self::fail('3000 levels were read');
                    } catch (DecodeException $error) {
                        self::assertSame('max_depth', $error->getReason());
                    }
                }
            }
            self::assertSame([[[]]], (new IgbinarySerializer())->unserialize("\0\0\0\2\x14\1\6\0\x14\1\6\0\x14\0"));
        });
        $fiber->start();
        \ini_restore('fiber.stack_size');
        self::assertTrue($fiber->isTerminated());
    }

    public function testOptions(): void
    {
        self::demandDecoder();
        $data = (string) \igbinary_serialize([new \ArrayObject([1, 2]), [[3]]]);
        $value = (new IgbinarySerializer(['allowed_classes' => false]))->unserialize($data);
        self::assertIsArray($value);
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $value[0]);
        self::assertEquals([new \ArrayObject([1, 2]), [[3]]], (new IgbinarySerializer(['allowed_classes' => ['ArrayObject']]))->unserialize($data));
        foreach ([['max_depth' => 2], ['max_elements' => 3]] as $options) {
            try {
                (new IgbinarySerializer($options))->unserialize($data);
                self::fail(\key($options) . ' was not looked at');
            } catch (DecodeException $error) {
                self::assertSame(\key($options), $error->getReason());
            }
        }
        self::assertSame([[1], [2]], (new IgbinarySerializer(['max_depth' => 2, 'max_elements' => 4]))->unserialize((string) \igbinary_serialize([[1], [2]])));
    }

    private static function demandDecoder(): void
    {
        if (!\class_exists(\Brine\Igbinary\Decoder::class)) {
            self::markTestSkipped('there is no Brine\Igbinary\Decoder');
        }
    }

    public function testWarningsOfHooksGoWhereTheyWent(): void
    {
        $heard = [];
        \set_error_handler(static function (int $level, string $message) use (&$heard): bool {
            $heard[] = $message;

            return true;
        });
        try {
            (new IgbinarySerializer())->unserialize((string) \igbinary_serialize(new LoudThing()));
        } finally {
            \restore_error_handler();
        }
        self::assertSame(['it wakes', 'unserialize(): Error at offset 0 of 3 bytes'], $heard);
    }

    public function testWhatHooksThrowIsTheirs(): void
    {
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('at write');
        (new IgbinarySerializer())->serialize(new ThrowingThing('write'));
    }

    /** @return iterable<string, array{bool, string}> */
    public static function bytes(): iterable
    {
        $plain = [
            'null' => "\0", 'a number' => "\x06\x05", 'the longest number' => "\x21\x7f\xff\xff\xff\xff\xff\xff\xff", 'a float' => "\x0c" . \str_repeat("\x17", 8),
            'a string like an object' => "\x11\x02\x17\x00", 'a string of 255 bytes' => "\x11\xff" . \str_repeat("\x22", 255),
            'a string of 256 bytes' => "\x12\x01\x00" . \str_repeat("\x25", 256), 'a string of 65,536 bytes' => "\x13\0\1\0\0" . \str_repeat("\x01", 65536),
            'a list' => "\x14\x02\x06\x00\x11\x01a\x06\x01\x0e\x00", 'a long list' => "\x14\x09" . \str_repeat("\x0d\x00", 9),
            'a list with a long count' => "\x16\0\0\0\x01\x06\x00\x05", 'nothing in it' => "\x14\x00", 'too few elements' => "\x14\x05\x06\x00", 'two values' => "\x00\x00",
        ];
        $others = [
            'nothing' => '', 'an object' => "\x17\x08stdClass\x14\x00", 'an object at the end' => "\x14\x01\x06\x00\x1a\x00\x14\x00", 'an enum' => "\x17\x01A\x27\x11\x01B",
            'an object again' => "\x22\x00", 'an array again' => "\x14\x02\x06\x00\x14\x00\x06\x01\x01\x01", 'a reference' => "\x14\x01\x06\x00\x25\x00",
            'a cut off number' => "\x08\x00", 'a cut off string' => "\x11\x03ab", 'a cut off long string' => "\x12\x01\x00ab", 'a cut off count' => "\x15\x01",
            'a string of 2 to the 64' => "\x26" . \str_repeat("\xff", 8), 'more elements than bytes for them' => "\x14\x09" . \str_repeat("\x00", 10),
            'as many elements again and again' => \str_repeat("\x15\x00\x64\x0d", 100) . \str_repeat("\x00", 100), 'no type' => "\x99",
        ];
        foreach ([true => $plain, false => $others] as $arePlain => $all) {
            foreach ($all as $name => $bytes) {
                yield $name => [(bool) $arePlain, $bytes];
            }
        }
    }

    #[DataProvider('bytes')]
    public function testWhatTheExtensionIsGiven(bool $arePlain, string $bytes): void
    {
        self::assertSame($arePlain, PlainBytes::are("\0\0\0\2$bytes"));
        self::assertSame($arePlain, PlainBytes::are("\0\0\0\1$bytes"));
        self::assertFalse(PlainBytes::are("\0\0\0\3$bytes"));
    }

    /** Bytes that the extension rejects are read again in PHP, which reports the reason. */
    #[DataProvider('bytes')]
    public function testRefusalsAreThoseOfPhp(bool $arePlain, string $bytes): void
    {
        // As text, since one array contains itself.
        $read = static function (\Closure $read) use ($bytes): string {
            try {
                return \serialize($read("\0\0\0\2$bytes"));
            } catch (DecodeException $error) {
                return "{$error->getReason()} {$error->getOffset()} {$error->getMessage()}";
            }
        };
        self::assertSame($read(Decoder::decode(...)), $read((new IgbinarySerializer())->unserialize(...)));
    }

    public function testWhatExtensionAndTrustChange(): void
    {
        $value = ['object' => new \ArrayObject([1, 2]), 'list' => [1, 'a', 2.5]];
        $data = (string) \igbinary_serialize($value);
        foreach ([true, false] as $trusted) {
            self::assertEquals($value, (new IgbinarySerializer([], $trusted))->unserialize($data));
            self::assertEquals($value, (new Auto(igbinaryTrusted: $trusted))->unserialize($data));
            $incomplete = (new IgbinarySerializer(['allowed_classes' => false], $trusted))->unserialize($data);
            self::assertIsArray($incomplete);
            self::assertInstanceOf(\__PHP_Incomplete_Class::class, $incomplete['object']);
        }
    }

    /** The extension has room made for the elements of each array, as many as there are bytes after it. */
    public function testArraysThatClaimMuchInsideOfEachOther(): void
    {
        $data = "\0\0\0\2" . \str_repeat("\x16\x00\x01\x86\xa0\x0d", 2000) . \str_repeat("\0", 100_000);
        // In C an array has room for its elements at once, and elements and memory are counted before.
        $most = \function_exists('brine_igbinary_unserialize') ? 1_000_000 * 2 * 40 : 1 << 20;
        $this->assertTakesAtMost($most, static function () use ($data): void {
            try {
                (new IgbinarySerializer(['max_elements' => 1_000_000]))->unserialize($data);
                self::fail('it was read');
            } catch (DecodeException $error) {
                self::assertSame(['max_elements', 4 + 10 * 6], [$error->getReason(), $error->getOffset()]);
            }
        });
    }

    /** The most memory for a byte that the extension can be given. */
    public function testWhatAByteCanTake(): void
    {
        $worst = [
            'small arrays' => \str_repeat("\x14\x01\x0d", 16_000) . "\0",
            'small arrays beside each other' => "\x16\x00\x00\x38\x00" . \str_repeat("\x0d\x14\x01\x0d\0", 14_336),
            'elements' => "\x16\x00\x01\x00\x01" . \implode('', \array_map(static fn (int $i): string => "\x0a" . \pack('N', $i) . "\0", \range(1, 65_537))),
            'empty strings' => "\x16\x00\x00\x80\x01" . \implode('', \array_map(static fn (int $i): string => "\x08" . \pack('n', $i) . "\x11\0", \range(1, 32_769))),
        ];
        foreach ($worst as $name => $bytes) {
            $data = "\0\0\0\2$bytes";
            self::assertTrue(PlainBytes::are($data), $name);
            $this->assertTakesAtMost(PlainBytes::MAX_EXPANSION * \strlen($data), static fn () => \igbinary_unserialize($data), $name);
        }
    }

    /** @param \Closure(): mixed $call */
    private function assertTakesAtMost(int $bytes, \Closure $call, string $name = ''): void
    {
        $call();
        $before = \memory_get_usage();
        \memory_reset_peak_usage();
        $call();
        self::assertLessThanOrEqual($bytes, \memory_get_peak_usage() - $before, $name);
    }
}
