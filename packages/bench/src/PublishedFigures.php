<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\Result\Published;

/** Published figures of others for the same shapes, from their machines. */
final class PublishedFigures
{
    /** Bytes of igbinary and of phpser, then nanoseconds to encode, then to decode. */
    private const PHPSER_0_1_2 = [
        'rowset_100' => [4570, 4771, 9600, 7900, 11_000, 11_000],
        'rowset_1000' => [47_000, 48_000, 153_000, 72_000, 104_000, 108_000],
        'packed_1k' => [5495, 1941, 4400, 1500, 7000, 1800],
        'packed_10k' => [60_000, 22_000, 44_000, 13_000, 73_000, 19_000],
        'deep_50' => [419, 424, 1300, 630, 1800, 1600],
        'dto_100' => [7083, 6362, 16_000, 13_000, 27_000, 23_000],
        'dto_1000' => [73_000, 65_000, 186_000, 160_000, 272_000, 227_000],
        'dto_mixed' => [22_000, 18_000, 59_000, 40_000, 111_000, 79_000],
    ];

    /** Bytes, nanoseconds to encode and to decode, of native, of JSON and of igbinary. */
    private const OF_2011 = [
        'strings' => [[105, 1871, 1826], [67, 1569, 2648], [64, 3228, 1836]],
        'integers' => [[121, 3020, 2389], [34, 1225, 2866], [58, 2288, 2444]],
        'booleans' => [[62, 2083, 1810], [39, 1089, 2442], [27, 1825, 1759]],
        'floats' => [[709, 27_497, 18_512], [77, 5048, 3790], [142, 2486, 2673]],
        'mixed' => [[178, 6302, 4679], [54, 2046, 2778], [50, 2389, 1960]],
        'objects' => [[326, 4870, 5547], [148, 2474, 5766], [177, 6473, 5267]],
        'all' => [[1567, 42_438, 31_013], [462, 9957, 14_575], [478, 18_054, 10_734]],
    ];

    /** The same, of the script's second run. */
    private const OF_2013 = [
        'strings' => [[105, 633, 691], [67, 783, 1381], [64, 972, 521]],
        'integers' => [[121, 1366, 1061], [34, 463, 1405], [58, 651, 709]],
        'booleans' => [[62, 807, 651], [39, 275, 1095], [27, 522, 498]],
        'floats' => [[307, 6335, 5397], [77, 3370, 2013], [142, 705, 753]],
        'mixed' => [[105, 1457, 1505], [54, 987, 1278], [50, 714, 554]],
        'objects' => [[326, 2409, 2664], [148, 1655, 3317], [177, 2198, 1992]],
        'all' => [[1092, 13_615, 11_949], [462, 7734, 9984], [478, 5647, 4403]],
    ];

    private const PAGE_OF_2011 = 'https://niden.net/post/fast-serialization-of-data-in-php';

    /** @return list<Published> */
    public static function of2011(): array
    {
        $unit = 'ns a call, the mean of 1,000,000; decoding of JSON makes arrays of objects';

        return [
            new Published('2011, PHP 5.3.1 on a machine with 6 GB of memory: ' . self::PAGE_OF_2011, $unit, self::byMeasure(self::OF_2011)),
            new Published('The same script and page, June 2013, PHP 5.4.16 on an Intel i7-3930K: ' . self::PAGE_OF_2011, $unit, self::byMeasure(self::OF_2013)),
        ];
    }

    /**
     * @param array<string, list<list<int>>> $figures
     * @return array<string, array<string, array<string, int>>> by row, serializer and measure
     */
    private static function byMeasure(array $figures): array
    {
        $rows = [];
        foreach ($figures as $name => $bySerializer) {
            $named = \array_combine(['native', 'json', 'igbinary'], $bySerializer);
            $rows["2011_$name"] = \array_map(static fn (array $of): array => \array_combine(['bytes', 'encode', 'decode'], $of), $named);
        }

        return $rows;
    }

    public static function phpser(): Published
    {
        $rows = [];
        foreach (self::PHPSER_0_1_2 as $name => $figures) {
            foreach (['igbinary', 'phpser'] as $i => $serializer) {
                $rows[$name][$serializer] = ['bytes' => $figures[$i], 'encode' => $figures[2 + $i], 'decode' => $figures[4 + $i]];
            }
        }

        return new Published(
            'README of phpser 0.1.2 (2026), PHP 8.4.22-dev NTS, medians of 9 runs of 1,000 calls: https://github.com/iliaal/phpser',
            'ns a call; large figures are rounded there; the classes have other names, and so other lengths',
            $rows,
        );
    }
}
