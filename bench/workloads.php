<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;

require_once __DIR__ . '/shapes.php';
require_once __DIR__ . '/variants.php';
require_once __DIR__ . '/small.php';
require_once __DIR__ . '/corpus.php';

/** How a row's values are encoded and decoded. */
enum Calls
{
    /** All values in turn, again and again. */
    case Repeated;

    /** All values in turn, each once, by a process that has served others before; see cold.php. */
    case Once;

    /** The same, with other work between any two calls. */
    case AfterOtherWork;

    /** Each value by the first call of a child process, and by the tenth. */
    case FirstOfChild;
    case TenthOfChild;

    public function areCold(): bool
    {
        return $this !== self::Repeated;
    }

    public function needChildren(): bool
    {
        return $this === self::FirstOfChild || $this === self::TenthOfChild;
    }
}

/** What one row of the report is measured with: one value, or a group of values whose sizes and times are added up. */
final class Workload
{
    /** At most so many values are each given to a child process. */
    private const CHILDREN = 50;

    /**
     * @param string                           $section  heading of the row; 'files' are measured only if named
     * @param non-empty-list<Closure(): mixed> $builders each builds a new copy of one value
     * @param bool                             $fresh    whether a copy of a value is encoded only once
     * @param bool                             $keep     whether decoded values are kept, with the collector on
     */
    public function __construct(
        public readonly string $section,
        public readonly string $name,
        public readonly array $builders,
        public readonly bool $fresh,
        public readonly bool $keep = false,
        public readonly Calls $calls = Calls::Repeated,
    ) {
    }

    /** @return non-empty-list<mixed> a new copy */
    public function values(): array
    {
        return array_map(static fn (Closure $build) => $build(), $this->builders);
    }

    /** @return list<self> */
    public static function all(?Corpus $corpus): array
    {
        $all = self::mixed($corpus);
        foreach (['shapes' => shapes(), 'weak_spots' => weak_spots(), 'variants' => variants()] as $section => $shapes) {
            foreach ($shapes as $name => $build) {
                $all[] = new self($section, $name, [$build], fresh: false);
            }
        }
        foreach (kept_shapes() as $name => $build) {
            $all[] = new self('weak_spots', $name, array_fill(0, 200, $build), fresh: false, keep: true);
        }

        return $corpus === null ? $all : [...$all, ...self::ofCorpus($corpus)];
    }

    /**
     * Different small values: the corpus', or those that small.php makes.
     *
     * @return list<self> without rows that have no values
     */
    private static function mixed(?Corpus $corpus): array
    {
        $small = self::under(2 * 1024, $corpus);
        $medium = self::under(20 * 1024, $corpus);
        $step = (int) ceil(count($small) / self::CHILDREN);
        $some = array_values(array_filter($small, static fn (int $i) => $i % $step === 0, ARRAY_FILTER_USE_KEY));
        $rows = [
            'mixed_2k' => [$small, Calls::Once],
            'mixed_20k' => [$medium, Calls::Once],
            'mixed_2k_evicted' => [$small, Calls::AfterOtherWork],
            'mixed_20k_evicted' => [$medium, Calls::AfterOtherWork],
            'mixed_first_call' => [$some, Calls::FirstOfChild],
            'mixed_tenth_call' => [$some, Calls::TenthOfChild],
        ];
        $all = [];
        foreach ($rows as $name => [$builders, $calls]) {
            if ($builders !== []) {
                $all[] = new self('mixed', $name, $builders, fresh: true, calls: $calls);
            }
        }

        return $all;
    }

    /**
     * The values whose native text has fewer bytes. They are in an order in which those of one origin do not follow each other.
     *
     * @return list<Closure(): mixed> builders
     */
    private static function under(int $bytes, ?Corpus $corpus): array
    {
        $builders = [];
        if ($corpus === null) {
            $builders = array_filter(small_values(), static fn (Closure $build) => strlen(serialize($build())) < $bytes);
        } else {
            foreach (array_merge(...array_values($corpus->groups())) as $file) {
                if ($corpus->bytes($file) < $bytes) {
                    $builders[$file] = static fn () => $corpus->load($file);
                }
            }
        }
        uksort($builders, static fn (string $a, string $b) => md5($a) <=> md5($b));

        return array_values($builders);
    }

    /** @return list<self> */
    private static function ofCorpus(Corpus $corpus): array
    {
        $groups = $corpus->groups();
        $files = array_merge(...array_values($groups));
        $sections = [
            'real_values' => array_map(static fn (string $file) => [$file], real_values($corpus)),
            'real_caches' => $groups,
            'files' => array_map(static fn (string $file) => [$file], array_combine($files, $files)),
        ];
        $all = [];
        foreach ($sections as $section => $rows) {
            foreach ($rows as $name => $files) {
                $builders = array_map(static fn (string $file) => static fn () => $corpus->load($file), $files);
                $all[] = new self($section, $name, $builders, fresh: true);
            }
        }

        return $all;
    }

    /**
     * @param  list<self>   $workloads
     * @param  list<string> $patterns  names of rows or sections, or globs of names ('*' does not match '/')
     * @return list<self>
     */
    public static function select(array $workloads, array $patterns): array
    {
        return array_values(array_filter($workloads, static function (self $workload) use ($patterns): bool {
            foreach ($patterns as $pattern) {
                if ($workload->section === $pattern || fnmatch($pattern, $workload->name, FNM_PATHNAME)) {
                    return true;
                }
            }

            return $patterns === [] && $workload->section !== 'files';
        }));
    }
}

/** @return array<string, string> single files of the corpus that are known by a name of their own */
function real_values(Corpus $corpus): array
{
    return array_filter([
        'views_data' => $corpus->find('views_data:en'),
        'library_info' => $corpus->find('library_info:'),
        'menu_tree' => $corpus->find('tree-data:admin:'),
        'theme_registry' => $corpus->find('theme_registry:'),
    ]);
}
