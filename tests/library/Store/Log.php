<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Psr\Log\AbstractLogger;

/** Records a store's log. */
final class Log extends AbstractLogger
{
    /** @var list<string> reasons and keys */
    public array $entries = [];

    /** @param array<mixed> $context */
    public function log(mixed $level, string|\Stringable $message, array $context = []): void
    {
        if ($level === 'warning' && (string) $message === 'The entry {key} cannot be read, and is a miss: {message}') {
            $reason = \is_string($context['reason']) ? $context['reason'] : '';
            $this->entries[] = $reason . ' ' . (\is_string($context['key']) ? $context['key'] : '');
        } else {
            $this->entries[] = (string) $message;
        }
    }
}
