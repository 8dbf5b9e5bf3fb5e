<?php

declare(strict_types=1);

namespace Brine\Bench\App;

class Collection
{
    protected $items = [];
    protected $escapeWhenCastingToString = false;

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
