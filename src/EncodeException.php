<?php

declare(strict_types=1);

namespace Brine;

/** A value cannot be encoded, or a key is too short to sign it. The extension, if loaded, defines a class of this name with the same methods. */
final class EncodeException extends Exception
{
    protected string $path = '';

    /** The place of the fault inside the value, such as $value['rows'][3]->owner; empty if the value is not at fault. */
    public function getPath(): string
    {
        return $this->path;
    }
}
