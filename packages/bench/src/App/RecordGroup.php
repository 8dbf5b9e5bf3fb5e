<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class RecordGroup
{
    public function __construct(
        public readonly Category $category,
        public readonly array $records,
        public readonly array $models,
    ) {
    }
}
