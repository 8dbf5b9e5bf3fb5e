<?php

declare(strict_types=1);

namespace Brine\MessagePack\Type;

use Brine\MessagePack\CanBePacked;
use Brine\MessagePack\Packer;

/** A raw value of an extension type: the result of unpacking a type without an Extension. */
final class Ext implements CanBePacked
{
    /**
     * @param int $type -128 to 127
     * @param string $data the payload
     */
    public function __construct(public int $type, public string $data)
    {
    }

    public function pack(Packer $packer): string
    {
        return $packer->packExt($this->type, $this->data);
    }
}
