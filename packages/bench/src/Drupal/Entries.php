<?php

declare(strict_types=1);

namespace Brine\Bench\Drupal;

use Brine\Bench\Corpus;
use Brine\Bench\Shapes;
use Brine\Bench\SmallValues;
use Closure;

/** Cache entries by size: of the corpus, or synthetic ones of the same sizes if there is none. */
final class Entries
{
    /** Exclusive upper limit of the native text's bytes, by size. */
    private const SIZES = ['small' => 1024, 'medium' => 10240, 'large' => \PHP_INT_MAX];

    /** Groups of the corpus whose entries are nearly all one HTML string. */
    private const PAGES = ['drupal/page', 'drupal/dynamic_page_cache'];

    /** The sizes, with descriptions. */
    public const NAMES = ['small' => 'under 1 KB', 'medium' => '1 to 10 KB', 'large' => '10 KB and more', 'page' => 'rendered pages'];

    /**
     * @param int $most most entries of each size, spread over all available ones
     * @return array<string, list<mixed>> values by size
     */
    public static function of(?Corpus $corpus, int $most): array
    {
        $entries = \array_fill_keys(\array_keys(self::NAMES), []);
        foreach ($corpus?->byGroup() ?? self::made() as $group => $builders) {
            foreach ($builders as $build) {
                $value = $build();
                $entries[\in_array($group, self::PAGES, true) ? 'page' : self::size(\strlen(\serialize($value)))][] = $value;
            }
        }

        return \array_map(static fn (array $values): array => self::some($values, $most), $entries);
    }

    private static function size(int $bytes): string
    {
        foreach (self::SIZES as $name => $limit) {
            if ($bytes < $limit) {
                return $name;
            }
        }

        return 'large';
    }

    /**
     * @param list<mixed> $values
     * @return list<mixed>
     */
    private static function some(array $values, int $most): array
    {
        $step = \max(1, \count($values) / $most);
        $some = [];
        for ($at = 0.0; $at < \count($values) && \count($some) < $most; $at += $step) {
            $some[] = $values[(int) $at];
        }

        return $some;
    }

    /** @return array<string, array<array-key, Closure(): mixed>> */
    private static function made(): array
    {
        return [
            'small values' => SmallValues::all(),
            'tables' => \array_map(static fn (int $rows): Closure => static fn (): array => Shapes::rowsetDistinct($rows), [60, 100, 150, 250, 400, 1000]),
            'objects' => \array_map(static fn (int $count): Closure => static fn (): array => Shapes::dto($count), [20, 80, 150, 300, 1000]),
            'catalog' => [Shapes::catalog(...)],
            'drupal/page' => \array_map(static fn (int $i): Closure => static fn (): object => self::page($i), \range(1, 12)),
        ];
    }

    /** A cached response: 10 to 60 KB of HTML with little repetition, its headers, and the tags by which it is invalidated. */
    private static function page(int $i): object
    {
        $html = "<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">\n<head>\n<meta charset=\"utf-8\">\n<title>Page $i | Example</title>\n</head>\n<body class=\"path-node page-$i\">\n";
        $tags = ['config:system.site', 'http_response', 'rendered', 'user_view'];
        for ($n = 0; $n < 20 + 8 * $i; ++$n) {
            $id = 17 * $i + $n;
            $html .= "<article data-history-node-id=\"$id\" class=\"node node--type-article node--view-mode-teaser\">\n  <h2><a href=\"/node/$id\" rel=\"bookmark\">" . self::words($id, 5)
                . "</a></h2>\n  <p class=\"node__meta\">by <a href=\"/user/" . ($id % 9) . '">' . self::words($id % 9, 2) . "</a></p>\n  <p>" . self::words(1000 + $id, 40) . "</p>\n</article>\n";
            $tags[] = "node:$id";
        }

        return (object) [
            'content' => "$html</body>\n</html>\n", 'status' => 200, 'version' => '1.0',
            'headers' => ['content-type' => ['text/html; charset=UTF-8'], 'cache-control' => ['max-age=900, public'], 'etag' => ['"' . Shapes::hex("page $i", 32) . '"']],
            'tags' => $tags, 'expire' => -1,
        ];
    }

    private static function words(int $seed, int $count): string
    {
        $words = [];
        for ($i = 0; $i < $count; ++$i) {
            $words[] = \strtr(\substr(Shapes::hex("word $seed $i", 12), 0, 3 + ($seed + $i) % 7), '0123456789', 'aeiouslntr');
        }

        return \ucfirst(\implode(' ', $words));
    }
}
