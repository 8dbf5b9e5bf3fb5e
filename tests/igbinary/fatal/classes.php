<?php

/* A class for each hook. */

declare(strict_types=1);

namespace Brine\Tests\Igbinary\Fatal;

final class Custom
{
    public function __construct(public array $data = ['some' => 'data', 'more' => [1, 2.5]])
    {
    }

    public function __serialize(): array
    {
        Actions::do('__serialize');

        return $this->data;
    }

    public function __unserialize(array $data): void
    {
        Actions::do('__unserialize');
        $this->data = $data;
    }
}

final class Sleeper
{
    public mixed $some = ['data'];
    protected int $more = 5;

    public function __sleep(): array
    {
        Actions::do('__sleep');

        return ['some', 'more'];
    }

    public function __wakeup(): void
    {
        Actions::do('__wakeup');
    }
}

final class Old implements \Serializable
{
    public string $data = 'some data';

    public function serialize(): string
    {
        Actions::do('serialize');

        return $this->data;
    }

    public function unserialize(string $data): void
    {
        Actions::do('unserialize');
        $this->data = $data;
    }
}

/** Its __sleep() names a property that does not exist, of which PHP warns. */
final class Warned
{
    public int $some = 1;

    public function __sleep(): array
    {
        return ['some', 'none'];
    }
}

/** Bytes name another class of the same length, which is loaded. */
final class Missing
{
    public array $some = ['data'];
}
