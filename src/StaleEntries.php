<?php

declare(strict_types=1);

namespace Brine;

use Psr\Log\LoggerInterface;

/**
 * Counts the entries that are misses because a class has changed since they were written. A deployment makes them: they are no damage, and one line
 * in the log for each class says enough.
 */
final class StaleEntries
{
    private const MESSAGE = '/(\S+) has changed since this was written \(/';

    /** @var array<string, int> */
    private array $counts = [];

    /**
     * Counts an entry, and logs the first one of a class.
     *
     * @param \Throwable $error why the entry could not be read
     * @param array<string, mixed> $context for the log
     * @return bool|null whether this is the first entry of its class; null if the error is another one
     */
    public function note(\Throwable $error, ?LoggerInterface $logger = null, array $context = []): ?bool
    {
        if (!$error instanceof DecodeException || $error->getReason() !== 'stale_class') {
            return null;
        }
        $class = \preg_match(self::MESSAGE, $error->getMessage(), $match) === 1 ? $match[1] : '';
        $this->counts[$class] = ($this->counts[$class] ?? 0) + 1;
        $isFirst = $this->counts[$class] === 1;
        if ($isFirst) {
            $logger?->info('Entries written before a class has changed are misses: {message}', ['message' => $error->getMessage()] + $context);
        }

        return $isFirst;
    }

    /** @return array<string, int> entries by class */
    public function counts(): array
    {
        return $this->counts;
    }
}
