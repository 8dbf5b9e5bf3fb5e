<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Internal\Errors;

/** Packs PHP values, always in the shortest form. pack() and the packing of arrays inline the common types for speed. */
class Packer
{
    private const MAX_DEPTH = 4096;

    /** With more nested pack() calls than this, PHP does the work, which needs no machine stack for arrays. */
    private const MAX_NATIVE_NESTING = 4;

    /** Flags of brine_msgpack_pack(): it packs Type\Bin, Map and Ext, and Type\Timestamp, and passes the levels to callbacks. */
    protected const NATIVE_TYPES = 256;
    protected const NATIVE_TIMESTAMPS = 512;
    protected const NATIVE_PASS_DEPTH = 1024;

    /** Arguments of brine_msgpack_pack(). */
    private int $flags;
    private bool $isForceStr;
    private bool $isForceBin;
    private bool $isForceMap;
    private bool $isDetectArrMap;
    private bool $isForceFloat32;

    /** @var list<CanPack> */
    private array $transformers;

    private bool $native;
    /** Callback of the extension for objects and resources. It holds no reference to the packer, which would be a cycle. */
    private ?\Closure $other = null;
    /**
     * Levels of arrays and pack() calls around the value that a transformer packs.
     *
     * @internal
     */
    protected int $depth = 0;
    /** Nested calls of transformers. */
    private int $nesting = 0;

    /**
     * @param PackOptions|int|null $options a bitmask of PackOptions' constants, or null for the defaults
     * @param list<CanPack> $transformers called in this order for objects and resources; extensions are transformers
     * @throws Exception\InvalidOptionException if options exclude each other
     */
    public function __construct(PackOptions|int|null $options = null, array $transformers = [])
    {
        $options = match (true) {
            $options === null => PackOptions::fromDefaults(),
            \is_int($options) => PackOptions::fromBitmask($options),
            default => $options,
        };
        // A subclass may pack them differently.
        $this->flags = $options->toBitmask() | self::NATIVE_PASS_DEPTH
            | (static::class === self::class ? self::NATIVE_TYPES : 0);
        $this->isForceStr = $options->isForceStrMode();
        $this->isForceBin = $options->isForceBinMode();
        $this->isForceMap = $options->isForceMapMode();
        $this->isDetectArrMap = $options->isDetectArrMapMode();
        $this->isForceFloat32 = $options->isForceFloat32Mode();
        $this->setTransformers(...\array_values($transformers));
        $this->native = Backend::isNative();
    }

    public function __clone()
    {
        $this->other = null;
        $this->depth = 0;
        $this->nesting = 0;
    }

    /** @return static a packer with these transformers appended to its own */
    public function extendWith(CanPack $transformer, CanPack ...$transformers): static
    {
        $new = clone $this;
        $new->setTransformers(...$this->transformers, ...[$transformer, ...\array_values($transformers)]);

        return $new;
    }

    /**
     * Packs a value by its type. Objects and resources pack themselves if they are CanBePacked; otherwise the first transformer that returns
     * bytes does.
     *
     * @throws PackingFailedException if none does, if the value is nested deeper than 4096 levels, or if a string
     *     has 4 GB or more
     */
    public function pack(mixed $value): string
    {
        if ($this->native && $this->nesting < self::MAX_NATIVE_NESTING) {
            return \brine_msgpack_pack($value, $this->flags, $this->other ??= $this->otherFromNative());
        }

        // Integers and strings are inlined: a call takes as long as packing one.
        if (\is_int($value)) {
            if ($value >= 0) {
                if ($value < 0x80) {
                    return \chr($value);
                }
                if ($value < 0x100) {
                    return "\xcc" . \chr($value);
                }
                if ($value < 0x10000) {
                    return "\xcd" . \chr($value >> 8) . \chr($value & 0xff);
                }

                return $value < 0x100000000 ? \pack('CN', 0xce, $value) : \pack('CJ', 0xcf, $value);
            }

            if ($value >= -0x20) {
                return \chr($value & 0xff);
            }
            if ($value >= -0x80) {
                return "\xd0" . \chr($value & 0xff);
            }
            if ($value >= -0x8000) {
                return "\xd1" . \chr($value >> 8 & 0xff) . \chr($value & 0xff);
            }

            return $value >= -0x80000000 ? \pack('CN', 0xd2, $value) : \pack('CJ', 0xd3, $value);
        }
        if (\is_string($value)) {
            if ($this->isForceStr) {
                $length = \strlen($value);
                if ($length < 32) {
                    return \chr(0xa0 | $length) . $value;
                }
                if ($length < 0x100) {
                    return "\xd9" . \chr($length) . $value;
                }
                if ($length < 0x10000) {
                    return "\xda" . \chr($length >> 8) . \chr($length & 0xff) . $value;
                }
            } elseif ($this->isForceBin) {
                return Packer::packBin($value);
            }

            return $this->packString($value);
        }
        if (\is_array($value)) {
            $isMap = $this->isDetectArrMap ? !\array_is_list($value) : $this->isForceMap;

            return $this->packEntries($value, $this->depth + 1, $isMap);
        }
        if ($value === null) {
            return "\xc0";
        }
        if (\is_bool($value)) {
            return $value ? "\xc3" : "\xc2";
        }
        if (\is_float($value)) {
            return $this->isForceFloat32 ? \pack('CG', 0xca, $value) : \pack('CE', 0xcb, $value);
        }

        return $this->packOther($value, $this->depth);
    }

