<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\Logger\LoggerChannelInterface;

/** Keeps what is logged. */
final class Log implements LoggerChannelInterface
{
    /** @var list<array<string, mixed>> the values of each line */
    public array $lines = [];

    /** @var list<array<string, mixed>> the same of those at the level of information */
    public array $infos = [];

    public function info(string|\Stringable $message, array $context = []): void
    {
        $this->infos[] = $context;
    }

    public function warning(string|\Stringable $message, array $context = []): void
    {
        $this->lines[] = $context;
    }
}
