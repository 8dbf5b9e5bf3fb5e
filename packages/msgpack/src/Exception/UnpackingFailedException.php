<?php

declare(strict_types=1);

namespace Brine\MessagePack\Exception;

/** Bytes cannot be unpacked. The extension, if loaded, defines a class of this name with the same methods. */
class UnpackingFailedException extends \Brine\Exception
{
    protected int $offset = 0;
    protected string $reason = '';

    public function __construct(
        string $message = '',
        int $code = 0,
        ?\Throwable $previous = null,
        int $offset = 0,
        string $reason = '',
    ) {
        parent::__construct($message, $code, $previous);
        $this->offset = $offset;
        $this->reason = $reason;
    }

    /** @return int in bytes from the start of the buffer: the first byte of the value or key at fault */
    public function getOffset(): int
    {
        return $this->offset;
    }

    /** @return string a short, stable word (docs/msgpack.md) */
    public function getReason(): string
    {
        return $this->reason;
    }
}
