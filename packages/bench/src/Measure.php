<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\Result\Row;
use Closure;
use RuntimeException;

/**
 * Measures serializers side by side. It sums over a row's values: "bytes" of the payloads; "encode" and "decode", nanoseconds for all
 * values once; "memory", bytes held by the decoded values; "roots", possible roots of garbage cycles that decoding left behind.
 */
final class Measure
{
    public const MEASURES = ['bytes', 'encode', 'decode', 'memory'];

    /** Workloads of fewer bytes of text are repeated in the loop's list, so that the loop around it weighs nothing. */
    private const SMALL = 16 * 1024;
    private const REPEATED = 32;

    /** Bytes of text that fresh copies are built for at a time: few enough to be still in the processor's cache. */
    private const BATCH = 64 * 1024;

    /** Passes of a round with cold calls. Child processes take most of the time of a quick run. */
    private const PASSES = 3;
    private const QUICK_PASSES = 1;

    private readonly Cold $cold;

    /** @param non-empty-array<string, Serializer> $serializers by name */
    public function __construct(private readonly array $serializers, private readonly Method $method)
    {
        $this->cold = new Cold(\array_values($serializers), new OtherWork(), $method->quick ? self::QUICK_PASSES : self::PASSES);
    }

    public function workload(Workload $workload): Row
    {
        \gc_disable();
        $texts = \array_map(serialize(...), $workload->values());
        $row = new Row($workload->name, values: \count($texts));
        $tried = [];
        foreach ($this->serializers as $name => $serializer) {
            try {
                [$tried[$name], $footprint] = self::tried($serializer, $workload, $texts);
            } catch (RuntimeException $e) {
                $row->fail($name, $e->getMessage());
                continue;
            }
            $row->set($name, 'bytes', \array_sum(\array_map(strlen(...), $tried[$name])));
            $row->set($name, 'memory', $footprint['memory']);
            if ($workload->keep) {
                $row->set($name, 'roots', $footprint['roots']);
            }
        }
        $samples = $workload->calls->areCold() ? $this->coldRounds($workload, $tried) : $this->rounds($workload, $texts, $tried);
        foreach ($samples as $name => $directions) {
            foreach (['encode', 'decode'] as $direction) {
                $row->set($name, $direction, $directions[$direction]);
            }
        }

        return $row;
    }

    /**
     * @param list<string>                $texts
     * @param array<string, list<string>> $payloads by serializer
     * @return array<string, array<string, non-empty-list<float>>> samples by direction, by serializer
     */
    private function rounds(Workload $workload, array $texts, array $payloads): array
    {
        $samplers = $samples = [];
        foreach ($payloads as $name => $list) {
            foreach ($this->samplers($this->serializers[$name], $workload, $texts, $list) as $direction => $sampler) {
                $samplers[$direction][$name] = $sampler;
            }
        }
        foreach ($samplers as $direction => $those) {
            foreach ($this->method->rounds($those) as $name => $list) {
                $samples[$name][$direction] = $list;
            }
        }

        return $samples;
    }

    /**
     * @param array<string, list<string>> $payloads by serializer
     * @return array<string, array<string, non-empty-list<float>>> samples by direction, by serializer
     */
    private function coldRounds(Workload $workload, array $payloads): array
    {
        $samples = [];
        for ($round = 0; $round < $this->method->rounds; ++$round) {
            foreach ($this->cold->round($workload, $payloads, $this->method->firstRound + $round) as $name => $directions) {
                foreach ($directions as $direction => $time) {
                    $samples[$name][$direction][] = (float) $time;
                }
            }
        }

        return $samples;
    }

    /**
     * For cold calls a child does it: they are measured in forks of this process, which must not have called a serializer.
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
     * Every sample encodes its own copies: some serializers leave marks on the strings and objects that they visit.
     *
     * @param  list<string> $texts
     * @param  list<string> $payloads
     * @return array<string, Closure(): float> samplers of nanoseconds for all values once, calibrated and warm
     */
    private function samplers(Serializer $serializer, Workload $workload, array $texts, array $payloads): array
    {
        $bytes = \array_sum(\array_map(strlen(...), $texts));
        $repeat = $bytes < self::SMALL ? \max(1, \intdiv(self::REPEATED, \count($texts))) : 1;
        $payloads = self::repeated($payloads, $repeat);
        $decode = $workload->keep ? $serializer->timeDecodeAndKeep(...) : $serializer->timeDecode(...);
        if ($this->method->fresh ?? $workload->fresh) {
            $batches = self::batches(self::repeated($workload->builders, $repeat), self::repeated($texts, $repeat));
            $encode = static fn (int $passes): int|float => self::timeEncodeFresh($serializer, $batches, $passes);
        } else {
            $encode = static fn (int $passes): int|float => self::timeEncodeWarm($serializer, $workload, $repeat, $passes);
        }

        return [
            'encode' => $this->method->sampler($encode, $repeat),
            'decode' => $this->method->sampler(static fn (int $passes): int|float => $decode($payloads, $passes), $repeat),
        ];
    }

    /** Values are rebuilt for each sample, so that rounds average over their placement in memory. */
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
            if (\strlen($texts[$i]) > $room) {
                $batches[] = [];
                $room = self::BATCH;
            }
            $batches[\array_key_last($batches)][] = $builder;
            $room -= \strlen($texts[$i]);
        }

        return $batches;
    }

    /** @param list<list<Closure(): mixed>> $batches */
    private static function timeEncodeFresh(Serializer $serializer, array $batches, int $passes): int|float
    {
        $elapsed = 0;
        for ($pass = 0; $pass < $passes; ++$pass) {
            foreach ($batches as $batch) {
                $elapsed += $serializer->timeEncode(\array_map(static fn (Closure $build) => $build(), $batch), 1);
            }
        }

        return $elapsed;
    }

    /**
     * The first decode of each payload may create possible roots of its own, so it runs before counting starts.
     *
     * @param  list<string> $payloads
     * @return array{memory: int, roots: int}
     */
    private static function footprint(Serializer $serializer, array $payloads): array
    {
        $memory = $roots = 0;
        foreach ($payloads as $payload) {
            \gc_collect_cycles();
            $serializer->decode($payload);
            $rootsBefore = \gc_status()['roots'];
            $memoryBefore = \memory_get_usage();
            $decoded = $serializer->decode($payload);
            $memory += \memory_get_usage() - $memoryBefore;
            $roots += \gc_status()['roots'] - $rootsBefore;
            unset($decoded);
        }

        return ['memory' => $memory, 'roots' => $roots];
    }

    /**
     * @template T
     * @param list<T> $list
     * @return list<T>
     */
    private static function repeated(array $list, int $times): array
    {
        return \array_merge(...\array_fill(0, $times, $list));
    }
}
