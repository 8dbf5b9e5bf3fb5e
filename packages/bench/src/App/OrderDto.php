<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class OrderDto
{
    public function __construct(
        public int $id,
        public int $user_id,
        public string $sku,
        public int $quantity,
        public float $total,
        public string $currency,
        public string $status,
        public ?string $shipped_at,
    ) {
    }
}
