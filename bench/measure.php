<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;
use RuntimeException;

require_once __DIR__ . '/serializers.php';
require_once __DIR__ . '/workloads.php';
require_once __DIR__ . '/cold.php';

/**
 * Measures serializers side by side. The result of one workload, also in the JSON report, is
 *
 *   section, name: string; values: int; text_bytes: int (size as native serialize() text); kept: bool;
 *   failed: array<serializer, reason>;
 *   serializers: array<serializer, array{
 *       bytes: int,                     sum over the values
 *       encode: list<float>, decode: list<float>,   per round, nanoseconds for all values once
 *       memory: int,                    bytes held by the decoded values
 *       roots: int}>                    possible roots of garbage cycles that decoding left behind
 */
final class Measure
{
    /** Workloads of fewer bytes of text are repeated in the loop's list, so that the loop around it weighs nothing. */
    private const SMALL = 16 * 1024;
    private const REPEATED = 32;

    /** Parts of a sample, of which the fastest counts. */
    private const SLICES = 5;

    /** Bytes of text that fresh copies are built for at a time: few enough to be still in the processor's cache. */
    private const BATCH = 64 * 1024;

    private readonly Cold $cold;

    /**
     * @param non-empty-list<Serializer> $serializers
     * @param int                        $sample nanoseconds that one sample takes at least
     * @param ?bool                      $fresh  whether a copy of a value is encoded only once; null: as the workload says
     */
    public function __construct(
        private readonly array $serializers,
        private readonly int $rounds,
        private readonly int $sample,
        private readonly ?bool $fresh,
    ) {
        $this->cold = new Cold($serializers, new OtherWork());
    }

    public function workload(Workload $workload): array
    {
        $texts = array_map(serialize(...), $workload->values());
        $result = [
            'section' => $workload->section, 'name' => $workload->name, 'values' => count($texts),
            'text_bytes' => array_sum(array_map(strlen(...), $texts)), 'kept' => $workload->keep,
            'failed' => [], 'serializers' => [],
        ];
        $tried = [];
        foreach ($this->serializers as $serializer) {
            try {
                [$payloads, $footprint] = self::tried($serializer, $workload, $texts);
            } catch (RuntimeException $e) {
                $result['failed'][$serializer->name] = $e->getMessage();
                continue;
            }
            $result['serializers'][$serializer->name] = [
                'bytes' => array_sum(array_map(strlen(...), $payloads)), 'encode' => [], 'decode' => [],
                ...$footprint,
            ];
            $tried[$serializer->name] = $payloads;
        }
        if ($workload->calls->areCold()) {
            return $this->coldRounds($result, $workload, $tried);
        }
        $samplers = [];
        foreach ($this->serializers as $serializer) {
            if (isset($tried[$serializer->name])) {
                $samplers[$serializer->name] = $this->samplers($serializer, $workload, $texts, $tried[$serializer->name]);
            }
        }
        for ($round = 0; $round < $this->rounds; ++$round) {
            foreach (self::ordered(array_keys($samplers), $round) as $name) {
                foreach ($samplers[$name] as $direction => $sampler) {
                    $result['serializers'][$name][$direction][] = $sampler();
                }
            }
        }

        return $result;
    }

    /** @param array<string, list<string>> $payloads by serializer */
    private function coldRounds(array $result, Workload $workload, array $payloads): array
    {
        for ($round = 0; $round < $this->rounds; ++$round) {
            foreach ($this->cold->round($workload, $payloads, $round) as $name => $directions) {
                foreach ($directions as $direction => $time) {
                    $result['serializers'][$name][$direction][] = (float) $time;
                }
            }
        }

        return $result;
    }

    /**
     * For cold calls a child does it, so that this process, whose copies measure them, has called no serializer.
     *
     * @param  list<string> $texts
     * @return array{list<string>, array{memory: int, roots: int}}
     */
    private static function tried(Serializer $serializer, Workload $workload, array $texts): array
    {
        $try = static function () use ($serializer, $workload, $texts): array {
            $payloads = $serializer->payloads($workload->values(), $texts);

            return [$payloads, self::footprint($serializer, $payloads)];
        };

        return $workload->calls->areCold() && Child::isPossible() ? Child::run($try) : $try();
    }

