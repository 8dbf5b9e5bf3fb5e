<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

/** An object whose hook looks for a class that need not be there. */
final class AskingThing
{
    public bool $hasIt = false;

    public function __construct(public string $name)
    {
    }

    /** @return array{string} */
    public function __serialize(): array
    {
        return [$this->name];
    }

    /** @param array{string} $data */
    public function __unserialize(array $data): void
    {
        [$this->name] = $data;
        $this->hasIt = \class_exists('Optional\Dependency');
    }
}
