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
 * A map of five keys with a chosen second one, such that all these maps have equal hashes and marks. Each hash step is an exclusive or with the
 * key, so any hash can be reached.
 *
 * @return array<int, int>
 */
function map_of_five(int $second, int $target): array
{
    $hash = shape_step(shape_step(shape_step(5, -1), $second), 0);

    return [-1 => 0, $second => 0, 0 => 0, $hash ^ $target => 0, 1 => 0];
}

/**
 * A list with two doubles, the first one chosen, such that all these lists have equal hashes and marks. Marks use tokens that are constants or
 * kinds here; the second double's bits are one step of the hash.
 *
 * @return list<mixed>
 */
function list_of_seven(int $bits, int $target): array
{
    [$list, $true, $double] = [6 | 7 << 3, 3 | 2 << 3, 5];
    $hash = token_step(product(12, MIX), $list | $true << 32);
    $hash = token_step($hash, $double | $bits << 32);
    $hash = token_step($hash, ($bits >> 32 & 0xFFFFFFFF) | $double << 32);

    return [true, double($bits), double($hash ^ $target), 'x', 'y', 'z', null];
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
