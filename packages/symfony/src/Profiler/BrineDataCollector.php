<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Profiler;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\DataCollector\DataCollector;
use Symfony\Component\HttpKernel\DataCollector\LateDataCollectorInterface;

/**
 * The panel of the profiler.
 *
 * @phpstan-import-type Counts from Statistics
 */
final class BrineDataCollector extends DataCollector implements LateDataCollectorInterface
{
    public function __construct(private readonly Statistics $statistics)
    {
    }

    public function collect(Request $request, Response $response, ?\Throwable $exception = null): void
    {
        // Also counts writes after the response was sent.
    }

    public function lateCollect(): void
    {
        $this->data = [
            'formats' => $this->statistics->formats(),
            'unreadable' => $this->statistics->unreadableEntries(),
            'stale' => $this->statistics->staleEntries(),
            'unwritable' => $this->statistics->unwritableValues(),
            'extension' => \phpversion('brine'),
            'resident' => self::resident(),
        ];
    }

    /** @return array<string, int>|null hits, bytes and entries of this worker's resident values, or of all workers' ("workers") if they share them */
    private static function resident(): ?array
    {
        if (!\function_exists('brine_resident_status')) {
            return null;
        }
        $status = \brine_resident_status();
        $shared = \is_array($status['shared'] ?? null) ? $status['shared'] : [];
        $isShared = ($shared['state'] ?? '') === 'on';
        $numbers = [
            'hits' => $isShared ? $shared['hits'] ?? 0 : $status['hits'],
            'bytes' => $status['bytes'],
            'entries' => $status['entries'],
            'workers' => $isShared ? $shared['workers'] ?? 0 : 1,
        ];

        return \array_filter($numbers, \is_int(...));
    }

    public function getName(): string
    {
        return 'brine';
    }

    public function reset(): void
    {
        parent::reset();
        $this->statistics->reset();
    }

    /** @return array<string, Counts> */
    public function getFormats(): array
    {
        /** @var array<string, Counts> */
        return $this->data['formats'] ?? [];
    }

    /** Number of reads and writes. */
    public function getEntries(): int
    {
        return $this->sum('reads') + $this->sum('writes');
    }

    /** Bytes read and written. */
    public function getBytes(): int
    {
        return $this->sum('readBytes') + $this->sum('writtenBytes');
    }

    public function getUnreadable(): int
    {
        /** @var int */
        return $this->data['unreadable'] ?? 0;
    }

    public function getStale(): int
    {
        /** @var int */
        return $this->data['stale'] ?? 0;
    }

    public function getUnwritable(): int
    {
        /** @var int */
        return $this->data['unwritable'] ?? 0;
    }

    /** @return string|false the extension's version; false if it is not loaded */
    public function getExtension(): string|false
    {
        /** @var string|false */
        return $this->data['extension'] ?? false;
    }

    /** @return array<string, int>|null "hits", "bytes", "entries" of resident values, and "workers" that share them; null without the extension */
    public function getResident(): ?array
    {
        /** @var array<string, int>|null */
        return $this->data['resident'] ?? null;
    }

    /** @param key-of<Counts> $what */
    private function sum(string $what): int
    {
        return \array_sum(\array_column($this->getFormats(), $what));
    }
}
