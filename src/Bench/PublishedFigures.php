<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\Result\Published;

/** What others have published of the same shapes, measured on their machines. */
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
