<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class Entry
{
    public function __construct(
        public readonly int $id,
        public readonly Status $status,
        public readonly Origin $origin,
        public readonly Priority $priority,
        public readonly ?int $level,
        public readonly bool $isOpen,
        public readonly Model $model,
    ) {
    }
}
