<?php

declare(strict_types=1);

namespace Brine\Tests\Classes;

use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

/** Random choices, repeatable by a word. */
final class Dice
{
    private readonly Randomizer $random;

    public function __construct(string $seed)
    {
        $this->random = new Randomizer(new Xoshiro256StarStar(\hash('sha256', $seed, true)));
    }

    public function below(int $number): int
    {
        return $this->random->getInt(0, $number - 1);
    }

    public function chance(int $percent): bool
    {
        return $this->random->getInt(1, 100) <= $percent;
    }

    /**
     * @template T
     * @param non-empty-list<T> $list
     * @return T
     */
    public function pick(array $list): mixed
    {
        return $list[$this->below(\count($list))];
    }
}
