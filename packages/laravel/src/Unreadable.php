<?php

declare(strict_types=1);

namespace Brine\Laravel;

use Brine\DecodeException;
use Brine\Laravel\Events\CacheEntryUnreadable;
use Brine\StaleEntries;
use Illuminate\Container\Container as GlobalContainer;
use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Events\Dispatcher;
use Psr\Log\LoggerInterface;

/**
 * Handles unreadable entries: each is a miss, reported once, and again when its bytes change or in another process. An entry with a class that has
 * changed is an event and no fault: one line in the log for each class.
 */
final class Unreadable
{
    /** How many reported entries are remembered. */
    private const MAX = 1000;

    /** @var array<string, int> checksums by key */
    private array $told = [];

    private StaleEntries $stale;

    /** @param string $onCorrupt "log", "report" or "throw" */
    public function __construct(private Container $container, private string $store, private string $onCorrupt)
    {
        $this->stale = new StaleEntries();
    }

    /** @throws \Throwable the error itself, if the setting is "throw" */
    public function tell(\Throwable $error, string $key, string $data): void
    {
        if ($this->stale->note($error, $this->make(LoggerInterface::class), ['store' => $this->store, 'key' => $key]) !== null) {
            $this->make(Dispatcher::class)->dispatch(new CacheEntryUnreadable($this->store, $key, 'stale_class', $error));

            return;
        }
        $isNew = ($this->told[$key] ?? null) !== \crc32($data);
        if ($isNew) {
            $this->told = \count($this->told) < self::MAX ? $this->told : [];
            $this->told[$key] = \crc32($data);
            $reason = match (true) {
                $error instanceof DecodeException => $error->getReason(),
                $error instanceof ClassUnavailable => $error->reason,
                default => 'exception',
            };
            $this->make(Dispatcher::class)->dispatch(new CacheEntryUnreadable($this->store, $key, $reason, $error));
            match ($this->onCorrupt) {
                'log' => $this->make(LoggerInterface::class)->warning(
                    'A cache entry cannot be read and is taken for a miss: ' . $error->getMessage(),
                    ['store' => $this->store, 'key' => $key, 'reason' => $reason],
                ),
                'report' => $this->make(ExceptionHandler::class)->report($error),
                default => null,
            };
        }
        if ($this->onCorrupt === 'throw') {
            throw $error;
        }
    }

    /**
     * Octane empties the copy of the application in which a request has made the store: then another one is the application.
     *
     * @template T of object
     * @param class-string<T> $class
     * @return T
     */
    private function make(string $class): object
    {
        $container = $this->container->bound($class) ? $this->container : GlobalContainer::getInstance();

        return $container->make($class);
    }
}
