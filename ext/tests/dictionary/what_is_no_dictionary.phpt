--TEST--
What is no dictionary is refused, and says which entry is wrong
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

function refused(string $bytes): string
{
    try {
        return 'loaded: ' . brine_dictionary_load($bytes);
    } catch (Brine\DecodeException $error) {
        return $error->getReason() . ', ' . $error->getOffset() . ': ' . $error->getMessage();
    }
}

$of = static fn (array $strings, array $shapes = [], array $arrays = []): string => brine_serialize([$strings, $shapes, $arrays]);
foreach ([
    '', "\xC1", "\xC1\x12", "\xC1\x1212345678\xD8", 'no Brine', "\xC1\x10\xD8", str_repeat("\xC1", (1 << 24) + 1),
    brine_serialize([[], []]), brine_serialize([[], [], [], [], []]), brine_serialize(['a' => [], 'b' => [], 'c' => []]),
    $of(['ab', 'c']), $of(['ab', 'ab']), $of(['ab', 5]), $of([str_repeat('x', 65536)]), $of(['a' => 'ab']),
    $of([], [5]), $of([], [[0]]), $of([], [[0, '5']]), $of([], [[0, 'a', 'a']]), $of([], [[0, 1.5]]), $of([], [[3, 'A']]), $of([], [[1]]),
    $of([], [[1, '\A']]), $of([], [[1, '']]), $of([], [[1, 'A', "\0A\0"]]), $of([], [[1, 'A', "\0*\0a\0"]]), $of([], [[1, 'A', '__PHP_Incomplete_Class_Name']]),
    $of([], [[1, 'A', 'b', 'b']]), $of([], [[2, 'A', 'b']]), $of([], [[2, 'A'], [2, 'A']]), $of([], [[0, 'a'], [0, 'b']]) . 'x',
    $of([], [], [[]]), $of([], [], ['ab']), $of([], [], [[NAN]]), $of([], [], [[new stdClass()]]),
    brine_serialize([[], [], [], []]), brine_serialize([[], [], [], [3 => 'ab']]), brine_serialize([[], [], [], [1 => str_repeat('x', 32769)]]),
    (static function (): string {
        $x = 1;

        return brine_serialize([[], [], [[&$x, &$x]]]);
    })(),
] as $bytes) {
    echo refused($bytes), "\n";
}
$deep = 1;
for ($i = 0; $i < 65; $i++) {
    $deep = [$deep];
}
echo refused($of([], [], [$deep])), "\n";
echo substr(refused($of([], [], [$deep[0]])), 0, 7), "\n";
echo refused($of([], [], [range(1, 1 << 20)])), "\n";
?>
--EXPECT--
truncated, 0: The payload is empty: was the cache entry missing (false)?
truncated, 1: the payload ends too early at byte 1
flags, 1: the payload has a flag that this reader does not know at byte 1
flags, 1: the payload has a flag that this reader does not know at byte 1
not_brine, 0: the payload does not begin with the magic byte of Brine at byte 0
bad_dictionary, 2: the dictionary is malformed: it is no list of three or four parts, at byte 2
bad_dictionary, 2: the dictionary is malformed: the file has more than 16777216 bytes, at byte 2
bad_dictionary, 2: the dictionary is malformed: it is no list of three or four parts, at byte 2
bad_dictionary, 2: the dictionary is malformed: it is no list of three or four parts, at byte 2
bad_dictionary, 2: the dictionary is malformed: it is no list of three or four parts, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 1 of the first part is no string of 2 to 65535 bytes, at byte 2
bad_dictionary, 2: the dictionary is malformed: two strings are equal, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 1 of the first part is no string of 2 to 65535 bytes, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the first part is no string of 2 to 65535 bytes, at byte 2
bad_dictionary, 2: the dictionary is malformed: the first part is no list of 65536 entries at most, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the second part is no shape, at byte 2
bad_dictionary, 2: the dictionary is malformed: two shapes are equal, at byte 2
trailing_bytes, 14: there are bytes after the value at byte 14
bad_dictionary, 2: the dictionary is malformed: entry 0 of the third part is no array with elements, at byte 2
bad_dictionary, 2: the dictionary is malformed: entry 0 of the third part is no array with elements, at byte 2
bad_dictionary, 2: the dictionary is malformed: there is a NaN in the third part, at byte 2
bad_dictionary, 2: the dictionary is malformed: there is an object or a PHP reference in it, at byte 2
bad_dictionary, 2: the dictionary is malformed: the fourth part is no map of preset dictionaries, at byte 2
bad_dictionary, 2: the dictionary is malformed: the fourth part is no map of preset dictionaries, at byte 2
bad_dictionary, 2: the dictionary is malformed: the fourth part is no map of preset dictionaries, at byte 2
bad_dictionary, 2: the dictionary is malformed: there is an object or a PHP reference in it, at byte 2
max_depth, 70: the value is nested deeper than max_depth (66) at byte 70, in $value[2][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][…][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]
loaded:
max_elements, 6: the value has more elements than max_elements (1048576) at byte 6, in $value[2][0]
