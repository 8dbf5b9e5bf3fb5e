<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Loop;

/** Its hooks do what the request has them do. */
final class Acting
{
    public static ?\Closure $reading = null;
    public static ?\Closure $writing = null;

    public function __construct(public mixed $data = null)
    {
    }

    /** @return list<mixed> */
    public function __serialize(): array
    {
        if (self::$writing !== null) {
            (self::$writing)();
        }

        return [$this->data];
    }

    /** @param list<mixed> $data */
    public function __unserialize(array $data): void
    {
        if (self::$reading !== null) {
            (self::$reading)();
        }
        $this->data = $data[0];
    }
}
