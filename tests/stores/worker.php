<?php

/*
 * One of several processes that use a store: worker.php CONFIG. Prints results and errors as JSON. Values contain their key and number, so
 * readers can check them; the parent adds up shared counters and lists.
 */

declare(strict_types=1);

namespace Brine\Tests\Stores;

require __DIR__ . '/common.php';

const OWN_KEYS = 100;
const SHARED_KEYS = 200;
const CLAIMS = 1000;

final class Work
{
    /** @var array<string, int|null> last text written to own keys, by number; null if deleted */
    private array $own = [];
    /** @var list<mixed> */
    private array $values = [];
    /** @var list<string> */
    private array $hashes = [];
    /** @var list<string> */
    public array $wrong = [];
    public int $operations = 0;
    public int $hits = 0;
    public int $counted = 0;
    public int $updated = 0;
    public int $claimed = 0;

    /** @param list<string> $texts */
    public function __construct(private object $store, array $texts, private \Random\Randomizer $random, private int $number)
    {
        foreach ($texts as $text) {
            $this->values[] = \unserialize($text);
            $this->hashes[] = \hash('xxh128', $text);
        }
    }

    public function step(): void
    {
        ++$this->operations;
        $dice = $this->random->getInt(0, 99);
        $isOwn = $this->random->getInt(0, 1) === 0;
        $key = $isOwn ? "own$this->number." . $this->random->getInt(0, OWN_KEYS - 1) : 'shared' . $this->random->getInt(0, SHARED_KEYS - 1);
        match (true) {
            $dice < 55 => $this->get($key, $isOwn),
            $dice < 80 => $this->set($key, $isOwn),
            $dice < 88 => $this->delete($key, $isOwn),
            $dice < 96 => $this->count(),
            $dice < 98 => $this->claim(),
            default => $this->update(),
        };
    }

    private function get(string $key, bool $isOwn): void
    {
        $value = $this->store->get($key, 'a miss');
        if ($value === 'a miss') {
            if ($isOwn && isset($this->own[$key])) {
                $this->wrong[] = "$key is lost";
            }

            return;
        }
        ++$this->hits;
        $number = \is_array($value) && ($value['key'] ?? '') === $key ? $value['number'] : null;
        if ($number === null || \hash('xxh128', \serialize($value['value'])) !== $this->hashes[$number]) {
            $this->wrong[] = "$key has something else: " . \substr(\serialize($value), 0, 200);
        } elseif ($isOwn && \array_key_exists($key, $this->own) && $this->own[$key] !== $number) {
            $this->wrong[] = "$key has text $number and not " . ($this->own[$key] ?? 'none');
        }
    }

    private function set(string $key, bool $isOwn): void
    {
        $number = $this->random->getInt(0, \count($this->values) - 1);
        if (!$this->store->set($key, ['key' => $key, 'number' => $number, 'value' => $this->values[$number]])) {
            $this->wrong[] = "$key is not written";
        }
        if ($isOwn) {
            $this->own[$key] = $number;
        }
    }

    private function delete(string $key, bool $isOwn): void
    {
        if (!$this->store->delete($key)) {
            $this->wrong[] = "$key is not deleted";
        }
        if ($isOwn) {
            $this->own[$key] = null;
        }
    }

    private function count(): void
    {
        $by = $this->random->getInt(1, 1000);
        $this->counted += $by;
        $now = $this->store->increment('counter', $by);
        if ($now < $this->counted) {
            $this->wrong[] = "the counter is $now, and $this->counted of it come from here";
        }
    }

    /** Of all that want the same one, one gets it. */
    private function claim(): void
    {
        $key = 'claim' . $this->random->getInt(0, CLAIMS - 1);
        $isMine = $this->store->add($key, [$this->number]);
        $owner = $this->store->get($key, [])[0] ?? null;
        if ($isMine) {
            ++$this->claimed;
        }
        if ($owner === null || $isMine && $owner !== $this->number) {
            $this->wrong[] = "$key is of " . \json_encode($owner) . ($isMine ? ', and was added here' : '');
        }
    }

    private function update(): void
    {
        ++$this->updated;
        $this->store->update('list', static fn (mixed $list): array => ['count' => ($list['count'] ?? 0) + 1, 'text' => \str_repeat('x', ($list['count'] ?? 0) % 50)]);
    }
}

corpus();
$config = \json_decode($argv[1], true);
$log = new Log();
$work = new Work(
    connect($config, $log),
    \unserialize((string) \file_get_contents($config['texts'])),
    new \Random\Randomizer(new \Random\Engine\Mt19937($config['seed'])),
    $config['number'],
);
$usage = \getrusage();
$start = \microtime(true);
$until = isset($config['seconds']) ? $start + $config['seconds'] : \INF;
$most = $config['operations'] ?? \PHP_INT_MAX;
try {
    while ($work->operations < $most && \count($work->wrong) < 10 && \microtime(true) < $until) {
        $work->step();
    }
} catch (\Throwable $error) {
    $work->wrong[] = (string) $error;
}
$seconds = \microtime(true) - $start;
$after = \getrusage();
$cpu = 0.0;
foreach (['ru_utime', 'ru_stime'] as $kind) {
    $cpu += $after["$kind.tv_sec"] - $usage["$kind.tv_sec"] + ($after["$kind.tv_usec"] - $usage["$kind.tv_usec"]) / 1e6;
}
// For a worker without the dictionaries' directory, entries that need a dictionary are misses.
$unknown = isset($config['directory']) ? [] : \array_filter($log->messages, static fn (string $message): bool => \str_contains($message, 'needs the dictionary'));
echo \json_encode([
    'operations' => $work->operations, 'hits' => $work->hits, 'counted' => $work->counted, 'updated' => $work->updated, 'claimed' => $work->claimed, 'cpu' => $cpu,
    'seconds' => $seconds, 'unknown' => \count($unknown), 'wrong' => [...$work->wrong, ...\array_slice(\array_values(\array_diff($log->messages, $unknown)), 0, 10)],
], \JSON_INVALID_UTF8_SUBSTITUTE);
