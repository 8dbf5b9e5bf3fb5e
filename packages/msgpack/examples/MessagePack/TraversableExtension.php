<?php

declare(strict_types=1);

namespace Brine\Examples\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;

/**
 * Anything that can be iterated, as keys and values that come back through an iterator. Unlike in a map, keys may be of any type,
 * and may repeat.
 */
final class TraversableExtension implements Extension
{
    /** @param int $type 0 to 127 */
    public function __construct(private int $type)
    {
    }

    public function getType(): int
    {
        return $this->type;
    }

    public function pack(Packer $packer, mixed $value): ?string
    {
        if (!$value instanceof \Traversable) {
            return null;
        }
        $size = 0;
        $entries = '';
        foreach ($value as $key => $item) {
            $entries .= $packer->pack($key) . $packer->pack($item);
            $size++;
        }

        return $packer->packExt($this->type, $packer->packMapHeader($size) . $entries);
    }

    /** @return \Generator that unpacks each entry on demand */
    public function unpackExt(BufferUnpacker $unpacker, int $extLength): \Generator
    {
        $size = $unpacker->unpackMapHeader();

        return (static function () use ($unpacker, $size): \Generator {
            for ($i = 0; $i < $size; $i++) {
                yield $unpacker->unpack() => $unpacker->unpack();
            }
        })();
    }
}
