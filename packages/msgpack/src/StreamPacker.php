<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Internal\Streams;

/** Writes packed values to a PHP stream, one after another. */
final class StreamPacker
{
    /** @var resource */
    private $stream;
    private Packer $packer;

    /**
     * @param resource $stream open for writing; it stays open
     * @param Packer|null $packer by default one that packs Timestamp objects
     * @throws \TypeError if $stream is not a stream
     */
    public function __construct($stream, ?Packer $packer = null)
    {
        if (!Streams::isStream($stream)) {
            throw new \TypeError(__METHOD__ . '(): Argument #1 ($stream) must be an open stream');
        }
        $this->stream = $stream;
        $this->packer = $packer ?? new Packer(null, [new TimestampExtension()]);
    }

    /**
     * Packs a value and writes it. A value that cannot be packed writes nothing.
     *
     * @return int number of bytes written
     * @throws PackingFailedException if the value cannot be packed, or the stream does not accept all bytes
     */
    public function pack(mixed $value): int
    {
        $packed = $this->packer->pack($value);
        $length = \strlen($packed);
        $written = 0;
        while ($written < $length) {
            $bytes = @\fwrite($this->stream, $written === 0 ? $packed : \substr($packed, $written, 1 << 20));
            if ($bytes === false || $bytes === 0) {
                throw new PackingFailedException(
                    "The stream took $written of $length bytes",
                    reason: 'unwritable_stream',
                );
            }
            $written += $bytes;
        }

        return $length;
    }
}