    public function packNil(): string
    {
        return "\xc0";
    }

    public function packBool(bool $bool): string
    {
        return $bool ? "\xc3" : "\xc2";
    }

    public function packInt(int $int): string
    {
        if ($int >= 0) {
            if ($int < 0x80) {
                return \chr($int);
            }
            if ($int < 0x100) {
                return "\xcc" . \chr($int);
            }
            if ($int < 0x10000) {
                return "\xcd" . \chr($int >> 8) . \chr($int & 0xff);
            }

            return $int < 0x100000000 ? \pack('CN', 0xce, $int) : \pack('CJ', 0xcf, $int);
        }

        if ($int >= -0x20) {
            return \chr($int & 0xff);
        }
        if ($int >= -0x80) {
            return "\xd0" . \chr($int & 0xff);
        }
        if ($int >= -0x8000) {
            return "\xd1" . \chr($int >> 8 & 0xff) . \chr($int & 0xff);
        }

        return $int >= -0x80000000 ? \pack('CN', 0xd2, $int) : \pack('CJ', 0xd3, $int);
    }

    /** Packs a float in 32 or 64 bits, by the options. */
    public function packFloat(float $float): string
    {
        return $this->isForceFloat32 ? \pack('CG', 0xca, $float) : \pack('CE', 0xcb, $float);
    }

    /** Rounds to 32 bits; infinite if out of range. */
    public function packFloat32(float $float): string
    {
        return \pack('CG', 0xca, $float);
    }

    public function packFloat64(float $float): string
    {
        return \pack('CE', 0xcb, $float);
    }

    /**
     * @param string $str UTF-8, which is not checked
     * @throws PackingFailedException if it has 4 GB or more
     */
    public function packStr(string $str): string
    {
        $length = \strlen($str);

        return match (true) {
            $length < 32 => \chr(0xa0 | $length) . $str,
            $length < 0x100 => "\xd9" . \chr($length) . $str,
            $length < 0x10000 => "\xda" . \chr($length >> 8) . \chr($length & 0xff) . $str,
            $length < 0x100000000 => \pack('CN', 0xdb, $length) . $str,
            default => throw Errors::tooLong(),
        };
    }

    /** @throws PackingFailedException if it has 4 GB or more */
    public function packBin(string $str): string
    {
        $length = \strlen($str);

        return match (true) {
            $length < 0x100 => "\xc4" . \chr($length) . $str,
            $length < 0x10000 => "\xc5" . \chr($length >> 8) . \chr($length & 0xff) . $str,
            $length < 0x100000000 => \pack('CN', 0xc6, $length) . $str,
            default => throw Errors::tooLong(),
        };
    }

    /**
     * Packs the head of an array; pack its elements next.
     *
     * @param int $size 0 to 2^32 - 1 elements
     * @throws PackingFailedException if out of range
     */
    public function packArrayHeader(int $size): string
    {
        return match (true) {
            $size < 0 => throw Errors::tooLong(),
            $size < 0x10 => \chr(0x90 | $size),
            $size < 0x10000 => "\xdc" . \chr($size >> 8) . \chr($size & 0xff),
            $size < 0x100000000 => \pack('CN', 0xdd, $size),
            default => throw Errors::tooLong(),
        };
    }

    /**
     * Packs the values in order, without keys.
     *
     * @param array<mixed> $array
     * @throws PackingFailedException as pack()
     */
    public function packArray(array $array): string
    {
        return $this->packEntries($array, $this->depth + 1, false);
    }

    /**
     * Packs the head of a map; pack its entries next, each key before its value.
     *
     * @param int $size 0 to 2^32 - 1 entries
     * @throws PackingFailedException if out of range
     */
    public function packMapHeader(int $size): string
    {
        return match (true) {
            $size < 0 => throw Errors::tooLong(),
            $size < 0x10 => \chr(0x80 | $size),
            $size < 0x10000 => "\xde" . \chr($size >> 8) . \chr($size & 0xff),
            $size < 0x100000000 => \pack('CN', 0xdf, $size),
            default => throw Errors::tooLong(),
        };
    }

    /**
     * Packs keys and values, also of a list. Integer keys stay integers; string keys follow the options for strings.
     *
     * @param array<mixed> $map
     * @throws PackingFailedException as pack()
     */
    public function packMap(array $map): string
    {
        return $this->packEntries($map, $this->depth + 1, true);
    }

