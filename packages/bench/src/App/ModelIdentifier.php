<?php

declare(strict_types=1);

namespace Brine\Bench\App;

/** How a queue stores a model: by name and key. */
final class ModelIdentifier
{
    public function __construct(
        public string $class,
        public int|array $id,
        public array $relations,
        public ?string $connection,
        public ?string $collectionClass = null,
    ) {
    }
}
