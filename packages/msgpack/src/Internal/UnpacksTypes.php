<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Type\Ext;

/**
 * Unpacks the next value if it has the requested type. Like all methods of an unpacker, these leave the position unchanged when they throw.
 *
 * @internal
 */
trait UnpacksTypes
{
    /** @throws UnpackingFailedException if the next value has another type, or is missing */
    public function unpackNil(): mixed
    {
        $this->expect('nil');

        return $this->unpack();
    }

    /** @throws UnpackingFailedException if the next value has another type, or is missing */
    public function unpackBool(): bool
    {
        $this->expect('bool');

        /** @var bool */
        return $this->unpack();
    }

    /**
     * @return int|string|\GMP|\Decimal\Decimal the last three only above PHP_INT_MAX, by the options
     * @throws UnpackingFailedException if the next value has another type, or is missing
     */
    public function unpackInt(): mixed
    {
        $this->expect('int');

        /** @var int|string|\GMP|\Decimal\Decimal */
        return $this->unpack();
    }

    /** @throws UnpackingFailedException if the next value is not a float, or missing; integers are not accepted */
    public function unpackFloat(): float
    {
        $this->expect('float');

        /** @var float */
        return $this->unpack();
    }

    /** @throws UnpackingFailedException if the next value is not a str, or missing; bin is not accepted */
    public function unpackStr(): string
    {
        $this->expect('str');

        /** @var string */
        return $this->unpack();
    }

    /** @throws UnpackingFailedException if the next value is not a bin, or missing; str is not accepted */
    public function unpackBin(): string
    {
        $this->expect('bin');

        /** @var string */
        return $this->unpack();
    }

    /**
     * @return int number of elements; they follow as the next values
     * @throws UnpackingFailedException if the next value has another type, or is missing
     */
    public function unpackArrayHeader(): int
    {
        return $this->unpackHeader('array');
    }

    /**
     * @return list<mixed>
     * @throws UnpackingFailedException if the next value has another type, or is incomplete
     */
    public function unpackArray(): array
    {
        $this->expect('array');

        /** @var list<mixed> */
        return $this->unpack();
    }

    /**
     * @return int number of entries; each follows as a key and its value
     * @throws UnpackingFailedException if the next value has another type, or is missing
     */
    public function unpackMapHeader(): int
    {
        return $this->unpackHeader('map');
    }

    /**
     * @return array<mixed>
     * @throws UnpackingFailedException if the next value has another type, or is incomplete
     */
    public function unpackMap(): array
    {
        $this->expect('map');

        /** @var array<mixed> */
        return $this->unpack();
    }

    /**
     * An extension value exactly as in the message, ignoring registered extensions.
     *
     * @throws UnpackingFailedException if the next value has another type, or is incomplete
     */
    public function unpackExt(): Ext
    {
        $payload = $this->takePayload($this->expect('ext'));

        return new Ext($this->type, $payload);
    }

    /** @return int the next byte, which begins a value of this type */
    private function expect(string $type): int
    {
        $this->join();
        if ($this->offset >= \strlen($this->buffer)) {
            throw Errors::truncated($this->offset);
        }
        $code = \ord($this->buffer[$this->offset]);
        if (Format::typeName($code) !== $type) {
            throw Errors::unexpected($code, $type, $this->offset);
        }

        return $code;
    }

    private function unpackHeader(string $type): int
    {
        $code = $this->expect($type);
        if ($code < 0xa0) {
            ++$this->offset;

            return $code & 0x0f;
        }
        $width = ($code & 1) === 0 ? 2 : 4;
        $size = $width === 2 ? $this->size16() : $this->size32();
        $this->offset += 1 + $width;

        return $size;
    }
}
