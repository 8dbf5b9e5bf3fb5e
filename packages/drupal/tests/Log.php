<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\Logger\LoggerChannelInterface;

/** Keeps what is logged. */
final class Log implements LoggerChannelInterface
{
    /** @var list<array<string, mixed>> the values of each line */
    public array $lines = [];

    public function warning(string|\Stringable $message, array $context = []): void
    {
        $this->lines[] = $context;
    }
}