    /**
     * @param int $type -128 to 127; those below 0 are the specification's
     * @param string $data the payload
     * @throws PackingFailedException if the type is out of range, or the payload has 4 GB or more
     */
    public function packExt(int $type, string $data): string
    {
        if ($type < -128 || $type > 127) {
            throw new PackingFailedException("An extension type is from -128 to 127, not $type", reason: 'bad_type');
        }
        $length = \strlen($data);

        return match (true) {
            $length === 1 => "\xd4",
            $length === 2 => "\xd5",
            $length === 4 => "\xd6",
            $length === 8 => "\xd7",
            $length === 16 => "\xd8",
            $length < 0x100 => "\xc7" . \chr($length),
            $length < 0x10000 => "\xc8" . \chr($length >> 8) . \chr($length & 0xff),
            $length < 0x100000000 => \pack('CN', 0xc9, $length),
            default => throw Errors::tooLong(),
        } . \chr($type & 0xff) . $data;
    }

    /** Packs a str if the options say so or the string is UTF-8, otherwise a bin. */
    private function packString(string $string): string
    {
        // Uses this class's methods, also inside arrays, even in a subclass: as the extension does.
        return $this->isForceStr || !$this->isForceBin && \preg_match('//u', $string) === 1
            ? Packer::packStr($string)
            : Packer::packBin($string);
    }

    /**
     * Packs an array or map, recursively without a method in between.
     *
     * @param array<mixed> $entries
     * @param int $depth levels including this one
     */
    private function packEntries(array $entries, int $depth, bool $isMap): string
    {
        if ($depth > self::MAX_DEPTH) {
            throw Errors::packingTooDeep();
        }
        $size = \count($entries);
        if ($size < 0x10) {
            $packed = \chr(($isMap ? 0x80 : 0x90) | $size);
        } else {
            $packed = $isMap ? Packer::packMapHeader($size) : Packer::packArrayHeader($size);
        }
        $isForceStr = $this->isForceStr;

        foreach ($entries as $key => $value) {
            if ($isMap) {
                if (\is_int($key)) {
                    $packed .= $key >= 0 && $key < 0x80 ? \chr($key) : Packer::packInt($key);
                } elseif ($isForceStr && ($length = \strlen($key)) < 32) {
                    $packed .= \chr(0xa0 | $length) . $key;
                } else {
                    $packed .= $this->packString($key);
                }
            }
            if (\is_string($value)) {
                if ($isForceStr && ($length = \strlen($value)) < 32) {
                    $packed .= \chr(0xa0 | $length) . $value;
                } else {
                    $packed .= $this->packString($value);
                }
            } elseif (\is_int($value)) {
                $packed .= $value >= 0 && $value < 0x80 ? \chr($value) : Packer::packInt($value);
            } elseif (\is_array($value)) {
                $packed .= $this->packEntries(
                    $value,
                    $depth + 1,
                    $this->isDetectArrMap ? !\array_is_list($value) : $this->isForceMap,
                );
            } elseif ($value === null) {
                $packed .= "\xc0";
            } elseif ($value === true) {
                $packed .= "\xc3";
            } elseif ($value === false) {
                $packed .= "\xc2";
            } elseif (\is_float($value)) {
                $packed .= $this->isForceFloat32 ? \pack('CG', 0xca, $value) : \pack('CE', 0xcb, $value);
            } else {
                $packed .= $this->packOther($value, $depth);
            }
        }

        return $packed;
    }

    /**
     * Packs an object or resource.
     *
     * @internal
     * @param int $depth levels around it
     * @throws PackingFailedException
     */
    protected function packOther(mixed $value, int $depth): string
    {
        // A level of its own, so that a transformer that packs its own argument cannot recurse endlessly.
        $levels = $depth + 1 - $this->depth;
        $this->depth += $levels;
        $this->nesting++;
        try {
            if ($this->depth > self::MAX_DEPTH) {
                throw Errors::packingTooDeep();
            }
            if ($value instanceof CanBePacked) {
                return $value->pack($this);
            }
            foreach ($this->transformers as $transformer) {
                $packed = $transformer->pack($this, $value);
                if ($packed !== null) {
                    return $packed;
                }
            }
        } finally {
            // Not the old value: if transformers suspend fibers, calls end in any order.
            $this->depth -= $levels;
            $this->nesting--;
        }

        throw Errors::unsupportedType($value);
    }

    private function setTransformers(CanPack ...$transformers): void
    {
        $this->transformers = \array_values($transformers);
        $this->other = null;
        // If it comes first, the extension can pack timestamps itself.
        if (($transformers[0] ?? null) instanceof TimestampExtension) {
            $this->flags |= self::NATIVE_TIMESTAMPS;
        }
    }

    private function otherFromNative(): \Closure
    {
        $packer = \WeakReference::create($this);

        return static function (mixed $value, int $depth) use ($packer): string {
            /** @var $this $packer the packer whose pack() is running */
            $packer = $packer->get();

            return $packer->packOther($value, $packer->depth + $depth);
        };
    }
}
