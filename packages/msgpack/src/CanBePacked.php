<?php

declare(strict_types=1);

namespace Brine\MessagePack;

/** An object that packs itself. */
interface CanBePacked
{
    /** @return string packed bytes, which become part of the message as they are */
    public function pack(Packer $packer): string;
}
