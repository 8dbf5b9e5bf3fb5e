<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

/** Cannot be read. */
final class Unhappy
{
    public function __construct(public string $message)
    {
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        $message = $data['message'] ?? 'never again';
        throw new \RuntimeException(\is_string($message) ? $message : '');
    }
}
