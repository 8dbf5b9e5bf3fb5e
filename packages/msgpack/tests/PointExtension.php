<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;

/** Packs a Point as an ext whose payload is two values. */
final class PointExtension implements Extension
{
    public function __construct(private int $type)
    {
    }

    public function getType(): int
    {
        return $this->type;
    }

    public function pack(Packer $packer, mixed $value): ?string
    {
        return $value instanceof Point
            ? $packer->packExt($this->type, $packer->pack($value->x) . $packer->packInt($value->y))
            : null;
    }

    public function unpackExt(BufferUnpacker $unpacker, int $extLength): Point
    {
        $x = $unpacker->unpackInt();
        $y = $unpacker->unpack();

        return new Point(\is_int($x) ? $x : 0, \is_int($y) ? $y : 0);
    }
}
