<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Loop;

final class Plain
{
    /** @param list<mixed> $list */
    public function __construct(public int $id = 0, protected ?string $name = null, private array $list = [])
    {
    }

    /** @return array{?string, list<mixed>} */
    public function rest(): array
    {
        return [$this->name, $this->list];
    }
}
