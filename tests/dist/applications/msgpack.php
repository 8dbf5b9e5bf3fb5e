<?php

declare(strict_types=1);

/* An application that has brine/msgpack and no other package. */

require $argv[1];

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\InsufficientDataException;
use Brine\MessagePack\Exception\InvalidOptionException;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Extension\ObjectExtension;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\MessagePack;
use Brine\MessagePack\Packer;
use Brine\MessagePack\PackOptions;
use Brine\MessagePack\Type\Timestamp;

foreach (['Brine\Auto', 'Brine\DecodeException'] as $class) {
    !class_exists($class) || exit("$class is there\n");
}
$value = ['id' => 5, 'list' => [1.5, null, true, -7, "\xff"], 'when' => new Timestamp(5, 6)];
$packer = new Packer(PackOptions::DETECT_STR_BIN, [new TimestampExtension()]);
(new BufferUnpacker($packer->pack($value), null, [new TimestampExtension()]))->unpack() == $value || exit("another value\n");
brine_msgpack_unpack(brine_msgpack_pack(['a' => 1]), ['max_depth' => 8]) === ['a' => 1] || exit("another value of the functions\n");
$thrown = [];
$calls = [
    static fn () => MessagePack::unpack("\x92\x01"),
    static fn () => MessagePack::pack(new stdClass()),
    static fn () => brine_msgpack_pack(1, 1 << 20),
    static fn () => new ObjectExtension(7),
    static fn () => brine_msgpack_unpack("\x01", ['no' => 1]),
];
foreach ($calls as $call) {
    try {
        $call();
    } catch (Throwable $error) {
        $thrown[] = [$error::class, $error instanceof Brine\Exception];
    }
}
$expected = [
    [InsufficientDataException::class, true],
    [PackingFailedException::class, true],
    [InvalidOptionException::class, true],
    [LogicException::class, false],
    [ValueError::class, false],
];
$thrown === $expected || exit(json_encode($thrown) . "\n");
// Endlessly nested calls.
$again = static function (object $object) use (&$again): string {
    return brine_msgpack_pack($object, 0, $again);
};
foreach ([static fn () => $again(new stdClass()), static fn () => (new Fiber(static fn () => $again(new stdClass())))->start()] as $call) {
    try {
        $call();
        exit("calls without end\n");
    } catch (PackingFailedException $error) {
        $error->getReason() === 'max_depth' || exit("{$error->getReason()}\n");
    }
}
echo "MessagePack works, without the library\n";
