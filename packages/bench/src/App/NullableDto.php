<?php

declare(strict_types=1);

namespace Brine\Bench\App;

/** A row of rows_nullable() as an object. */
final class NullableDto
{
    public function __construct(
        public ?int $id,
        public ?int $parent,
        public ?string $label,
        public ?float $score,
        public ?bool $visible,
        public ?bool $locked,
        public ?bool $approved,
    ) {
    }
}
