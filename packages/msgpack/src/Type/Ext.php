<?php

declare(strict_types=1);

namespace Brine\MessagePack\Type;

use Brine\MessagePack\CanBePacked;
use Brine\MessagePack\Packer;

/** A value of an extension type as it is in the message: what unpacking gives for types without an Extension. */
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
