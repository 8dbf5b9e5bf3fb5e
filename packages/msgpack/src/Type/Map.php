<?php

declare(strict_types=1);

namespace Brine\MessagePack\Type;

use Brine\MessagePack\CanBePacked;
use Brine\MessagePack\Packer;

/** An array packed as a map, even if it is a list or empty. Unpacks to an array. */
final class Map implements CanBePacked
{
    /** @param array<mixed> $map */
    public function __construct(public array $map)
    {
    }

    public function pack(Packer $packer): string
    {
        return $packer->packMap($this->map);
    }
}
