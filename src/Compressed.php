<?php

declare(strict_types=1);

namespace Brine;

use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\Internal\Failure;
use Brine\Internal\WrapsInner;

/**
 * Compresses what another serializer writes, if that saves enough. Reads envelopes (docs/reference/envelope.md) and the other serializer's bytes.
 *
 * If a payload's dictionary has a preset for the algorithm, the preset is used. Defaults are measured (docs/compression.md).
 */
final class Compressed implements Decorator, RefusesMissing
{
    use WrapsInner;

    private int $level;

    /**
     * @param Algorithm $algorithm for writing; all available algorithms are read
     * @param int|null $level of the algorithm; by default 1 for zlib, 3 for Zstandard, 0 for LZ4
     * @param int $minBytes fewer are not compressed
     * @param float $minGain the share of the bytes that compression must save, 0 to 1; otherwise they are stored
     *     uncompressed
     * @param int $maxLength longest content in bytes that is compressed or decompressed; beyond 4 MiB, the content may
     *     be at most 128 times as long as the compressed bytes
     * @throws \LogicException if the algorithm is not available, or the other serializer compresses or signs: sign
     *     after compressing
     * @throws \ValueError if an option is out of range
     */
    public function __construct(
        private Serializer $inner,
        private Algorithm $algorithm = Algorithm::Zlib,
        ?int $level = null,
        private int $minBytes = 1024,
        private float $minGain = 0.1,
        private int $maxLength = 1 << 26,
    ) {
        for ($within = $inner; $within instanceof Decorator; $within = $within->inner()) {
            if ($within instanceof self) {
                throw new \LogicException('Compressed compresses already, and is not compressed again: give what is inside of it, as in new Compressed(new Auto())');
            }
            if ($within instanceof Signed) {
                throw new \LogicException('Compressed goes inside of Signed, and not around it: new Signed(new Compressed($serializer), $keys)');
            }
        }
        $algorithm->demand();
        [$least, $most] = $algorithm->levels();
        $this->level = $level ?? $algorithm->defaultLevel();
        if ($this->level < $least || $this->level > $most) {
            throw new \ValueError("The level must be from $least to $most, not $this->level");
        }
        if ($minBytes < 0) {
            throw new \ValueError("The least number of bytes must not be negative, as $minBytes is");
        }
        if (!($minGain >= 0.0 && $minGain <= 1.0)) {
            // PHP 8.5 warns if NaN becomes a string otherwise.
            throw new \ValueError('The least gain must be from 0 to 1, not ' . \var_export($minGain, true));
        }
        Envelope::checkMaxLength($maxLength);
    }

    /** @internal */
    public function maxLength(): int
    {
        return $this->maxLength;
    }

    public function serialize(mixed $value): string
    {
        $data = $this->inner->serialize($value);
        $length = \strlen($data);
        if ($length >= $this->minBytes && $length <= $this->maxLength && $length > 0) {
            $envelope = Envelope::compress($data, $this->algorithm, $this->level);
            if ($envelope !== null && \strlen($envelope) <= $length * (1.0 - $this->minGain)) {
                return $envelope;
            }
        }

        if (!Envelope::recognises($data)) {
            return $data;
        }
        if ($length > $this->maxLength) {
            throw Failure::encoding("What looks like an envelope has $length bytes, more than $this->maxLength");
        }

        // Bytes that look like an envelope are wrapped in one.
        return Envelope::seal(Algorithm::Stored, $length, $data);
    }

    public function unserialize(string $data): mixed
    {
        if (!Envelope::recognises($data)) {
            return $this->inner->unserialize($data);
        }

        $readerOf = function (string $content): Serializer {
            // Auto would also open envelopes, without this object's limit.
            $format = Format::of($content);
            if ($this->inner instanceof Auto && ($format === Format::Compressed || $format === Format::Signed)) {
                throw Failure::decoding('It is ' . Recognition::name($format) . ', which an envelope must not contain', 0, 'unknown_format');
            }

            return $this->inner;
        };
        $brine = $this->inner instanceof Auto ? $this->inner->brine() : $this->inner;

        return Envelope::read($data, $this->maxLength, $readerOf, $brine);
    }
}
