<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\DecodeException;
use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\InvalidOptionException;
use Brine\MessagePack\Extension\ObjectExtension;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Packer;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Timestamp;

/** PHP objects inside a message. */
final class ObjectExtensionTest extends MessagePackTestCase
{
    public function testBothDirections(): void
    {
        $value = [new Point(1, 2), 'a' => new Timestamp(5), 'b' => new \ArrayObject([new Point(3, 4)])];
        $packed = (new Packer(null, [new TimestampExtension(), new ObjectExtension(20)]))->pack($value);
        $unpack = static fn (ObjectExtension $extension): mixed
            => (new BufferUnpacker($packed, null, [new TimestampExtension(), $extension]))->unpack();
        self::assertEquals($value, $unpack(new ObjectExtension(20, true)));
        self::assertEquals($value, $unpack(new ObjectExtension(20, [Point::class, \ArrayObject::class])));

        $partial = $unpack(new ObjectExtension(20, [\ArrayObject::class]));
        self::assertIsArray($partial);
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $partial[0]);
        self::assertInstanceOf(\ArrayObject::class, $partial['b']);
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $partial['b'][0]);
    }

    public function testNoClassIsAllowedUnlessItIsNamed(): void
    {
        $packed = (new Packer(null, [new ObjectExtension(20)]))->pack(new Point(1, 2));
        $value = (new BufferUnpacker($packed, null, [new ObjectExtension(20)]))->unpack();
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $value);
        self::assertInstanceOf(Ext::class, (new BufferUnpacker($packed))->unpack());
    }

    public function testWhatIsRefused(): void
    {
        self::assertThrows(InvalidOptionException::class, static fn () => new ObjectExtension(128));
        self::assertThrows(InvalidOptionException::class, static fn () => new ObjectExtension(-1));
        $unpacker = new BufferUnpacker("\xd4\x14x", null, [new ObjectExtension(20, true)]);
        self::assertThrows(DecodeException::class, $unpacker->unpack(...));
        $packer = new Packer(null, [new ObjectExtension(20)]);
        self::assertThrows(\Brine\EncodeException::class, static fn () => $packer->pack([static fn () => 1]));
    }

    public function testLimits(): void
    {
        $packed = (new Packer(null, [new ObjectExtension(20)]))->pack(new \ArrayObject([[[[1]]]]));
        $extension = new ObjectExtension(20, true, ['max_depth' => 2]);
        self::assertThrows(DecodeException::class, (new BufferUnpacker($packed, null, [$extension]))->unpack(...));
    }
}
