<?php

declare(strict_types=1);

namespace Brine\Training;

use Brine\Format\Encoder\Strings;

/**
 * Chooses a compression preset: pieces that occur in many payloads, the best at the end, where distances are shortest.
 *
 * Greedy choice by gain per byte, as in "Effective construction of relative Lempel-Ziv dictionaries" (Liao et al., 2016), zstd's COVER.
 *
 * @internal
 */
final class Presets
{
    /** Bytes of a window. */
    public const WINDOW = 6;

    /** A piece has at most this many bytes. */
    private const PIECE = 256;

    /** Limit of the payload bytes that pieces are taken from; each byte takes some hundreds of bytes of memory. */
    private const MAX = 1 << 20;

    /** @var array<array-key, array{int, float}> number of payloads with each window, and the sum of their weights */
    private array $windows = [];

    /** @var list<list<string>> the accepted parts of each payload */
    private array $payloads = [];

    private int $bytes = 0;

    /**
     * @param int $minSupport least number of payloads with each window of a piece; at least 2
     * @param (\Closure(string, mixed): bool)|null $filter
     */
    public function __construct(private readonly int $minSupport, private readonly ?\Closure $filter)
    {
    }

    /**
     * @param string       $value   the bytes after the id, of a payload with the dictionary
     * @param list<string> $strings strings that it may contain in full
     */
    public function add(string $value, array $strings): void
    {
        $parts = [$value];
        foreach ($strings as $string) {
            $form = (new Strings(null))->define($string, true);
            $isRefused = $this->filter !== null && !($this->filter)(Candidate::STRING, $string);
            // Packed strings do not show their text.
            if ($isRefused || !\str_contains($form, $string) && Secrets::areIn($string)) {
                $parts = self::split(self::split($parts, $form), $string);
            }
        }
        $this->count(\array_merge(...\array_map(Secrets::cut(...), $parts)));
    }

    /**
     * @param list<string> $parts
     * @return list<string>
     */
    private static function split(array $parts, string $at): array
    {
        return $at === '' ? $parts : \array_merge(...\array_map(static fn (string $part): array => \explode($at, $part), $parts));
    }

    /** @param list<string> $parts accepted parts of a payload; no piece spans two parts */
    private function count(array $parts): void
    {
        $size = \array_sum(\array_map(\strlen(...), $parts));
        if ($this->bytes + $size > self::MAX) {
            return;
        }
        $this->bytes += (int) $size;
        $this->payloads[] = $parts;
        $seen = [];
        foreach ($parts as $part) {
            for ($i = \strlen($part) - self::WINDOW; $i >= 0; --$i) {
                $seen[\substr($part, $i, self::WINDOW)] = true;
            }
        }
        // Weighted so that a few large payloads do not dominate.
        $weight = 1024 / \max(1, $size);
        foreach ($seen as $window => $isThere) {
            $count = $this->windows[$window] ?? [0, 0.0];
            $this->windows[$window] = [$count[0] + 1, $count[1] + $weight];
        }
    }

    /** @return string of at most $most bytes */
    public function choose(int $most): string
    {
        $least = \max(2, $this->minSupport);
        $this->windows = \array_filter($this->windows, static fn (array $count): bool => $count[0] >= $least);
        /** @var \SplPriorityQueue<array{float, string}, string> $queue */
        $queue = new \SplPriorityQueue();
        foreach ($this->pieces() as $piece) {
            // For equal gains the content decides, so the order of payloads does not matter.
            $queue->insert($piece, [$this->gain($piece), $piece]);
        }
        $queue->setExtractFlags(\SplPriorityQueue::EXTR_BOTH);
        $chosen = '';
        while (!$queue->isEmpty()) {
            /** @var array{data: string, priority: array{float, string}} $top */
            $top = $queue->extract();
            $piece = $this->trim($top['data']);
            $gain = $this->gain($piece);
            if ($gain <= 0.0) {
                continue;
            }
            if ($gain < $top['priority'][0]) {
                // Other pieces took some of its windows: recompute, and choose it only if it is still the best.
                $queue->insert($piece, [$gain, $piece]);
            } elseif (\strlen($chosen) + \strlen($piece) <= $most && $this->isAllowed($piece)) {
                $chosen = $piece . $chosen;
                $this->cover($piece);
            }
        }

        return $chosen;
    }

    private function isAllowed(string $piece): bool
    {
        return !Secrets::areIn($piece) && ($this->filter === null || ($this->filter)(Candidate::STRING, $piece));
    }

    /** @return list<string> different runs of windows that occur in enough payloads */
    private function pieces(): array
    {
        $pieces = [];
        foreach ($this->payloads as $parts) {
            foreach ($parts as $part) {
                $start = null;
                $end = \strlen($part) - self::WINDOW;
                for ($i = 0; $i <= $end + 1; ++$i) {
                    $isIn = $i <= $end && isset($this->windows[\substr($part, $i, self::WINDOW)]);
                    $start ??= $isIn ? $i : null;
                    if ($start !== null && (!$isIn || $i - $start === self::PIECE - self::WINDOW)) {
                        $pieces[\substr($part, $start, $i - $start + self::WINDOW - ($isIn ? 0 : 1))] = true;
                        $start = null;
                    }
                }
            }
        }

        return \array_map(strval(...), \array_keys($pieces));
    }

    /** Saved bytes per byte. */
    private function gain(string $piece): float
    {
        $gain = 0.0;
        for ($i = \strlen($piece) - self::WINDOW; $i >= 0; --$i) {
            $gain += $this->windows[\substr($piece, $i, self::WINDOW)][1] ?? 0.0;
        }

        return $piece === '' ? 0.0 : $gain / \strlen($piece);
    }

    /** Removes windows at both ends that other pieces contain. */
    private function trim(string $piece): string
    {
        $first = 0;
        $last = \strlen($piece) - self::WINDOW;
        for (; $first <= $last && !isset($this->windows[\substr($piece, $first, self::WINDOW)]); ++$first);
        for (; $last >= $first && !isset($this->windows[\substr($piece, $last, self::WINDOW)]); --$last);

        return $last < $first ? '' : \substr($piece, $first, $last - $first + self::WINDOW);
    }

    private function cover(string $piece): void
    {
        for ($i = \strlen($piece) - self::WINDOW; $i >= 0; --$i) {
            unset($this->windows[\substr($piece, $i, self::WINDOW)]);
        }
    }
}
