<?php

declare(strict_types=1);

namespace Brine\MessagePack\TypeTransformer;

use Brine\MessagePack\CanPack;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Internal\Streams;
use Brine\MessagePack\Packer;

/** Packs PHP streams as bin: what is in them from their position to their end. */
final class StreamTransformer implements CanPack
{
    public function pack(Packer $packer, mixed $value): ?string
    {
        if (!Streams::isStream($value)) {
            return null;
        }
        $data = \stream_get_contents($value);
        if ($data === false) {
            throw new PackingFailedException('A stream cannot be read', reason: 'unreadable_stream');
        }

        return $packer->packBin($data);
    }
}
