<?php

declare(strict_types=1);

namespace Brine\MessagePack\Type;

use Brine\MessagePack\CanBePacked;
use Brine\MessagePack\Packer;

/** A string packed as bin, whatever the packer's options say. Unpacks to a string. */
final class Bin implements CanBePacked
{
    public function __construct(public string $data)
    {
    }

    public function pack(Packer $packer): string
    {
        return $packer->packBin($this->data);
    }
}
