<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;

/** The rows of the tables that encode and decode values. */
final class Workloads
{
    /** At most this many values each get a child process. */
    private const CHILDREN = 50;

    /** Names of well-known files of the corpus, by the beginning of their cache id. */
    private const REAL_VALUES = [
        'views_data' => 'views_data:en',
        'library_info' => 'library_info:',
        'menu_tree' => 'tree-data:admin:',
        'theme_registry' => 'theme_registry:',
    ];

    private const SIGNED = ['string_15', 'one_dto', 'small_assoc', 'dto_1000', 'drupal/page'];

    /** @return list<Workload> of all sections */
    public static function all(?Corpus $corpus): array
    {
        return [
            ...self::mixed($corpus), ...self::shapes(), ...self::weakSpots(), ...self::variants(), ...self::kept(),
            ...self::signed($corpus), ...self::of2011(), ...self::realValues($corpus), ...self::realCaches($corpus), ...self::files($corpus),
        ];
    }

    /**
     * @param list<Workload> $workloads
     * @param list<string>   $patterns  sections, or globs of names ("*" does not match "/"); none selects all
     * @return list<Workload>
     */
    public static function select(array $workloads, array $patterns): array
    {
        return \array_values(\array_filter($workloads, static function (Workload $workload) use ($patterns): bool {
            foreach ($patterns as $pattern) {
                if ($workload->section === $pattern || \fnmatch($pattern, $workload->name, \FNM_PATHNAME)) {
                    return true;
                }
            }

            return $patterns === [];
        }));
    }

    /**
     * Different small values: of the corpus, or of SmallValues.
     *
     * @return list<Workload> without rows that have no values
     */
    public static function mixed(?Corpus $corpus): array
    {
        if ($corpus !== null) {
            $builders = $corpus->builders();

            return self::mixedOf($builders, \array_combine(\array_keys($builders), \array_map($corpus->bytes(...), \array_keys($builders))));
        }

        return self::mixedOf(SmallValues::all(), \array_map(static fn (Closure $build): int => \strlen(\serialize($build())), SmallValues::all()));
    }

    /**
     * @param array<string, Closure(): mixed> $builders by name
     * @param array<string, int>              $sizes    of native text, by name
     * @return list<Workload>
     */
    public static function mixedOf(array $builders, array $sizes): array
    {
        // Alternates between origins.
        \uksort($builders, static fn (string $a, string $b): int => \md5($a) <=> \md5($b));
        $under = static fn (int $bytes): array => \array_values(\array_filter($builders, static fn (string $name): bool => $sizes[$name] < $bytes, \ARRAY_FILTER_USE_KEY));
        $small = $under(2 * 1024);
        $medium = $under(20 * 1024);
        $step = \max(1, (int) \ceil(\count($small) / self::CHILDREN));
        $some = \array_values(\array_filter($small, static fn (int $i): bool => $i % $step === 0, \ARRAY_FILTER_USE_KEY));
        $rows = [
            'mixed_2k' => [$small, Calls::Once],
            'mixed_20k' => [$medium, Calls::Once],
            'mixed_2k_evicted' => [$small, Calls::AfterOtherWork],
            'mixed_20k_evicted' => [$medium, Calls::AfterOtherWork],
            'mixed_first_call' => [$some, Calls::FirstOfChild],
            'mixed_tenth_call' => [$some, Calls::TenthOfChild],
        ];
        $all = [];
        foreach ($rows as $name => [$values, $calls]) {
            if ($values !== []) {
                $all[] = new Workload('mixed', $name, $values, fresh: true, calls: $calls);
            }
        }

        return $all;
    }

    /** @return list<Workload> */
    public static function shapes(): array
    {
        return self::warm('shapes', Shapes::all());
    }

    /** @return list<Workload> */
    public static function weakSpots(): array
    {
        return self::warm('weak_spots', Shapes::weakSpots());
    }

    /** @return list<Workload> */
    public static function variants(): array
    {
        return self::warm('variants', Variants::all());
    }

    /** @return list<Workload> */
    public static function kept(): array
    {
        $all = [];
        foreach (Shapes::kept() as $name => $build) {
            $all[] = new Workload('kept', $name, \array_fill(0, 200, $build), fresh: false, keep: true);
        }

        return $all;
    }

    /** @return list<Workload> some of the others */
    public static function signed(?Corpus $corpus): array
    {
        return \array_map(
            static fn (Workload $workload): Workload => new Workload('signed', "signed_$workload->name", $workload->builders, $workload->fresh),
            self::select([...self::shapes(), ...self::realCaches($corpus)], self::SIGNED),
        );
    }

    /** @return list<Workload> */
    public static function of2011(): array
    {
        $named = [];
        foreach (Values2011::all() as $name => $build) {
            $named["2011_$name"] = $build;
        }

        return self::warm('2011', $named);
    }

    /** @return list<Workload> single values of the corpus */
    public static function realValues(?Corpus $corpus): array
    {
        $files = \array_map(static fn (string $beginning): ?string => $corpus?->find($beginning), self::REAL_VALUES);

        return self::fresh('real_values', $corpus, \array_map(static fn (string $file): array => [$file], \array_filter($files, is_string(...))));
    }

    /**
     * The user's own values: mixed, and the totals of each group.
     *
     * @param array<string, list<string>> $texts   native text, by group
     * @param bool                        $withClasses whether to create objects of their classes
     * @return list<Workload>
     */
    public static function own(array $texts, bool $withClasses): array
    {
        $builders = $sizes = $groups = [];
        foreach ($texts as $group => $list) {
            foreach ($list as $i => $text) {
                $builders["$group $i"] = static fn (): mixed => \unserialize($text, ['allowed_classes' => $withClasses]);
                $sizes["$group $i"] = \strlen($text);
                $groups[$group][] = $builders["$group $i"];
            }
        }
        $all = self::mixedOf($builders, $sizes);
        foreach ($groups as $group => $those) {
            $all[] = new Workload('own', (string) $group, $those, fresh: true);
        }

        return $all;
    }

    /** @return list<Workload> the groups of the corpus */
    public static function realCaches(?Corpus $corpus): array
    {
        return self::fresh('real_caches', $corpus, $corpus?->groups() ?? []);
    }

    /** @return list<Workload> each file of the corpus */
    public static function files(?Corpus $corpus): array
    {
        $files = \array_merge(...\array_values($corpus?->groups() ?? []));

        return self::fresh('files', $corpus, \array_map(static fn (string $file): array => [$file], \array_combine($files, $files)));
    }

    /**
     * @param array<string, Closure(): mixed> $shapes by name
     * @return list<Workload>
     */
    private static function warm(string $section, array $shapes): array
    {
        $all = [];
        foreach ($shapes as $name => $build) {
            $all[] = new Workload($section, $name, [$build], fresh: false);
        }

        return $all;
    }

    /**
     * @param array<string, non-empty-list<string>> $rows files by row
     * @return list<Workload>
     */
    private static function fresh(string $section, ?Corpus $corpus, array $rows): array
    {
        if ($corpus === null) {
            return [];
        }
        $all = [];
        foreach ($rows as $name => $files) {
            $all[] = new Workload($section, $name, \array_map(static fn (string $file): Closure => static fn (): mixed => $corpus->load($file), $files), fresh: true);
        }

        return $all;
    }
}
