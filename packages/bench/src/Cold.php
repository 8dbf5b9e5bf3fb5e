<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;
use Throwable;

/** Times different values, each encoded and decoded once, as in a request. Every call is timed by itself. */
final class Cold
{
    /** How many values a process serves before the measurement. */
    private const OTHERS = ['one_dto', 'small_assoc', 'string_15', 'rowset_100', 'queue_job', 'catalog', 'deep_50'];

    /**
     * @param non-empty-list<Serializer> $serializers
     * @param int                        $passes      passes per round
     */
    public function __construct(private readonly array $serializers, private readonly OtherWork $work, private readonly int $passes)
    {
    }

    /**
     * One round of several passes. The fastest time of each value counts, since other processes can only slow a pass down.
     *
     * @param  array<string, list<string>> $payloads by serializer; only these serializers are measured
     * @return array<string, array<string, int|float>> nanoseconds for all values once, by direction, by serializer
     */
    public function round(Workload $workload, array $payloads, int $round): array
    {
        $fastest = [];
        for ($pass = 0; $pass < $this->passes; ++$pass) {
            foreach ($this->pass($workload, $payloads, $round * $this->passes + $pass) as $name => $directions) {
                foreach ($directions as $direction => $times) {
                    $before = $fastest[$name][$direction] ?? $times;
                    $fastest[$name][$direction] = \array_map(static fn (int|float $a, int|float $b): int|float => \min($a, $b), $before, $times);
                }
            }
        }

        return \array_map(static fn (array $directions): array => \array_map(array_sum(...), $directions), $fastest);
    }

    /**
     * @param array<string, list<string>> $payloads by serializer
     * @return array<string, array<string, list<int|float>>> nanoseconds of each value, by direction, by serializer
     */
    private function pass(Workload $workload, array $payloads, int $pass): array
    {
        $serializers = \array_values(\array_filter($this->serializers, static fn (Serializer $serializer) => isset($payloads[$serializer->name])));

        return match ($workload->calls) {
            Calls::FirstOfChild => self::ofChildren($serializers, $workload, $payloads, 1),
            Calls::TenthOfChild => self::ofChildren($serializers, $workload, $payloads, 10),
            default => self::ofOneProcess($serializers, $workload, $payloads, $pass, $workload->calls === Calls::AfterOtherWork ? $this->work : null),
        };
    }

    /**
     * Measures in a fork of this process, which calls no serializer itself; the fork first serves a few of Shapes. Serializers alternate value by
     * value, so that none finds its own code in the processor's caches.
     *
     * @param list<Serializer>            $serializers
     * @param array<string, list<string>> $payloads    by serializer
     * @return array<string, array<string, list<int|float>>>
     */
    private static function ofOneProcess(array $serializers, Workload $workload, array $payloads, int $pass, ?OtherWork $work): array
    {
        /** @return array<string, array<string, list<int|float>>> */
        $times = static function () use ($serializers, $workload, $payloads, $pass, $work): array {
            self::useOnOthers($serializers);
            $before = $work ?? static fn () => null;
            $measured = [];
            foreach (['decode', 'encode'] as $direction) {
                foreach ($workload->builders as $i => $build) {
                    foreach (Method::ordered($serializers, $pass + $i) as $serializer) {
                        $name = $serializer->name;
                        [$measured[$name][$direction][]] = $direction === 'encode'
                            ? $serializer->timeEachEncode([$build()], $before)
                            : $serializer->timeEachDecode([$payloads[$name][$i]], $before);
                    }
                }
            }

            return $measured;
        };

        return Child::isPossible() ? Child::run($times) : $times();
    }

    /** @param list<Serializer> $serializers */
    private static function useOnOthers(array $serializers): void
    {
        $nothing = static fn () => null;
        $builders = \array_intersect_key(Shapes::all(), \array_flip(self::OTHERS));
        foreach ($serializers as $serializer) {
            foreach ($builders as $build) {
                try {
                    $payload = $serializer->encode($build());
                } catch (Throwable) {
                    continue;
                }
                $serializer->timeEachEncode([$build()], $nothing);
                $serializer->timeEachDecode([$payload], $nothing);
            }
        }
    }

    /**
     * Each value is the nth call of its own child, after its predecessors in the list. A child builds the values that it encodes, and runs the
     * empty loop once.
     *
     * @param list<Serializer>            $serializers
     * @param array<string, list<string>> $payloads    by serializer
     * @return array<string, array<string, list<int|float>>>
     */
    private static function ofChildren(array $serializers, Workload $workload, array $payloads, int $nth): array
    {
        $times = [];
        foreach ($serializers as $serializer) {
            $name = $serializer->name;
            foreach (\array_keys($workload->builders) as $i) {
                $own = self::preceding($i, $nth, \count($workload->builders));
                $builders = \array_map(static fn (int $j) => $workload->builders[$j], $own);
                $texts = \array_map(static fn (int $j) => $payloads[$name][$j], $own);
                $build = static fn () => \array_map(static fn (Closure $build) => $build(), $builders);
                $times[$name]['encode'][] = self::timeOfLast($build, $serializer->timeEachEncode(...));
                $times[$name]['decode'][] = self::timeOfLast(static fn () => $texts, $serializer->timeEachDecode(...));
            }
        }

        return $times;
    }

    /** @return list<int> $count consecutive places of a ring of that length, ending with $i */
    private static function preceding(int $i, int $places, int $length): array
    {
        return \array_map(static fn (int $back) => ($i + $places * $length - $back) % $length, \range($places - 1, 0, -1));
    }

    /**
     * @template T
     * @param Closure(): list<T> $arguments
     * @param Closure(list<T>, callable(): mixed): list<int|float> $time
     */
    private static function timeOfLast(Closure $arguments, Closure $time): int|float
    {
        return Child::run(static function () use ($arguments, $time): int|float {
            $nothing = static fn () => null;
            $own = $arguments();
            Serializer::none()->timeEachEncode($own, $nothing);
            $times = $time($own, $nothing);

            return $times[\count($times) - 1];
        });
    }
}
