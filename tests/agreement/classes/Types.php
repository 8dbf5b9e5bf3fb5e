<?php

declare(strict_types=1);

namespace Brine\Tests\Classes;

/** Types of generated properties, expressions for their defaults, and values for them. */
final class Types
{
    /** @var array<string, list<string>> defaults of each type; '' stands for no type */
    public const DEFAULTS = [
        '' => ['1', "'text'", 'null', "[1, 'key' => 2]", '1.5', 'true'],
        'int' => ['0', '-5', '70000'],
        '?int' => ['null', '7'],
        'float' => ['0.5', '-1.0E+20'],
        'string' => ["''", "'default'"],
        'bool' => ['false'],
        'array' => ['[]', "['a' => [1, 2]]"],
        '?array' => ['null', '[1.5]'],
        'mixed' => ['null', "['mixed']"],
        'int|string' => ['3', "'three'"],
        'iterable' => ['[1]'],
        'object' => [],
        '?object' => ['null'],
        '?\\DateTimeInterface' => ['null'],
        'Suit' => ['Suit::Hearts', 'Suit::Spades'],
        'Suit|int|null' => ['null', 'Suit::Spades', '1'],
    ];

    public static function value(string $type, Dice $dice, Objects $objects): mixed
    {
        return match ($type) {
            '', 'mixed' => self::any($dice, $objects),
            'int' => $dice->below(100_000) - 50,
            '?int' => $dice->chance(30) ? null : $dice->below(300),
            'float' => $dice->below(1000) / 8,
            'string' => self::text($dice),
            'bool' => $dice->chance(50),
            'array', 'iterable' => self::list($dice, $objects),
            '?array' => $dice->chance(30) ? null : self::list($dice, $objects),
            'int|string' => $dice->chance(50) ? $dice->below(100) : self::text($dice),
            'object' => $objects->any(),
            '?object' => $dice->chance(40) ? null : $objects->any(),
            '?\\DateTimeInterface' => $dice->chance(40) ? null : new \DateTimeImmutable('@' . $dice->below(1_000_000)),
            'Suit' => $objects->suit($dice->below(2)),
            'Suit|int|null' => [null, $dice->below(9), $objects->suit($dice->below(2))][$dice->below(3)],
        };
    }

    private static function text(Dice $dice): string
    {
        return $dice->pick(['', 'a', 'p0', 'same text', "text {$dice->below(1000)}", \str_repeat('long ', $dice->below(20))]);
    }

    /** @return array<mixed> */
    private static function list(Dice $dice, Objects $objects): array
    {
        return match ($dice->below(4)) {
            0 => [],
            1 => \range(1, 1 + $dice->below(12)),
            2 => ['key' => self::any($dice, $objects), 7 => $dice->below(9)],
            3 => [self::any($dice, $objects), self::text($dice)],
        };
    }

    private static function any(Dice $dice, Objects $objects): mixed
    {
        return match ($dice->below(9)) {
            0 => null,
            1, 2 => $dice->below(1000),
            3, 4 => self::text($dice),
            5 => $dice->below(100) / 4,
            6 => self::list($dice, $objects),
            7 => $objects->any(),
            8 => $dice->chance(50),
        };
    }
}
