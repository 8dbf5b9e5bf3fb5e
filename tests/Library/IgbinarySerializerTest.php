<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\DecodeException;
use Brine\IgbinarySerializer;
use Brine\Serializer;
use Brine\Testing\SerializerContract;
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
        foreach ([4000 => true, 5000 => true, 60_000 => false, 500_000 => false] as $levels => $isRead) {
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
}
