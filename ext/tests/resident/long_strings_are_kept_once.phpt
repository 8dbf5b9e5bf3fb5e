--TEST--
A long string of a value is not kept in the payload, too; payloads that differ before it, in it or behind it are told apart
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';

/** The bytes that an entry takes. */
function taken(string $payload, array $options = RESIDENT): int
{
    $before = brine_resident_status()['bytes'];
    brine_unserialize($payload, $options);
    brine_unserialize($payload, $options);

    return brine_resident_status()['bytes'] - $before;
}

$page = '';
for ($i = 0; $i < 625; $i++) {
    $page .= md5((string) $i);
}
$values = [
    'alone' => $page,
    'in the middle' => ['cid' => 'a page', 'data' => $page, 'tags' => ['a', 'b'], 'again' => $page],
    'as a key' => [$page => 1, 'b' => 2],
    'in an object' => (object) ['data' => $page, 'created' => 1],
    'after one that begins alike' => [substr($page, 0, 9000), $page],
    'after many that begin alike' => [...array_map(static fn (int $i): string => substr($page, 0, 2100) . $i, range(0, 20)), $page],
    'two' => [$page, strrev($page)],
];
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
    $taken = taken($payload);
    echo "$name: ", $taken < 2 * strlen($payload) - 15000 ? 'kept once' : 'kept twice', "\n";
    if (serialize(brine_unserialize($payload, RESIDENT)) !== serialize($value)) {
        echo "wrong\n";
    }
    // The last bytes are those of what follows.
    $at = strpos($payload, $page);
    foreach ([0, 1, 2, $at - 1, $at, $at + 63, $at + 64, $at + 9999, $at + 19999, $at + 20000, strlen($payload) - 1] as $i) {
        if (!isset($payload[$i])) {
            continue;
        }
        foreach ([1, 128] as $bit) {
            $other = $payload;
            $other[$i] = chr(ord($other[$i]) ^ $bit);
            $results = [];
            foreach ([[], RESIDENT, RESIDENT, RESIDENT] as $options) {
                try {
                    $results[] = serialize(brine_unserialize($other, $options));
                } catch (Throwable $e) {
                    $results[] = get_class($e) . $e->getMessage();
                }
            }
            if (count(array_unique($results)) !== 1) {
                echo "byte $i is not compared\n";
            }
        }
    }
    echo changes(static fn () => brine_unserialize($payload, RESIDENT)), "\n";
}

// Compressed bytes do not contain the string literally.
$zipped = 'x' . brine_serialize($page);
$open = ['open' => static fn (string $bytes): string => brine_serialize(strrev(brine_unserialize(substr($bytes, 1))))] + RESIDENT;
var_dump(taken($zipped, $open) > 2 * strlen($page));
var_dump(brine_unserialize($zipped, $open) === strrev($page));

// With a signature before it and a context behind it.
$signed = brine_serialize_signed($page, 'a key of this test', ['context' => 'here']);
for ($i = 0; $i < 3; $i++) {
    var_dump(brine_unserialize_signed($signed, 'a key of this test', ['context' => 'here'] + RESIDENT) === $page);
}
echo changes(static fn () => brine_unserialize_signed($signed, 'a key of this test', ['context' => 'here'] + RESIDENT)), "\n";
try {
    var_dump(brine_unserialize_signed($signed, 'a key of this test', ['context' => 'there'] + RESIDENT));
} catch (Throwable $e) {
    echo get_class($e), "\n";
}
?>
--EXPECT--
alone: kept once
hits 1
in the middle: kept once
hits 1
as a key: kept once
hits 1
in an object: kept once
hits 1
after one that begins alike: kept once
hits 1
after many that begin alike: kept twice
hits 1
two: kept once
hits 1
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
hits 1
NULL
