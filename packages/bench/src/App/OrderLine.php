<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class OrderLine
{
    public function __construct(
        public readonly string $sku,
        public readonly int $quantity,
        public readonly float $price,
        public readonly ?Product $product,
    ) {
    }
}
