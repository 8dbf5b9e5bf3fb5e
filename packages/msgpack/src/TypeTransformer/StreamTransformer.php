<?php

declare(strict_types=1);

namespace Brine\MessagePack\TypeTransformer;

use Brine\MessagePack\CanPack;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Internal\Streams;
use Brine\MessagePack\Packer;

/** Packs PHP streams as bin, from their position to their end. */
final class StreamTransformer implements CanPack
{
    /** @throws PackingFailedException if reading the stream fails, even partway */
    public function pack(Packer $packer, mixed $value): ?string
    {
        if (!Streams::isStream($value)) {
            return null;
        }
        // If a read fails, PHP returns the bytes read so far, and only raises a notice.
        $failed = false;
        \set_error_handler(static function () use (&$failed): bool {
            return $failed = true;
        });
        try {
            $data = \stream_get_contents($value);
        } finally {
            \restore_error_handler();
        }
        if ($data === false || $failed) {
            throw new PackingFailedException('A stream cannot be read', reason: 'unreadable_stream');
        }

        return $packer->packBin($data);
    }
}
