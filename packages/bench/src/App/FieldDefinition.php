<?php

declare(strict_types=1);

namespace Brine\Bench\App;

/** A field's definition in a content system; its __sleep() omits what can be recomputed. */
final class FieldDefinition
{
    protected mixed $storage = null;

    /**
     * @param array<string, mixed> $definition
     * @param array<string, mixed> $settings
     */
    public function __construct(
        protected array $definition,
        protected string $type,
        protected array $settings,
        private bool $isRequired,
        public int $weight,
    ) {
        $this->storage = 'of this process';
    }

    /** @return list<string> */
    public function __sleep(): array
    {
        $names = \get_object_vars($this);
        unset($names['storage']);

        return \array_keys($names);
    }

    /** @return array{bool, mixed} */
    public function state(): array
    {
        return [$this->isRequired, $this->storage];
    }
}
