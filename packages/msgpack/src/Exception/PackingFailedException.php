<?php

declare(strict_types=1);

namespace Brine\MessagePack\Exception;

/** A value cannot be packed. The extension, if loaded, defines a class of this name with the same methods. */
class PackingFailedException extends \Brine\Exception
{
    protected string $reason = '';

    public function __construct(
        string $message = '',
        int $code = 0,
        ?\Throwable $previous = null,
        string $reason = '',
    ) {
        parent::__construct($message, $code, $previous);
        $this->reason = $reason;
    }

    /** @return string a short, stable word (docs/msgpack.md) */
    public function getReason(): string
    {
        return $this->reason;
    }
}
