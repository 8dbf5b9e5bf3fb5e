<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;

require_once __DIR__ . '/shapes.php';
require_once __DIR__ . '/corpus.php';

/** What one row of the report is measured with: one value, or a group of values whose sizes and times are added up. */
final class Workload
{
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
        $all = [];
        foreach (['shapes' => shapes(), 'weak_spots' => weak_spots()] as $section => $shapes) {
            foreach ($shapes as $name => $build) {
                $all[] = new self($section, $name, [$build], fresh: false);
            }
        }
        foreach (kept_shapes() as $name => $build) {
            $all[] = new self('weak_spots', $name, array_fill(0, 200, $build), fresh: false, keep: true);
        }

        return $corpus === null ? $all : [...$all, ...self::ofCorpus($corpus)];
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
