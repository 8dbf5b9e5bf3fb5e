<?php

declare(strict_types=1);

namespace Brine\Bench\Dictionary;

use Brine\Bench\Corpus;
use Brine\Bench\SmallValues;
use Brine\Dictionary;
use Brine\Training\Trainer;
use Closure;

/**
 * Trains dictionaries on one half of an application's entries, and tests them on small entries of the other half. A hash of its name decides an
 * entry's half. Entries that equal one of the training half are not tested.
 */
final class Trial
{
    /** Entries whose native text has fewer bytes are tested. */
    public const SMALL = 4096;

    /** The trainer's defaults. */
    public const MIN_SUPPORT = 4;
    public const MAX_BYTES = 65536;

    /**
     * @param array<string, array<string, Closure(): mixed>> $entries   builders, by group and name
     * @param bool                                           $ofGroups  whether each group has its own dictionary; otherwise all groups of an
     *                                                                  application share one (the part of the group's name before the "/")
     * @param string                                         $salt      prepended to names before hashing: another salt gives other halves
     */
    public function __construct(
        private readonly array $entries,
        private readonly bool $ofGroups = false,
        private readonly int $maxBytes = self::MAX_BYTES,
        private readonly int $minSupport = self::MIN_SUPPORT,
        private readonly int $presetBytes = 0,
        private readonly string $salt = '',
    ) {
    }

    /** @return array<string, array<string, Closure(): mixed>> entries of the corpus by group; without a corpus, synthetic entries by kind */
    public static function entries(?Corpus $corpus): array
    {
        $entries = $corpus?->byGroup() ?? [];
        foreach ($corpus === null ? SmallValues::all() : [] as $name => $build) {
            $entries['made/' . \strtok($name, ' ')][$name] = $build;
        }

        return $entries;
    }

    /**
     * The entries small enough to be tested. Training on these alone is faster, and saves a little less.
     *
     * @param array<string, array<string, Closure(): mixed>> $entries
     * @return array<string, array<string, Closure(): mixed>>
     */
    public static function small(array $entries): array
    {
        $isSmall = static fn (Closure $build): bool => \strlen(\serialize($build())) < self::SMALL;

        return \array_map(static fn (array $group): array => \array_filter($group, $isSmall), $entries);
    }

    /**
     * Trains on each half, and tests on the other.
     *
     * @return array<string, list<array{Dictionary, non-empty-array<string, mixed>}>> by group: a dictionary, and the values to test it on, by name
     */
    public function run(): array
    {
        $found = [];
        foreach ([0, 1] as $half) {
            $trainers = $tested = $dictionaries = [];
            foreach ($this->entries as $group => $builders) {
                [$training, $tested[$group]] = $this->halves($builders, $half);
                $trainer = $trainers[$this->application($group)] ??= new Trainer(heldBack: 0);
                foreach ($training as $value) {
                    $trainer->add($value);
                }
            }
            foreach ($tested as $group => $values) {
                if ($values !== []) {
                    $name = $this->application($group);
                    $dictionaries[$name] ??= $trainers[$name]->train($this->maxBytes, $this->minSupport, $this->presetBytes);
                    $found[$group][] = [$dictionaries[$name], $values];
                }
            }
        }

        return $found;
    }

    private function application(string $group): string
    {
        return $this->ofGroups ? $group : \explode('/', $group)[0];
    }

    /**
     * @param array<string, Closure(): mixed> $builders
     * @return array{array<string, mixed>, array<string, mixed>} values to train on, and others
     */
    private function halves(array $builders, int $half): array
    {
        $values = [[], []];
        $texts = [];
        \uksort($builders, fn (string $a, string $b): int => \strcmp(\hash('sha256', $this->salt . $a), \hash('sha256', $this->salt . $b)));
        $i = 0;
        foreach ($builders as $name => $build) {
            $isTested = \intdiv(2 * $i++, \count($builders)) !== $half;
            $value = $build();
            $text = \serialize($value);
            if (!$isTested) {
                $values[0][$name] = $value;
                $texts[$text] = true;
            } elseif (\strlen($text) < self::SMALL) {
                $values[1][$name] = $value;
            }
        }
        $values[1] = \array_filter($values[1], static fn (mixed $value): bool => !isset($texts[\serialize($value)]));

        return $values;
    }
}
