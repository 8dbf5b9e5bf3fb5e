<?php

/*
 * The hashes of the extension's tables, and values that collide in them. A hash that is computed in other ways than here makes the values of
 * attack.php harmless, which shows there in the column "twice".
 */

declare(strict_types=1);

namespace Brine\Tests\Complexity;

const MIX = 0x9E3779B9 << 32 | 0x7F4A7C15;
const MIX_TOKENS = 0xD6E8FEB8 << 32 | 0x6659FD93;

/** The product modulo 2 ** 64. */
function product(int $a, int $b): int
{
    [$a0, $a1, $a2, $a3] = [$a & 0xFFFF, $a >> 16 & 0xFFFF, $a >> 32 & 0xFFFF, $a >> 48 & 0xFFFF];
    [$b0, $b1, $b2, $b3] = [$b & 0xFFFF, $b >> 16 & 0xFFFF, $b >> 32 & 0xFFFF, $b >> 48 & 0xFFFF];
    $carry = $a0 * $b0;
    $result = $carry & 0xFFFF;
    $carry = ($carry >> 16) + $a1 * $b0 + $a0 * $b1;
    $result |= ($carry & 0xFFFF) << 16;
    $carry = ($carry >> 16) + $a2 * $b0 + $a1 * $b1 + $a0 * $b2;
    $result |= ($carry & 0xFFFF) << 32;
    $carry = ($carry >> 16) + $a3 * $b0 + $a2 * $b1 + $a1 * $b2 + $a0 * $b3;

    return $result | ($carry & 0xFFFF) << 48;
}

function folded(int $hash): int
{
    return $hash ^ ($hash >> 32 & 0xFFFFFFFF);
}

/** One step of the hash of a shape: the next key, an integer or the hash of a string. */
function shape_step(int $hash, int $key): int
{
    return folded(product($hash ^ $key, MIX));
}

/** One step of the hash of an array's tokens: the next two. */
function token_step(int $hash, int $tokens): int
{
    return folded(product($hash ^ $tokens, MIX_TOKENS));
}

/**
 * The second key of a map of two, so that all such maps have equal hashes. The hash begins with the number of keys, and each step only
 * depends on the hash before it, mixed with the key by an exclusive or: so any hash can be reached from any other.
 */
function second_key(int $first, int $target): int
{
    return shape_step(2, $first) ^ $target;
}

/**
 * The bits of the last of three doubles, so that all lists of three with the same middle have equal hashes. Tokens: the list's, then for each
 * double its kind and the two halves of its bits; a step takes two tokens, of which the first and the last double fill one each.
 */
function third_double(int $first, int $middle, int $target): int
{
    [$list, $double] = [6 | 3 << 3, 5];
    $hash = token_step(product(10, MIX), $list | $double << 32);
    $hash = token_step($hash, $first);
    $hash = token_step($hash, $double | $middle << 32);
    $hash = token_step($hash, ($middle >> 32 & 0xFFFFFFFF) | $double << 32);

    return $hash ^ $target;
}

function double(int $bits): float
{
    return unpack('e', pack('P', $bits))[1];
}

/** Text number $i of all those that have the same length and the same hash in PHP's hash tables: "Ez" and "FY" are interchangeable there. */
function equal_hash(int $i, int $bits = 20): string
{
    return strtr(sprintf("%0{$bits}b", $i), ['0' => 'Ez', '1' => 'FY']);
}
