<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Psr\Log\AbstractLogger;

/** Keeps what is logged. */
final class TestLogger extends AbstractLogger
{
    /** @var list<string> */
    public array $messages = [];

    /** @var list<mixed> messages at the level of information that name the error */
    public array $infos = [];

    /**
     * @param mixed $level
     * @param array<mixed> $context
     */
    public function log($level, string|\Stringable $message, array $context = []): void
    {
        if ($level === 'info' && isset($context['message'])) {
            $this->infos[] = $context['message'];
        }
        if (\in_array($level, ['warning', 'error', 'critical'], true)) {
            $key = $context['key'] ?? '';
            $this->messages[] = \str_replace('{key}', \is_scalar($key) ? (string) $key : '', (string) $message);
        }
    }

    /** @return list<string> what was logged since the last call */
    public function take(): array
    {
        [$messages, $this->messages] = [$this->messages, []];

        return $messages;
    }
}
