<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class Page
{
    /** @param list<array> $lines */
    public function __construct(public string $title, public array $lines)
    {
    }
}
