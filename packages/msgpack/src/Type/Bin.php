<?php

declare(strict_types=1);

namespace Brine\MessagePack\Type;

use Brine\MessagePack\CanBePacked;
use Brine\MessagePack\Packer;

/** A string that is packed as a bin, whatever the packer's options say. Unpacked, it is a string. */
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
