<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class Product
{
    public function __construct(
        public readonly int $id,
        public readonly string $title,
        public readonly Category $category,
        public readonly float $price,
    ) {
    }
}
