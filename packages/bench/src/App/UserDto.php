<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class UserDto
{
    /** @param list<string> $tags */
    public function __construct(
        public int $id,
        public int $tenant_id,
        public string $name,
        public string $email,
        public ?string $phone,
        public string $created_at,
        public bool $is_active,
        public array $tags,
    ) {
    }
}
