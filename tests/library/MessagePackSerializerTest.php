<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\DecodeException;
use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension\ObjectExtension;
use Brine\MessagePack\Packer;
use Brine\MessagePack\Type\Timestamp;
use Brine\MessagePackSerializer;
use Brine\Serializer;
use Brine\Testing\SerializerContract;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

final class MessagePackSerializerTest extends SerializerContract
{
    protected function createSerializer(): Serializer
    {
        return new MessagePackSerializer();
    }

    protected function carriesObjects(): bool
    {
        return false;
    }

    public function testItsBytes(): void
    {
        $serializer = new MessagePackSerializer();
        self::assertSame("\x82\xa1a\x01\xa1b\xc4\x01\xff", $serializer->serialize(['a' => 1, 'b' => "\xff"]));
        self::assertEquals(new Timestamp(5), $serializer->unserialize($serializer->serialize(new Timestamp(5))));
    }

    #[RequiresPhpExtension('brine')]
    public function testExtensions(): void
    {
        $extension = new ObjectExtension(7, true);
        $serializer = new MessagePackSerializer(new Packer(null, [$extension]), new BufferUnpacker('', null, [$extension]));
        self::assertEquals([new \ArrayObject([1])], $serializer->unserialize($serializer->serialize([new \ArrayObject([1])])));
    }

    public function testThePlaceOfAFault(): void
    {
        foreach (["\x92\x01\xc1" => [2, 'unknown_byte'], "\x01\x02" => [1, 'trailing_bytes'], "\x92\x01" => [0, 'truncated']] as $data => [$offset, $reason]) {
            try {
                (new MessagePackSerializer())->unserialize($data);
                self::fail(\bin2hex($data) . ' was read');
            } catch (DecodeException $error) {
                self::assertSame([$offset, $reason], [$error->getOffset(), $error->getReason()]);
                self::assertSame($reason !== 'trailing_bytes', $error->getPrevious() instanceof UnpackingFailedException);
            }
        }
    }
}
