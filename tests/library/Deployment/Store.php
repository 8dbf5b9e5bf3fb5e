<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Deployment;

/** A framework's cache in a request. */
interface Store
{
    /** @return bool whether the value is stored */
    public function save(string $key, mixed $value): bool;

    /** @return array{mixed}|null the value; null for a miss */
    public function find(string $key): ?array;

    /**
     * What this request has logged.
     *
     * @return array{stale: list<string>, damaged: int} classes in lines at the level of information, and entries that are named in warnings
     */
    public function logged(): array;
}
