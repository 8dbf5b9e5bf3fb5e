<?php

declare(strict_types=1);

namespace Brine\Examples\MessagePack;

use Brine\MessagePack\CanBePacked;
use Brine\MessagePack\Packer;

/** A string that is packed as a str, also by a packer that packs strings as bin: the reverse of Type\Bin. */
final class Text implements CanBePacked
{
    public function __construct(public readonly string $text)
    {
    }

    public function pack(Packer $packer): string
    {
        return $packer->packStr($this->text);
    }
}
