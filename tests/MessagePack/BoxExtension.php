<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;

/** A box: an ArrayObject is an ext whose payload is its one array, with whatever is in that. */
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

    public function unpackExt(BufferUnpacker $unpacker, int $extLength): \ArrayObject
    {
        return new \ArrayObject($unpacker->unpack());
    }
}
