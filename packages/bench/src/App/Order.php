<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class Order
{
    /** @param list<OrderLine> $lines */
    public function __construct(
        public readonly string $id,
        public readonly string $number,
        public readonly Status $status,
        public readonly Priority $priority,
        public readonly float $total,
        public readonly ?string $note,
        public readonly Moment $placedAt,
        public readonly ?Model $customer,
        public readonly array $lines,
    ) {
    }
}
