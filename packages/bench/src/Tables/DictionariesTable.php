<?php

declare(strict_types=1);

namespace Brine\Bench\Tables;

use Brine\Bench\Corpus;
use Brine\Bench\Dictionary\Trial;
use Brine\Bench\Method;
use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Row;
use Brine\Bench\Serializer;
use Brine\Bench\Table;
use Brine\Bench\Worker;
use Brine\Dictionary;
use Closure;
use RuntimeException;

/** Small entries with a dictionary that was trained on others of the same application. */
final class DictionariesTable implements Table
{
    private const SERIALIZERS = ['igbinary', 'brine', 'brine-dictionary'];
    private const PREFIX = 'dictionaries/';

    public function __construct(private readonly ?Corpus $corpus)
    {
    }

    public function id(): string
    {
        return 'dictionaries';
    }

    public function title(): string
    {
        return 'Dictionaries';
    }

    public function rows(): array
    {
        return \array_map(static fn (string $group): string => self::PREFIX . $group, \array_keys(Trial::entries($this->corpus)));
    }

    public function isDefault(): bool
    {
        return true;
    }

    public function measure(Method $method): Comparison
    {
        $names = \array_values(\array_filter($this->rows(), fn (string $row): bool => $method->wants($this, $row)));
        $worker = new Worker(['brine'], others: ['igbinary']);
        $why = \PHP_INT_SIZE < 8 ? 'dictionaries are trained where integers have 64 bits' : $worker->lacks();
        if ($why !== null) {
            $method->miss('dictionaries', $why);
        }
        $method->progress('dictionaries: training');
        $rows = $why === null ? $worker->rowsOfRounds($method, self::measured(...), $names, $method->quick) : [];
        $serializers = \array_values(\array_filter(
            self::SERIALIZERS,
            static fn (string $name): bool => \array_filter($rows, static fn (Row $row): bool => isset($row->results[$name]) || isset($row->failed[$name])) !== [],
        ));

        return new Comparison(
            'dictionaries',
            $this->title(),
            'Entries of less than ' . Trial::SMALL . ' bytes of native text, with a dictionary of at most ' . Trial::MAX_BYTES . ' bytes that was trained on the other half of the entries of the same '
            . 'application; both halves are tested in turn, and entries left out that the other half has, too. Sums of each group; the dictionary itself is not counted.',
            $serializers === [] ? 'brine' : $method->baseline($serializers),
            $serializers === [] ? ['brine'] : $serializers,
            ['bytes', 'encode', 'decode'],
            $rows,
        );
    }

    /**
     * Runs in a process of its own.
     *
     * @param list<string> $names of rows
     * @param bool         $quick whether to train only on small entries
     * @return list<Row> rows of the groups with entries to test
     */
    public static function measured(int $firstRound, int $rounds, int $milliseconds, array $names, bool $quick): array
    {
        \gc_disable();
        $entries = Trial::entries(Corpus::open());
        $rows = [];
        $trials = (new Trial($quick ? Trial::small($entries) : $entries))->run();
        foreach (self::loaded($trials) as $group => $halves) {
            if (\in_array(self::PREFIX . $group, $names, true)) {
                $rows[] = self::row(self::PREFIX . $group, $halves, new Method($rounds, $milliseconds, firstRound: $firstRound));
            }
        }

        return $rows;
    }

    /**
     * @param array<string, list<array{Dictionary, non-empty-array<string, mixed>}>> $trials
     * @return array<string, list<array{Dictionary, non-empty-array<string, mixed>}>> the same
     */
    private static function loaded(array $trials): array
    {
        $loaded = [];
        foreach (\array_merge(...\array_values($trials)) as [$dictionary]) {
            if (!isset($loaded[$dictionary->id()])) {
                $dictionary->load();
                $loaded[$dictionary->id()] = true;
            }
        }

        return $trials;
    }

    /** @param list<array{Dictionary, non-empty-array<string, mixed>}> $halves */
    private static function row(string $name, array $halves, Method $method): Row
    {
        $row = new Row($name, values: \array_sum(\array_map(static fn (array $half): int => \count($half[1]), $halves)));
        $samplers = [];
        foreach (self::SERIALIZERS as $serializer) {
            if ($serializer === 'igbinary' && !\extension_loaded('igbinary')) {
                continue;
            }
            try {
                $parts = \array_map(static fn (array $half): array => self::part($serializer, ...$half), $halves);
            } catch (RuntimeException $e) {
                $row->fail($serializer, $e->getMessage());
                continue;
            }
            $row->set($serializer, 'bytes', \array_sum(\array_column($parts, 'bytes')));
            foreach (['encode', 'decode'] as $direction) {
                $loops = \array_column($parts, $direction);
                $samplers[$direction][$serializer] = $method->sampler(
                    static fn (int $passes): float => (float) \array_sum(\array_map(static fn (Closure $loop): int|float => $loop($passes), $loops)),
                );
            }
        }
        foreach ($samplers as $direction => $of) {
            foreach ($method->rounds($of) as $serializer => $samples) {
                $row->set($serializer, $direction, $samples);
            }
        }

        return $row;
    }

    /**
     * The loops of one half.
     *
     * @param non-empty-array<string, mixed> $values
     * @return array{bytes: int, encode: Closure(int): (int|float), decode: Closure(int): (int|float)}
     */
    private static function part(string $name, Dictionary $dictionary, array $values): array
    {
        $serializer = $name === 'brine-dictionary'
            ? Serializer::of($name, '\brine_serialize($argument, $options)', '\brine_unserialize($argument)', "\$options = ['dictionary' => '{$dictionary->id()}'];")
            : Serializer::load($name) ?? throw new RuntimeException("$name is not loaded");
        $values = \array_values($values);
        $payloads = $serializer->payloads($values, \array_map(serialize(...), $values));

        return [
            'bytes' => \array_sum(\array_map(strlen(...), $payloads)),
            'encode' => static fn (int $passes): int|float => $serializer->timeEncode($values, $passes),
            'decode' => static fn (int $passes): int|float => $serializer->timeDecode($payloads, $passes),
        ];
    }
}
