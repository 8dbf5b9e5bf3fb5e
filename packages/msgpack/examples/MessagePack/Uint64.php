<?php

declare(strict_types=1);

namespace Brine\Examples\MessagePack;

use Brine\MessagePack\CanBePacked;
use Brine\MessagePack\Packer;

/** An integer from 0 to 2^64 - 1, of which PHP's own integers have the lower half. Unpacked above, it is a string of digits. */
final class Uint64 implements CanBePacked
{
    private readonly int $bits;

    /**
     * @param string $digits decimal
     * @throws \InvalidArgumentException if it is no such integer
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
