<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Its cases cannot be serialized by PHP 8.2 any more once array_walk() was given one. */
enum WalkedSuit
{
    case Hearts;
    case Spades;

    public const Trump = self::Hearts;

    /** @param \Closure(string): string $rename */
    public function walk(\Closure $rename): void
    {
        $case = $this;
        try {
            \array_walk($case, static function (mixed &$name) use ($rename): void {
                $name = $rename(\is_string($name) ? $name : '');
            });
        } catch (\Error) {
            // Where PHP does not let it.
        }
    }
}
