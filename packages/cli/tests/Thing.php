<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

final class Thing
{
    public int $plain = 1;
    private int $hidden = 2;

    public function hidden(): int
    {
        return $this->hidden;
    }
}
