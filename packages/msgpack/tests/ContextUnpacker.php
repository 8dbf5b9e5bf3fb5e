<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\BufferUnpacker;

/** An unpacker with a property that extensions can read, and a count of its clones. */
final class ContextUnpacker extends BufferUnpacker
{
    public string $context = '';
    public int $copies = 0;

    public function __clone()
    {
        $this->copies++;
        parent::__clone();
    }
}