    /**
     * Every sample encodes copies of its own: some serializers leave marks on the strings and objects that they visit.
     *
     * @param  list<string> $texts
     * @param  list<string> $payloads
     * @return array<string, Closure(): float> samplers of nanoseconds for all values once, calibrated and warm
     */
    private function samplers(Serializer $serializer, Workload $workload, array $texts, array $payloads): array
    {
        $bytes = array_sum(array_map(strlen(...), $texts));
        $repeat = $bytes < self::SMALL ? max(1, intdiv(self::REPEATED, count($texts))) : 1;
        $payloads = self::repeated($payloads, $repeat);
        $decode = $workload->keep ? $serializer->timeDecodeAndKeep(...) : $serializer->timeDecode(...);
        if ($this->fresh ?? $workload->fresh) {
            $batches = self::batches(self::repeated($workload->builders, $repeat), self::repeated($texts, $repeat));
            $encode = static fn (int $passes): int|float => self::timeEncodeFresh($serializer, $batches, $passes);
        } else {
            $encode = static fn (int $passes): int|float => self::timeEncodeWarm($serializer, $workload, $repeat, $passes);
        }

        return [
            'encode' => $this->sampler($encode, $repeat),
            'decode' => $this->sampler(static fn (int $passes): int|float => $decode($payloads, $passes), $repeat),
        ];
    }

    /**
     * Before each sample comes a pass that is not counted: it settles the processor's caches and PHP's heap, which the
     * sample before has left in another state. Of the slices the fastest counts, since other processes that take their
     * turn on the processor only ever make one slower.
     *
     * @param Closure(int): (int|float) $loop nanoseconds for a number of passes
     */
    private function sampler(Closure $loop, int $repeat): Closure
    {
        $passes = 1;
        $slice = $this->sample / self::SLICES;
        while (($elapsed = $loop($passes)) < $slice / 2) {
            $passes *= 2;
        }
        $passes = (int) ceil($passes * $slice / $elapsed);

        return static function () use ($loop, $passes, $repeat): float {
            $loop(1);

            return min(array_map($loop, array_fill(0, self::SLICES, $passes))) / $passes / $repeat;
        };
    }

    /** The values are built anew for each sample, so that the rounds average over where they lie in memory. */
    private static function timeEncodeWarm(Serializer $serializer, Workload $workload, int $repeat, int $passes): int|float
    {
        $values = self::repeated($workload->values(), $repeat);
        $serializer->timeEncode($values, 1);

        return $serializer->timeEncode($values, $passes);
    }

    /**
     * @param  list<Closure(): mixed> $builders
     * @param  list<string>           $texts
     * @return list<list<Closure(): mixed>>
     */
    private static function batches(array $builders, array $texts): array
    {
        $batches = [];
        $room = 0;
        foreach ($builders as $i => $builder) {
            if (strlen($texts[$i]) > $room) {
                $batches[] = [];
                $room = self::BATCH;
            }
            $batches[array_key_last($batches)][] = $builder;
            $room -= strlen($texts[$i]);
        }

        return $batches;
    }

    /** @param list<list<Closure(): mixed>> $batches */
    private static function timeEncodeFresh(Serializer $serializer, array $batches, int $passes): int|float
    {
        $elapsed = 0;
        for ($pass = 0; $pass < $passes; ++$pass) {
            foreach ($batches as $batch) {
                $elapsed += $serializer->timeEncode(array_map(static fn (Closure $build) => $build(), $batch), 1);
            }
        }

        return $elapsed;
    }

    /**
     * The first decode of each payload makes possible roots of what belongs to the call itself, before they are counted.
     *
     * @param  list<string> $payloads
     * @return array{memory: int, roots: int}
     */
    private static function footprint(Serializer $serializer, array $payloads): array
    {
        $memory = $roots = 0;
        foreach ($payloads as $payload) {
            gc_collect_cycles();
            $serializer->decode($payload);
            $rootsBefore = gc_status()['roots'];
            $memoryBefore = memory_get_usage();
            $decoded = $serializer->decode($payload);
            $memory += memory_get_usage() - $memoryBefore;
            $roots += gc_status()['roots'] - $rootsBefore;
            unset($decoded);
        }

        return ['memory' => $memory, 'roots' => $roots];
    }

    private static function repeated(array $list, int $times): array
    {
        return array_merge(...array_fill(0, $times, $list));
    }

    /**
     * Rotated from round to round, and reversed in every other one, so that each follows each.
     *
     * @param  list<string> $names
     * @return list<string>
     */
    private static function ordered(array $names, int $round): array
    {
        $by = intdiv($round, 2) % max(1, count($names));
        $rotated = [...array_slice($names, $by), ...array_slice($names, 0, $by)];

        return $round % 2 === 0 ? $rotated : array_reverse($rotated);
    }
}
