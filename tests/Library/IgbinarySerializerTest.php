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
