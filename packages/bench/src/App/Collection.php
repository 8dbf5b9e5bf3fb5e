<?php

declare(strict_types=1);

namespace Brine\Bench\App;

class Collection
{
    /** @var list<Model> */
    protected $items = [];
    protected $escapeWhenCastingToString = false;

    /** @param list<Model> $items */
    public function __construct(array $items)
    {
        $this->items = $items;
    }

    /** @return list<Model> */
    public function items(): array
    {
        return $this->items;
    }
}
