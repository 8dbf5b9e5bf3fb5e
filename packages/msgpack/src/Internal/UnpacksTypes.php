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
    /** @throws UnpackingFailedException if something else is next, or nothing */
    public function unpackNil(): mixed
    {
        $this->expect('nil');

        return $this->unpack();
    }

    /** @throws UnpackingFailedException if something else is next, or nothing */
    public function unpackBool(): bool
    {
        $this->expect('bool');

        /** @var bool */
        return $this->unpack();
    }

    /**
     * @return int|string|\GMP|\Decimal\Decimal the last three above PHP_INT_MAX, as the options say
     * @throws UnpackingFailedException if something else is next, or nothing
     */
    public function unpackInt(): mixed
    {
        $this->expect('int');

        /** @var int|string|\GMP|\Decimal\Decimal */
        return $this->unpack();
    }

    /** @throws UnpackingFailedException if something else is next, or nothing; an integer is something else */
    public function unpackFloat(): float
    {
        $this->expect('float');

        /** @var float */
        return $this->unpack();
    }

    /** @throws UnpackingFailedException if something else is next, or nothing; a bin is something else */
    public function unpackStr(): string
    {
        $this->expect('str');

        /** @var string */
        return $this->unpack();
    }

    /** @throws UnpackingFailedException if something else is next, or nothing; a str is something else */
    public function unpackBin(): string
    {
        $this->expect('bin');

        /** @var string */
        return $this->unpack();
    }

    /**
     * @return int how many values come next, which are the array's
     * @throws UnpackingFailedException if something else is next, or nothing
     */
    public function unpackArrayHeader(): int
    {
        return $this->unpackHeader('array');
    }

    /**
     * @return list<mixed>
     * @throws UnpackingFailedException if something else is next, or it is not there in full
     */
    public function unpackArray(): array
    {
        $this->expect('array');

        /** @var list<mixed> */
        return $this->unpack();
    }

    /**
     * @return int how many keys come next, each before its value
     * @throws UnpackingFailedException if something else is next, or nothing
     */
    public function unpackMapHeader(): int
    {
        return $this->unpackHeader('map');
    }

    /**
     * @return array<mixed>
     * @throws UnpackingFailedException if something else is next, or it is not there in full
     */
    public function unpackMap(): array
    {
        $this->expect('map');

        /** @var array<mixed> */
        return $this->unpack();
    }

    /**
     * An extension value as it is in the message, ignoring registered extensions.
     *
     * @throws UnpackingFailedException if something else is next, or it is not there in full
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
