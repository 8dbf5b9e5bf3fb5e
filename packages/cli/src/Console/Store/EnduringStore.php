<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Console\Failed;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Sized;
use Brine\Migration\Store;

/**
 * A Redis whose servers may fail over: what fails is tried again by a new connection, for a minute. A cursor of another server begins anew, so no
 * entry is left out.
 *
 * @internal
 */
final class EnduringStore implements Sized, Store
{
    private const PAUSE_MICROSECONDS = 250_000;

    /** Answers of a server that another one, or the same one later, does not give. */
    private const PASSING = '/\b(?:READONLY|CLUSTERDOWN|MASTERDOWN|LOADING|TRYAGAIN|MOVED|ASK|NOREPLICAS)\b|Connect anew/';

    private Store $walk;
    private Store $writer;

    /** The walk that the last batch comes from. */
    private ?Store $last = null;
    private ?string $notice = null;

    /**
     * @param \Closure(): array{Store, Store} $open connects; the second store replaces entries of any batch
     * @param float $patience seconds
     * @throws \Exception if that fails the first time
     */
    public function __construct(private readonly \Closure $open, private readonly float $patience = 60.0)
    {
        [$this->walk, $this->writer] = $open();
    }

    public function next(?string $cursor, int $size): Batch
    {
        $batch = $this->endure(fn (): Batch => $this->walk->next($cursor, $size));
        $this->last = $this->walk;
        [$notice, $this->notice] = [$this->notice, null];

        return $notice === null ? $batch : new Batch($batch->entries, $batch->cursor, $batch->inaccessible, $batch->notice === null ? $notice : "$notice. $batch->notice");
    }

    public function replace(Entry $entry, string $data): bool
    {
        $isAgain = false;

        return $this->endure(function () use ($entry, $data, &$isAgain): bool {
            [$wasAgain, $isAgain] = [$isAgain, true];
            $store = $this->last === $this->walk ? $this->walk : $this->writer;

            // The first attempt may have succeeded without an answer.
            return $store->replace($entry, $data) || ($wasAgain && $store->replace(new Entry($entry->key, $data), $data));
        });
    }

    public function size(): ?int
    {
        return $this->endure(fn (): ?int => $this->walk instanceof Sized ? $this->walk->size() : null);
    }

    /**
     * @template T
     * @param \Closure(): T $do
     * @return T
     * @throws Failed if the servers do not answer for too long
     */
    private function endure(\Closure $do): mixed
    {
        $end = null;
        for ($isOpen = true; ; \usleep(self::PAUSE_MICROSECONDS)) {
            try {
                if (!$isOpen) {
                    [$this->walk, $this->writer] = ($this->open)();
                    $isOpen = true;
                }

                return $do();
            } catch (\Exception $error) {
                if (!self::isPassing($error)) {
                    throw match (true) {
                        \str_contains($error->getMessage(), 'CROSSSLOT') => new Failed('This server belongs to a cluster: write redis+cluster://host:port', 0, $error),
                        \str_contains($error->getMessage(), 'NOAUTH') => new Failed("{$error->getMessage()} Give the password by --password-env NAME, or as redis://:password@host", 0, $error),
                        default => $error,
                    };
                }
                $isOpen = false;
                $end ??= \microtime(true) + $this->patience;
                if (\microtime(true) >= $end) {
                    throw new Failed(\sprintf('Redis does not answer for %.0f seconds: %s', $this->patience, $error->getMessage()), 0, $error);
                }
                $this->notice ??= 'Redis was connected to anew (' . \rtrim($error->getMessage(), '.') . ')';
            }
        }
    }

    private static function isPassing(\Exception $error): bool
    {
        $message = $error->getMessage();

        return match (true) {
            \preg_match('/\b(?:NOAUTH|WRONGPASS|NOPERM)\b/', $message) === 1 => false,
            $error instanceof Unavailable, $error instanceof \RedisException, $error instanceof \Predis\CommunicationException => true,
            default => $error::class === \RuntimeException::class && \preg_match(self::PASSING, $message) === 1,
        };
    }
}
