<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** The payload is not what docs/format.md and docs/reference/ describe. */
final class MalformedPayload extends \RuntimeException
{
    /** Byte offset, once the error has its place. */
    public ?int $offset = null;

    /** @param string $reason One of docs/reference/errors.md. */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct("$message ($reason)");
    }

    /** Gives the error its place, unless something further inside did. */
    public function placedAt(int $offset): self
    {
        if ($this->offset === null) {
            $this->offset = $offset;
            $this->message .= " at offset $offset";
        }

        return $this;
    }
}
