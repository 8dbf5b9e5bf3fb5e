<?php

declare(strict_types=1);

namespace Brine\MessagePack;

/**
 * Packs values that MessagePack has no type for: resources, and objects that are not CanBePacked. Pass it to Packer's constructor or to
 * Packer::extendWith().
 */
interface CanPack
{
    /**
     * @param mixed $value an object that is not CanBePacked, or a resource
     * @return string|null packed bytes, which become part of the message as they are, or null to leave the value to
     *     the next transformer
     */
    public function pack(Packer $packer, mixed $value): ?string;
}
