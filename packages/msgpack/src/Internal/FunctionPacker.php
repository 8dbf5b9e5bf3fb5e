<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\MessagePack\Exception\InvalidOptionException;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Packer;
use Brine\MessagePack\Type\Bin;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Map;
use Brine\MessagePack\Type\Timestamp;

/**
 * One call of brine_msgpack_pack(): a callback packs objects, except for this library's classes that the flags name. CanBePacked has no effect
 * here.
 *
 * @internal
 */
final class FunctionPacker extends Packer
{
    private const GROUPS = [
        0b00000111 => 'FORCE_STR, FORCE_BIN and DETECT_STR_BIN',
        0b00111000 => 'FORCE_ARR, FORCE_MAP and DETECT_ARR_MAP',
        0b11000000 => 'FORCE_FLOAT32 and FORCE_FLOAT64',
    ];
    private const PACK_OPTIONS = 0b11111111;
    private const MAX_PAYLOAD = 0xffffffff;

    /** Levels in use when the call began. */
    private readonly int $base;

    /**
     * @param int $given the argument $flags
     * @throws InvalidOptionException if flags are unknown or contradict each other
     * @throws PackingFailedException if nested calls have used up all levels
     */
    public function __construct(private readonly int $given, private readonly ?\Closure $callback)
    {
        self::checkFlags($given);
        $hasTimestamps = ($given & self::NATIVE_TIMESTAMPS) !== 0;
        parent::__construct($given & self::PACK_OPTIONS, $hasTimestamps ? [new TimestampExtension()] : []);
        $this->base = Callbacks::MAX_DEPTH - Callbacks::levelsLeft();
        $this->depth = $this->base;
        if ($this->base === Callbacks::MAX_DEPTH) {
            throw Errors::packingTooDeep();
        }
    }

    protected function packOther(mixed $value, int $depth): string
    {
        if ($this->packsByItself($value)) {
            return parent::packOther($value, $depth);
        }
        if ($this->callback === null) {
            throw self::unsupported($value);
        }
        $levels = $depth - $this->base;
        $arguments = ($this->given & self::NATIVE_PASS_DEPTH) !== 0 ? [$value, $levels] : [$value];
        $packed = Callbacks::call($this->callback, $arguments, $levels);
        if ($packed === null) {
            throw self::unsupported($value);
        }
        if (!\is_string($packed)) {
            throw new \TypeError(
                'brine_msgpack_pack(): Return value of argument #3 ($other) must be of type ?string, '
                . Arguments::typeName($packed) . ' returned',
            );
        }

        return $packed;
    }

    private static function checkFlags(int $flags): void
    {
        $known = self::PACK_OPTIONS | self::NATIVE_TYPES | self::NATIVE_TIMESTAMPS | self::NATIVE_PASS_DEPTH;
        if (($flags & ~$known) !== 0) {
            throw new InvalidOptionException("Unknown flags in $flags");
        }
        foreach (self::GROUPS as $group => $names) {
            $chosen = $flags & $group;
            if (($chosen & $chosen - 1) !== 0) {
                throw new InvalidOptionException("Only one of $names can be chosen");
            }
        }
    }

    /** An object created without its constructor, or with invalid values, is left to the callback. */
    private function packsByItself(mixed $value): bool
    {
        if ($value instanceof Timestamp) {
            return ($this->given & self::NATIVE_TIMESTAMPS) !== 0
                && \count((array) $value) === 2
                && $value->getNanoseconds() >= 0
                && $value->getNanoseconds() <= 999_999_999;
        }
        if (($this->given & self::NATIVE_TYPES) === 0) {
            return false;
        }

        return match (true) {
            $value instanceof Bin, $value instanceof Map => \count((array) $value) === 1,
            $value instanceof Ext => \count((array) $value) === 2
                && $value->type >= -128
                && $value->type <= 127
                && \strlen($value->data) <= self::MAX_PAYLOAD,
            default => false,
        };
    }

    private static function unsupported(mixed $value): PackingFailedException
    {
        $what = \is_object($value) ? 'an object of class ' . Arguments::shown($value::class) : 'a resource';

        return new PackingFailedException("$what cannot be packed", reason: 'unsupported_type');
    }
}
