<?php

declare(strict_types=1);

namespace Brine\Tests\Frameworks;

/** A cache of a framework, in one state of a recipe. All clients of a scenario share a store. */
final class Client
{
    /**
     * @param \Closure(string, mixed): mixed $set  stores a value
     * @param \Closure(string): mixed        $get  returns a value, or what the framework returns for a miss
     */
    public function __construct(public readonly \Closure $set, public readonly \Closure $get)
    {
    }
}
