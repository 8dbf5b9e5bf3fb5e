<?php

declare(strict_types=1);

namespace Brine\Examples\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;

/** Packs the keys of a StructList once, and for each row its values only. It comes back as a list of arrays. */
final class StructListExtension implements Extension
{
    /** @param int $type 0 to 127 */
    public function __construct(private int $type)
    {
    }

    public function getType(): int
    {
        return $this->type;
    }

    /** @throws \InvalidArgumentException if a row has other keys than the first, or none */
    public function pack(Packer $packer, mixed $value): ?string
    {
        if (!$value instanceof StructList) {
            return null;
        }
        $keys = \array_keys($value->rows[0] ?? []);
        $rows = '';
        foreach ($value->rows as $row) {
            if ($keys === [] || \array_keys($row) !== $keys) {
                throw new \InvalidArgumentException('Rows of a StructList have the same keys, and at least one');
            }
            foreach ($row as $item) {
                $rows .= $packer->pack($item);
            }
        }

        return $packer->packExt(
            $this->type,
            $packer->packArray($keys) . $packer->packArrayHeader(\count($value->rows)) . $rows,
        );
    }

    /** @return list<array<string, mixed>> */
    public function unpackExt(BufferUnpacker $unpacker, int $extLength): array
    {
        $keys = $unpacker->unpackArray();
        $count = $unpacker->unpackArrayHeader();
        $rows = [];
        if ($keys !== \array_filter($keys, static fn (mixed $key): bool => \is_int($key) || \is_string($key))) {
            throw new UnpackingFailedException('A key of a StructList is malformed', reason: 'bad_key');
        }
        // The bytes that there are, and not the count, say how much memory this may take: a row without keys would have none.
        if ($count > 0 && $keys === []) {
            throw new UnpackingFailedException('Rows of a StructList have keys', reason: 'bad_ext');
        }
        for ($i = 0; $i < $count; $i++) {
            $row = [];
            foreach ($keys as $key) {
                $row[$key] = $unpacker->unpack();
            }
            $rows[] = $row;
        }

        return $rows;
    }
}
