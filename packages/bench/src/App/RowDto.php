<?php

declare(strict_types=1);

namespace Brine\Bench\App;

/** A row of rowset() as an object. */
final class RowDto
{
    /** @param ?list<string> $tags */
    public function __construct(
        public int $id,
        public int $user_id,
        public string $name,
        public string $created_at,
        public float $amount,
        public bool $active,
        public ?array $tags,
    ) {
    }
}
