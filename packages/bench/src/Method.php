<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;

/** How everything is measured: the user's options, and the order of samples. */
final class Method
{
    /** Slices of a sample; the fastest counts. */
    private const SLICES = 5;

    /** @var array<string, string> reason, by name */
    private array $missing = [];

    /**
     * @param int                    $rounds      samples per serializer
     * @param int                    $sampleMs    least milliseconds of a sample
     * @param bool                   $quick       whether to skip slow measurements
     * @param ?bool                  $fresh       whether each copy of a value is encoded only once; null: the workload decides
     * @param ?non-empty-list<string> $serializers the user's choice
     * @param ?string                $baseline    the user's baseline for ratios
     * @param ?Closure(string): void $progress    receives the current step
     * @param ?int                   $iterations  passes per sample; null: as many as fill $sampleMs
     * @param int                    $processes   number of fresh processes that share the rounds of workload tables
     * @param int                    $firstRound  number of this process's first round
     */
    public function __construct(
        public readonly int $rounds = 9,
        public readonly int $sampleMs = 10,
        public readonly bool $quick = false,
        public readonly ?bool $fresh = null,
        public readonly ?array $serializers = null,
        public readonly ?string $baseline = null,
        public readonly Selection $selection = new Selection([]),
        private readonly ?Closure $progress = null,
        public readonly ?int $iterations = null,
        public readonly int $processes = 1,
        public readonly int $firstRound = 0,
    ) {
    }

    /** @return list<string> options for another process that measures in the same way, except rows and rounds */
    public function arguments(): array
    {
        return [
            "--sample-ms=$this->sampleMs",
            ...($this->quick ? ['--quick'] : []),
            ...($this->fresh === null ? [] : ['--encode=' . ($this->fresh ? 'fresh' : 'warm')]),
            ...($this->serializers === null ? [] : ['--serializers=' . \implode(',', $this->serializers)]),
            ...($this->baseline === null ? [] : ["--baseline=$this->baseline"]),
        ];
    }

    public function wants(Table $table, string $row): bool
    {
        return $this->selection->has($table, $row);
    }

    public function progress(string $text): void
    {
        if ($this->progress !== null) {
            ($this->progress)($text);
        }
    }

    /** Records a missing serializer, extension or service; the report shows it with the reason. */
    public function miss(string $name, string $why): void
    {
        $this->missing[$name] ??= $why;
    }

    /** @return array<string, string> reason, by name */
    public function missing(): array
    {
        return $this->missing;
    }

    /**
     * The names that a table measures, without those that the user excluded.
     *
     * @param list<string> $names the table's default serializers
     * @return list<string>
     */
    public function names(array $names): array
    {
        return $this->serializers ?? $names;
    }

    /**
     * Loads serializers, and records those that are not installed.
     *
     * @param list<string> $names the table's default serializers
     * @return array<string, Serializer> by the name that reports give it
     */
    public function serializers(array $names): array
    {
        $loaded = [];
        foreach ($this->names($names) as $name) {
            $serializer = Serializer::load($name);
            if ($serializer === null) {
                $this->miss($name, 'the extension ' . Serializer::extension($name) . ' is not loaded');
            } else {
                $loaded[$serializer->name] = $serializer;
            }
        }

        return $loaded;
    }

    /**
     * The baseline: named by the user, or else the table's, or else the first.
     *
     * @param non-empty-list<string> $names the measured serializers, as reports name them; those of other processes have igbinary itself
     */
    public function baseline(array $names, string $preferred = 'igbinary'): string
    {
        foreach ([$this->baseline ?? $preferred, $preferred] as $name) {
            $found = \array_intersect([Serializer::shown($name), $name], $names);
            if ($found !== []) {
                return \reset($found);
            }
        }

        return $names[0];
    }

    /**
     * Takes one sample of each per round, in rotating order.
     *
     * @param array<string, Closure(): float> $samplers by name
     * @return array<string, non-empty-list<float>> one sample per round
     */
    public function rounds(array $samplers): array
    {
        $samples = [];
        for ($round = 0; $round < $this->rounds; ++$round) {
            foreach (self::ordered(\array_keys($samplers), $this->firstRound + $round) as $name) {
                $samples[$name][] = $samplers[$name]();
            }
        }

        return $samples;
    }

    /**
     * Returns a calibrated, warm sampler of a loop: nanoseconds of one pass. An uncounted pass before each sample settles the processor's caches
     * and PHP's heap; the fastest slice counts, since other processes can only slow it down.
     *
     * @param Closure(int): (int|float) $loop   returns the nanoseconds of a number of passes
     * @param int                       $repeat how often a pass runs the measured operation
     * @return Closure(): float
     */
    public function sampler(Closure $loop, int $repeat = 1): Closure
    {
        $passes = $this->iterations === null ? $this->calibrated($loop) : (int) \ceil($this->iterations / $repeat / self::SLICES);

        return static function () use ($loop, $passes, $repeat): float {
            $loop(1);

            return \min(\array_map($loop, \array_fill(0, self::SLICES, $passes))) / $passes / $repeat;
        };
    }

    /**
     * Passes that fill a slice of a sample.
     *
     * @param Closure(int): (int|float) $loop
     */
    private function calibrated(Closure $loop): int
    {
        $passes = 1;
        $slice = $this->sampleMs * 1_000_000 / self::SLICES;
        $elapsed = $loop($passes);
        while ($elapsed < $slice / 2) {
            $passes *= 2;
            $elapsed = $loop($passes);
        }

        return (int) \ceil($passes * $slice / $elapsed);
    }

    /**
     * Rotated per round, and reversed in every other one, so that each follows each.
     *
     * @template T
     * @param  list<T> $list
     * @return list<T>
     */
    public static function ordered(array $list, int $round): array
    {
        $by = \intdiv($round, 2) % \max(1, \count($list));
        $rotated = [...\array_slice($list, $by), ...\array_slice($list, 0, $by)];

        return $round % 2 === 0 ? $rotated : \array_reverse($rotated);
    }
}
