<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;

/** A box: an ArrayObject is an ext whose payload is its one array, with any contents. */
final class BoxExtension implements Extension
{
    public function getType(): int
    {
        return 9;
    }

    public function pack(Packer $packer, mixed $value): ?string
    {
        return $value instanceof \ArrayObject ? $packer->packExt(9, $packer->pack($value->getArrayCopy())) : null;
    }

    /** @return \ArrayObject<array-key, mixed> */
    public function unpackExt(BufferUnpacker $unpacker, int $extLength): \ArrayObject
    {
        /** @var array<mixed> $box what pack() has put in it */
        $box = $unpacker->unpack();

        return new \ArrayObject($box);
    }
}
