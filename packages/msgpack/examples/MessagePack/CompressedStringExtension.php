<?php

declare(strict_types=1);

namespace Brine\Examples\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;

/** Packs a CompressedString with zlib, or as a plain str if that is shorter. It comes back as a string. */
final class CompressedStringExtension implements Extension
{
    /**
     * @param int $type 0 to 127
     * @param int $maxLength bytes of the longest string that is unpacked: a few bytes can stand for a thousand times as many
     */
    public function __construct(private int $type, private int $maxLength = 1 << 24)
    {
    }

    public function getType(): int
    {
        return $this->type;
    }

    public function pack(Packer $packer, mixed $value): ?string
    {
        if (!$value instanceof CompressedString) {
            return null;
        }
        $string = $packer->packStr($value->string);
        $compressed = $packer->packExt($this->type, \gzcompress($value->string));

        return \strlen($compressed) < \strlen($string) ? $compressed : $string;
    }

    public function unpackExt(BufferUnpacker $unpacker, int $extLength): string
    {
        $string = @\gzuncompress($unpacker->read($extLength), $this->maxLength);
        if ($string === false) {
            throw new UnpackingFailedException('A compressed string is malformed or too long', reason: 'bad_zlib');
        }

        return $string;
    }
}
