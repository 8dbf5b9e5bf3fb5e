<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** The payload is not what docs/format.md describes. */
final class MalformedPayload extends \RuntimeException
{
    /**
     * @param int    $offset Byte offset of the first byte of what is wrong: a tag, a number, the bytes of a string.
     * @param string $reason One of the reason keys of tests/vectors/README.md.
     */
    public function __construct(
        public readonly int $offset,
        public readonly string $reason,
        string $message,
    ) {
        parent::__construct("$message at offset $offset ($reason)");
    }
}
