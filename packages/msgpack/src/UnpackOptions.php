<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Internal\Errors;

/** How a BufferUnpacker handles integers that exceed PHP's range, and what it rejects. */
final class UnpackOptions
{
    /** Integers above PHP_INT_MAX become strings of decimal digits (default). */
    public const BIGINT_AS_STR = 0b0001;
    /** Integers above PHP_INT_MAX become GMP objects. */
    public const BIGINT_AS_GMP = 0b0010;
    /** Integers above PHP_INT_MAX become Decimal\Decimal objects. */
    public const BIGINT_AS_DEC = 0b0100;

    /** Every str, value or key, must be valid UTF-8. */
    public const VALIDATE_UTF8 = 0b1000;

    public const DEFAULT_MAX_DEPTH = 4096;
    public const DEFAULT_MAX_ELEMENTS = 1 << 24;

    private function __construct(
        private int $bigInt,
        private bool $validateUtf8,
        private int $maxDepth = self::DEFAULT_MAX_DEPTH,
        private int $maxElements = self::DEFAULT_MAX_ELEMENTS,
    ) {
    }

    public static function fromDefaults(): self
    {
        return new self(self::BIGINT_AS_STR, false);
    }

    /**
     * @param int $bitmask of the constants
     * @throws Exception\InvalidOptionException if there are two BIGINT constants, or a bit is unknown
     */
    public static function fromBitmask(int $bitmask): self
    {
        Errors::checkBits($bitmask, 0b1111, self::class);

        return new self(
            Errors::oneOf(
                $bitmask,
                'bigint',
                self::class,
                ['BIGINT_AS_STR', 'BIGINT_AS_GMP', 'BIGINT_AS_DEC'],
                self::BIGINT_AS_STR,
            ),
            ($bitmask & self::VALIDATE_UTF8) !== 0,
        );
    }

    /**
     * @param int $levels nesting of arrays, maps and extensions, 1 to 4096
     * @throws Exception\InvalidOptionException if out of range
     */
    public function withMaxDepth(int $levels): self
    {
        if ($levels < 1 || $levels > self::DEFAULT_MAX_DEPTH) {
            throw new Exception\InvalidOptionException("Invalid option max depth $levels, use 1 to 4096");
        }
        $options = clone $this;
        $options->maxDepth = $levels;

        return $options;
    }

    /**
     * @param int $elements total of array elements and map entries in one message, at least 1; each value that an extension unpacks counts as a
     *     separate message
     * @throws Exception\InvalidOptionException if out of range
     */
    public function withMaxElements(int $elements): self
    {
        if ($elements < 1) {
            throw new Exception\InvalidOptionException("Invalid option max elements $elements, use 1 or more");
        }
        $options = clone $this;
        $options->maxElements = $elements;

        return $options;
    }

    public function withUtf8Validation(bool $validate = true): self
    {
        $options = clone $this;
        $options->validateUtf8 = $validate;

        return $options;
    }

    public function isBigIntAsStrMode(): bool
    {
        return $this->bigInt === self::BIGINT_AS_STR;
    }

    public function isBigIntAsGmpMode(): bool
    {
        return $this->bigInt === self::BIGINT_AS_GMP;
    }

    public function isBigIntAsDecMode(): bool
    {
        return $this->bigInt === self::BIGINT_AS_DEC;
    }

    public function isUtf8Validated(): bool
    {
        return $this->validateUtf8;
    }

    public function getMaxDepth(): int
    {
        return $this->maxDepth;
    }

    public function getMaxElements(): int
    {
        return $this->maxElements;
    }
}
