<?php

declare(strict_types=1);

namespace Brine;

/** A payload cannot be decoded. The extension, if loaded, defines a class of this name with the same methods. */
final class DecodeException extends Exception
{
    protected int $offset = 0;
    protected string $reason = '';
    protected string $path = '$value';

    /** The byte offset in the payload of the value, key or name at fault; the payload's size if it ends too early. */
    public function getOffset(): int
    {
        return $this->offset;
    }

    /** A short, stable word for what is wrong, such as "truncated" or "max_depth". */
    public function getReason(): string
    {
        return $this->reason;
    }

    /** The place of the fault inside the value, such as $value['rows'][3]->owner; $value if it is not known. */
    public function getPath(): string
    {
        return $this->path;
    }
}
