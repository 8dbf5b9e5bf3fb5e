<?php

declare(strict_types=1);

namespace Brine\Bench\MessagePack;

use Brine\Bench\Result\Published;

/** Figures in the README of rybakit/msgpack for that library and the extension msgpack. */
final class PublishedFigures
{
    private const SOURCE = 'rybakit/msgpack and pecl msgpack 2.1.2, by the former (https://github.com/rybakit/msgpack.php#performance), in its README since February 2022; '
        . 'the machine is not named. It states seconds for 100,000 calls, without the loop around them, with four digits: here as nanoseconds of a call';

    /** The columns of FIGURES, in pairs of packing and unpacking. */
    private const COLUMNS = ['rybakit', 'rybakit JIT', 'pecl 2.1.2', 'pecl 2.1.2 with JIT on'];

    /** Nanoseconds of a call, by case; trailing columns without a figure are omitted. */
    private const FIGURES = [
        'nil' => [30, 139, 5, 54, 55, 64, 53, 42],
        'false' => [37, 144, 4, 59, 56, 53, 57, 43],
        'true' => [40, 137, 4, 59, 56, 44, 56, 41],
        '7-bit uint #1' => [52, 120, 10, 47, 59, 46, 62, 41],
        '7-bit uint #2' => [59, 114, 10, 46, 42, 29, 62, 41],
        '7-bit uint #3' => [61, 119, 10, 46, 45, 25, 61, 40],
        '5-bit sint #1' => [67, 126, 25, 46, 38, 22, 62, 40],
        '5-bit sint #2' => [64, 132, 23, 46, 38, 22, 62, 40],
        '5-bit sint #3' => [66, 135, 24, 45, 38, 23, 62, 40],
        '8-bit uint #1' => [78, 200, 43, 81, 39, 31, 62, 50],
        '8-bit uint #2' => [77, 212, 43, 79, 40, 29, 64, 44],
        '8-bit uint #3' => [86, 203, 41, 80, 39, 30, 62, 44],
        '16-bit uint #1' => [111, 271, 64, 95, 49, 30, 65, 45],
        '16-bit uint #2' => [115, 260, 64, 91, 42, 46, 63, 45],
        '16-bit uint #3' => [103, 273, 64, 94, 59, 51, 64, 47],
        '32-bit uint #1' => [116, 326, 85, 114, 60, 48, 63, 43],
        '32-bit uint #2' => [118, 332, 77, 122, 70, 48, 62, 39],
        '32-bit uint #3' => [127, 325, 77, 120, 51, 48, 63, 44],
        '64-bit uint #1' => [140, 277, 85, 159, 55, 49, 63, 45],
        '64-bit uint #2' => [134, 294, 86, 157, 52, 46, 61, 45],
        '64-bit uint #3' => [134, 281, 86, 158, 69, 44, 63, 47],
        '8-bit int #1' => [86, 241, 42, 80, 58, 44, 62, 44],
        '8-bit int #2' => [89, 225, 42, 80, 58, 48, 62, 44],
        '8-bit int #3' => [85, 229, 42, 81, 55, 49, 62, 43],
        '16-bit int #1' => [118, 280, 65, 95, 48, 45, 69, 46],
        '16-bit int #2' => [121, 270, 65, 90, 57, 49, 63, 43],
        '16-bit int #3' => [109, 274, 56, 85, 58, 50, 62, 46],
        '32-bit int #1' => [128, 346, 67, 107, 58, 51, 63, 44],
        '32-bit int #2' => [118, 339, 66, 106, 56, 49, 66, 46],
        '32-bit int #3' => [135, 368, 63, 104, 52, 48, 60, 44],
        '64-bit int #1' => [138, 276, 72, 162, 34, 25, 60, 45],
        '64-bit int #2' => [132, 286, 73, 174, 34, 25, 62, 44],
        '64-bit int #3' => [137, 274, 72, 164, 59, 50, 63, 46],
        '64-bit int #4' => [180, 285, 77, 161, 59, 46, 61, 44],
        '64-bit float #1' => [134, 284, 53, 135, 57, 52, 56, 44],
        '64-bit float #2' => [125, 275, 53, 135, 57, 50, 57, 45],
        '64-bit float #3' => [126, 283, 52, 135, 57, 50, 57, 44],
        'fix string #1' => [35, 133, -2, 44, 66, 53, 71, 44],
        'fix string #2' => [94, 216, 35, 67, 65, 68, 70, 60],
        'fix string #3' => [94, 222, 35, 77, 63, 69, 68, 60],
        'fix string #4' => [91, 241, 33, 78, 83, 77, 70, 59],
        '8-bit string #1' => [122, 301, 59, 110, 75, 88, 69, 62],
        '8-bit string #2' => [118, 304, 63, 121, 76, 86, 69, 65],
        '8-bit string #3' => [119, 315, 64, 124, 130, 93, 115, 65],
        '16-bit string #1' => [150, 388, 99, 146, 117, 86, 128, 68],
        '16-bit string #2' => [1545, 1665, 1522, 1474, 1516, 1373, 1526, 1391],
        '32-bit string' => [1570, 1756, 1511, 1483, 1511, 1396, 1504, 1370],
        'wide char string #1' => [91, 236, 39, 84, 66, 65, 67, 57],
        'wide char string #2' => [122, 313, 73, 123, 61, 82, 69, 63],
        '8-bit binary #1' => [100, 302, 40, 112],
        '8-bit binary #2' => [123, 324, 75, 123],
        '8-bit binary #3' => [126, 327, 77, 129],
        '16-bit binary' => [168, 372, 96, 145],
        '32-bit binary' => [1588, 1754, 1535, 1479],
        'fix array #1' => [42, 131, 8, 61, 120, 58, 132, 55],
        'fix array #2' => [294, 367, 121, 165, 143, 165, 155, 148],
        'fix array #3' => [412, 472, 193, 222, 162, 187, 179, 180],
        '16-bit array #1' => [1378, 1596, 607, 479, 334, 341, 343, 388],
        'complex array' => [1865, 2283, 749, 824],
        'fix map #1' => [725, 1048, 329, 431],
        'fix map #2' => [319, 405, 161, 189, 143, 168, 156, 179],
        'fix map #3' => [356, 665, 205, 262],
        'fix map #4' => [465, 497, 252, 205, 151, 163, 214, 167],
        '16-bit map #1' => [2540, 3028, 1016, 927, 400, 490, 388, 510],
        'complex map' => [2372, 2710, 1096, 1030, 545, 579, 556, 602],
        'fixext 1' => [283, 358, 157, 161],
        'fixext 2' => [291, 371, 175, 183],
        'fixext 4' => [302, 355, 156, 185],
        'fixext 8' => [288, 384, 163, 184],
        'fixext 16' => [293, 359, 164, 182],
        '8-bit ext' => [302, 439, 158, 207],
        '16-bit ext' => [334, 499, 203, 219],
        '32-bit ext' => [1845, 1888, 1614, 1539],
        '32-bit timestamp #1' => [337, 547, 195, 249],
        '32-bit timestamp #2' => [335, 560, 188, 260],
        '64-bit timestamp #1' => [371, 575, 207, 281],
        '64-bit timestamp #2' => [374, 542, 212, 291],
        '64-bit timestamp #3' => [356, 533, 207, 295],
        '96-bit timestamp #1' => [362, 699, 222, 358],
        '96-bit timestamp #2' => [381, 701, 228, 353],
        '96-bit timestamp #3' => [367, 687, 210, 319],
    ];

    /**
     * @param list<string> $cases
     * @return list<Published> the figures of these cases, if there are any
     */
    public static function of(array $cases): array
    {
        $rows = [];
        foreach ($cases as $case) {
            foreach (\array_chunk(self::FIGURES[$case] ?? [], 2) as $i => [$encode, $decode]) {
                $rows[$case][self::COLUMNS[$i]] = ['encode' => $encode, 'decode' => $decode];
            }
        }

        return $rows === [] ? [] : [new Published(self::SOURCE, 'ns', $rows)];
    }
}
