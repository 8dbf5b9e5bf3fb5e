<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Internal\Errors;

/** Options of a Packer, for values that MessagePack has several types for. Use one constant of each of the three groups. */
final class PackOptions
{
    /** Strings become str, whatever they contain (default). */
    public const FORCE_STR = 0b00000001;
    /** Strings become bin. */
    public const FORCE_BIN = 0b00000010;
    /** Strings become str if they are valid UTF-8, otherwise bin. */
    public const DETECT_STR_BIN = 0b00000100;

    /** Arrays become arrays: their values in order, without their keys. */
    public const FORCE_ARR = 0b00001000;
    /** Arrays become maps. */
    public const FORCE_MAP = 0b00010000;
    /** Arrays become arrays if their keys are 0, 1, 2 and so on, in this order, otherwise maps (default). */
    public const DETECT_ARR_MAP = 0b00100000;

    /** Floats are rounded to 32 bits. */
    public const FORCE_FLOAT32 = 0b01000000;
    /** Floats keep their 64 bits (default). */
    public const FORCE_FLOAT64 = 0b10000000;

    private function __construct(
        private int $strBin,
        private int $arrMap,
        private int $float,
    ) {
    }

    public static function fromDefaults(): self
    {
        return new self(self::FORCE_STR, self::DETECT_ARR_MAP, self::FORCE_FLOAT64);
    }

    /**
     * @param int $bitmask of the constants; a group without a constant uses its default
     * @throws Exception\InvalidOptionException if a group has two constants, or a bit is unknown
     */
    public static function fromBitmask(int $bitmask): self
    {
        Errors::checkBits($bitmask, 0b11111111, self::class);

        return new self(
            Errors::oneOf($bitmask, 'str/bin', self::class, ['FORCE_STR', 'FORCE_BIN', 'DETECT_STR_BIN'], self::FORCE_STR),
            Errors::oneOf($bitmask, 'arr/map', self::class, ['FORCE_ARR', 'FORCE_MAP', 'DETECT_ARR_MAP'], self::DETECT_ARR_MAP),
            Errors::oneOf($bitmask, 'float', self::class, ['FORCE_FLOAT32', 'FORCE_FLOAT64'], self::FORCE_FLOAT64),
        );
    }

    public function isForceStrMode(): bool
    {
        return $this->strBin === self::FORCE_STR;
    }

    public function isForceBinMode(): bool
    {
        return $this->strBin === self::FORCE_BIN;
    }

    public function isDetectStrBinMode(): bool
    {
        return $this->strBin === self::DETECT_STR_BIN;
    }

    public function isForceArrMode(): bool
    {
        return $this->arrMap === self::FORCE_ARR;
    }

    public function isForceMapMode(): bool
    {
        return $this->arrMap === self::FORCE_MAP;
    }

    public function isDetectArrMapMode(): bool
    {
        return $this->arrMap === self::DETECT_ARR_MAP;
    }

    public function isForceFloat32Mode(): bool
    {
        return $this->float === self::FORCE_FLOAT32;
    }

    public function isForceFloat64Mode(): bool
    {
        return $this->float === self::FORCE_FLOAT64;
    }

    /** @return int the effective constants, one of each group */
    public function toBitmask(): int
    {
        return $this->strBin | $this->arrMap | $this->float;
    }
}
