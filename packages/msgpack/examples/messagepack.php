<?php

/*
 * Uses of the classes in MessagePack/. Prints the packed bytes, and the unpacked values.
 *
 *     php packages/msgpack/examples/messagepack.php
 */

declare(strict_types=1);

namespace Brine\Examples;

use Brine\Examples\MessagePack\CompressedString;
use Brine\Examples\MessagePack\CompressedStringExtension;
use Brine\Examples\MessagePack\DateTimeExtension;
use Brine\Examples\MessagePack\StructList;
use Brine\Examples\MessagePack\StructListExtension;
use Brine\Examples\MessagePack\Text;
use Brine\Examples\MessagePack\TraversableExtension;
use Brine\Examples\MessagePack\Uint64;
use Brine\MessagePack\Backend;
use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Packer;
use Brine\MessagePack\PackOptions;
use Brine\MessagePack\Type\Bin;
use Brine\MessagePack\TypeTransformer\TraversableTransformer;

require_once __DIR__ . '/../../../tests/bootstrap.php';

/** @param list<\Brine\MessagePack\CanPack> $extensions */
function show(string $title, mixed $value, array $extensions = [], ?int $options = null): void
{
    $packed = (new Packer($options, $extensions))->pack($value);
    $bytes = \strtoupper(\bin2hex($packed));
    $unpackers = \array_filter($extensions, static fn ($extension) => $extension instanceof \Brine\MessagePack\Extension);
    $back = (new BufferUnpacker($packed, null, $unpackers))->unpack();
    if ($back instanceof \Traversable) {
        $back = \iterator_to_array($back);
    }
    \printf(
        "%-20s %4d bytes  %s%s\n%34s%s\n",
        $title,
        \strlen($packed),
        \substr($bytes, 0, 60),
        \strlen($bytes) > 60 ? '...' : '',
        '',
        \substr($back instanceof \DateTimeInterface ? $back->format(\DATE_RFC3339_EXTENDED) : \json_encode($back), 0, 80),
    );
}

$rows = [];
for ($i = 0; $i < 20; $i++) {
    $rows[] = ['id' => $i, 'name' => "row $i", 'active' => true];
}
$generator = (static fn () => yield from ['a' => 1, 'b' => [2, 3]])();

echo Backend::isNative() ? "by the extension\n" : "by PHP\n";
show('date', new \DateTimeImmutable('2001-02-03 04:05:06.789', new \DateTimeZone('Europe/Paris')), [new DateTimeExtension(1)]);
show('traversable', $generator, [new TraversableExtension(2)]);
show('traversable as a map', new \ArrayIterator(['a' => 1, 'b' => 2]), [TraversableTransformer::toMap()]);
show('rows', $rows);
show('struct list', new StructList($rows), [new StructListExtension(3)]);
show('text among binaries', ['binary', new Text('text')], [], PackOptions::FORCE_BIN);
show('binary among texts', ['text', new Bin('binary')]);
show('uint64', [new Uint64('18446744073709551615'), new Uint64('1')]);
show('compressed string', new CompressedString(\str_repeat('to be or not to be ', 50)), [new CompressedStringExtension(4)]);
