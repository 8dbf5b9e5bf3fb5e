<?php

declare(strict_types=1);

namespace Brine\Examples\MessagePack;

use Brine\MessagePack\CanBePacked;
use Brine\MessagePack\Packer;

/** An integer from 0 to 2^64 - 1, twice the range of PHP's own. Above PHP_INT_MAX, it unpacks to a string of digits. */
final class Uint64 implements CanBePacked
{
    private readonly int $bits;

    /**
     * @param string $digits decimal
     * @throws \InvalidArgumentException if it is not such an integer
     */
    public function __construct(public readonly string $digits)
    {
        if (!\preg_match('/^(0|[1-9]\d{0,19})$/D', $digits)) {
            throw new \InvalidArgumentException("Not an integer from 0 to 18446744073709551615: $digits");
        }
        // Upper and lower 32 bits, by long division in base 10.
        $high = 0;
        $low = 0;
        foreach (\str_split($digits) as $digit) {
            $low = $low * 10 + (int) $digit;
            $high = $high * 10 + ($low >> 32);
            $low &= 0xffffffff;
        }
        if ($high > 0xffffffff) {
            throw new \InvalidArgumentException("Not an integer from 0 to 18446744073709551615: $digits");
        }
        $this->bits = $high << 32 | $low;
    }

    public function pack(Packer $packer): string
    {
        return $this->bits >= 0 ? $packer->packInt($this->bits) : "\xcf" . \pack('J', $this->bits);
    }
}
