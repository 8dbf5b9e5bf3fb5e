--TEST--
String keys that stand for integers do so however often their shape was met, and meet the integer keys that they stand for
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$beyond = PHP_INT_SIZE === 8 ? ['9223372036854775808', '-9223372036854775809'] : ['2147483648', '-2147483649'];
$names = [
    serialize(PHP_INT_MIN) => 'the smallest;', serialize(PHP_INT_MIN + 1) => 'the next;', serialize($beyond[1]) => 'one less, as a string;',
];
$cases = [
    'one digit' => 'e9 02 20 35 20 36 01 02', 'two digits' => 'e9 02 21 31 32 21 31 33 01 02', 'negative' => 'e9 02 21 2d 35 21 2d 30 01 02',
    'leading zero' => 'e9 02 21 30 37 20 30 01 02', 'largest' => 'e9 02 ' . hex_string((string) PHP_INT_MAX) . hex_string($beyond[0]) . '01 02',
    'smallest' => 'e9 02 ' . hex_string((string) PHP_INT_MIN) . hex_string($beyond[1]) . '01 02',
    'with a name' => 'e9 03 21 31 32 22 61 62 63 20 37 01 02 03', 'by number' => 'c1 21 31 32 e9 02 60 20 61 01 02',
    'as a property' => 'f0' . hex_string('stdClass') . '02 21 31 32 20 35 01 02',
    'twice as strings' => 'e9 02 21 31 32 21 31 32 01 02', 'as string and by number' => 'e9 02 21 31 32 60 01 02',
    'as string and integer' => 'e9 02 21 31 32 0c 01 02', 'as integer and string' => 'e9 02 0c 21 31 32 01 02',
];
foreach ($cases as $name => $hex) {
    $results = [];
    for ($time = 0; $time < 5; $time++) {
        try {
            $decoded = brine_unserialize(payload($hex));
            if (is_array($decoded)) {
                $map = is_array($decoded[1] ?? null) ? $decoded[1] : $decoded;
                $found = array_map(static fn (int|string $key): bool => array_key_exists((string) $key, $map), array_keys($map));
                $map[] = 'next';
            } else {
                $map = $decoded;
                $found = [isset($map->{'12'}), isset($map->{'5'})];
            }
            $results[] = strtr(serialize($map), $names) . (in_array(false, $found, true) ? ' with a key that is not found' : '');
        } catch (Error | Brine\DecodeException $exception) {
            $results[] = $exception->getMessage();
        }
    }
    echo $name, ': ', implode("\n  and then ", array_unique($results)), "\n";
}
?>
--EXPECT--
one digit: a:3:{i:5;i:1;i:6;i:2;i:7;s:4:"next";}
two digits: a:3:{i:12;i:1;i:13;i:2;i:14;s:4:"next";}
negative: a:3:{i:-5;i:1;s:2:"-0";i:2;i:-4;s:4:"next";}
leading zero: a:3:{s:2:"07";i:1;i:0;i:2;i:1;s:4:"next";}
largest: Cannot add element to the array as the next element is already occupied
smallest: a:3:{the smallest;i:1;one less, as a string;i:2;the next;s:4:"next";}
with a name: a:4:{i:12;i:1;s:3:"abc";i:2;i:7;i:3;i:13;s:4:"next";}
by number: a:3:{i:12;i:1;s:1:"a";i:2;i:13;s:4:"next";}
as a property: O:8:"stdClass":2:{s:2:"12";i:1;s:1:"5";i:2;}
twice as strings: the key 12 occurs twice at byte 2
as string and by number: the key 12 occurs twice at byte 2
as string and integer: the key 12 occurs twice at byte 2
as integer and string: the key 12 occurs twice at byte 2
