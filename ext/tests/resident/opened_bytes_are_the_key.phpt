--TEST--
The option "open" is asked for what is inside of bytes until their value is kept, under these bytes
--EXTENSIONS--
brine
--INI--
brine.resident_memory=512M
memory_limit=1G
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/resident.inc';

final class Point
{
    public int $x = 1;
}
final class Other
{
    public array $in = [2];
}

$calls = 0;
$open = static function (string $bytes) use (&$calls): string {
    $calls++;
    return strrev(substr($bytes, 2));
};
$wrap = static fn (string $payload): string => 'ZZ' . strrev($payload);
$read = static fn (string $bytes, array $options = []): mixed => brine_unserialize($bytes, $options + ['open' => $open] + RESIDENT);

$values = ['array' => ['a' => 1, 'list' => ['some text', 'more']], 'text' => str_repeat('page ', 100), 'objects' => [new Point(), new Other()]];
foreach ($values as $name => $value) {
    $bytes = $wrap(brine_serialize($value));
    echo $name;
    for ($i = 0; $i < 4; $i++) {
        $calls = 0;
        echo ' | ', changes(static function () use ($read, $bytes, $value): void {
            if ($read($bytes) != $value) {
                echo 'wrong value';
            }
        }), ", opened $calls";
    }
    echo "\n";
}

$bytes = $wrap(brine_serialize($values['array']));
// One bit of the bytes is another one: these are opened, and what opens them says what it says.
for ($i = 16; $i < strlen($bytes) * 8; $i++) {
    $flipped = $bytes;
    $flipped[$i >> 3] = chr(ord($flipped[$i >> 3]) ^ 1 << ($i & 7));
    $calls = 0;
    thrown(static fn () => $read($flipped));
    if ($calls !== 1) {
        echo "bit $i: opened $calls\n";
    }
}

// The payload inside is not known by that, and bytes that are a payload themselves are two things.
$payload = brine_serialize(['outer' => str_repeat('text ', 20)]);
$inner = brine_serialize(['inner' => str_repeat('text ', 20)]);
for ($i = 0; $i < 3; $i++) {
    echo changes(static function () use ($payload, $inner, &$one, &$two): void {
        $one = brine_unserialize($payload, RESIDENT);
        $two = brine_unserialize($payload, RESIDENT + ['open' => static fn (): string => $inner]);
    }), ': ', key($one), ' ', key($two), "\n";
}
echo changes(static fn () => brine_unserialize($inner, RESIDENT)), "\n";
$payloads = array_map(static fn (int $i): string => brine_serialize(['text' => str_repeat('same ', 200) . $i]), range(100, 199));
for ($i = 0; $i < 3; $i++) {
    foreach ($payloads as $n => $like) {
        $opened = brine_unserialize($like, RESIDENT + ['open' => static fn (string $bytes): string => $payloads[99 - $n]]);
        if ($opened['text'] !== str_repeat('same ', 200) . 199 - $n || brine_unserialize($like, RESIDENT)['text'] !== str_repeat('same ', 200) . $n + 100) {
            echo "wrong value of $n\n";
        }
    }
}

// Limits and permissions are those of the content, in the same words.
foreach ([['a' => [[1, 2], ['x' => 'text']]], [new Point(), [new Other()]]] as $value) {
    $payload = brine_serialize($value);
    $bytes = $wrap($payload);
    $read($bytes);
    $read($bytes);
    $options = [['allowed_classes' => false], ['allowed_classes' => ['POINT']], ['allowed_classes' => ['Point', 'Other']]];
    for ($i = 1; $i < 20; $i++) {
        array_push($options, ['max_depth' => $i], ['max_elements' => $i], ['max_memory' => 56 * $i]);
    }
    $before = brine_resident_status();
    foreach ($options as $option) {
        $one = $two = null;
        $said = thrown(static function () use ($read, $bytes, $option, &$one): void {
            $one = $read($bytes, $option);
        });
        $plain = thrown(static function () use ($payload, $option, &$two): void {
            $two = brine_unserialize($payload, $option);
        });
        if ($said !== $plain || serialize($one) !== serialize($two)) {
            echo json_encode($option), ": $said, and $plain\n";
        }
    }
    $after = brine_resident_status();
    var_dump($after['hits'] > $before['hits'], $after['hits'] + $after['fallbacks'] - $before['hits'] - $before['fallbacks'] === count($options));
}

// Without "max_memory", what the value may take depends on the content's bytes: not on those that are the key.
$tree = "\xc0\x00";
foreach ([16, 16, 16, 16, 3] as $n) {
    $tree = chr(0xbf + $n) . str_repeat($tree, $n);
}
$tree = "\xc1\x10$tree";
echo thrown(static fn () => brine_unserialize($tree, ['max_memory' => 1 << 25])), "\n";
$limit = ['max_memory' => 1 << 30];
$of_many = ['open' => static fn (): string => $tree];
foreach ([[], $limit, [], $limit, ['max_memory' => 1 << 25]] as $options) {
    echo changes(static function () use ($read, $of_many, $options): void {
        echo thrown(static fn () => $read('of many', $options + $of_many)), ' | ';
    }), "\n";
}
// And so where fewer bytes are inside of more: what a call has admitted under a higher limit is no hit without.
$run = brine_serialize(array_map(static fn (int $i): array => range($i, $i + 99_999), range(1, 40)));
$in_more = str_repeat('more', 1000);
$of_few = ['open' => static fn (): string => $run];
foreach ([[], $limit, $limit, $limit, [], $limit] as $options) {
    echo changes(static function () use ($read, $in_more, $of_few, $options): void {
        echo thrown(static fn () => $read($in_more, $options + $of_few)), ' | ';
    }), "\n";
}
?>
--EXPECT--
array | misses 1, opened 1 | misses 1, admitted 1, entries 1, opened 1 | hits 1, opened 0 | hits 1, opened 0
text | misses 1, opened 1 | misses 1, admitted 1, entries 1, opened 1 | hits 1, opened 0 | hits 1, opened 0
objects | misses 1, opened 1 | misses 1, admitted 1, entries 1, templates 1, opened 1 | hits 1, opened 0 | hits 1, opened 0
misses 2: outer inner
misses 2, admitted 2, entries 2: outer inner
hits 2: outer inner
misses 1
bool(true)
bool(true)
bool(true)
bool(true)
Brine\DecodeException: the value takes more memory than max_memory allows (33554432) at byte 338602, in $value[2][7][15][15][14]
nothing is thrown | misses 1
nothing is thrown | misses 1, admitted 1, entries 1
nothing is thrown | hits 1
nothing is thrown | hits 1
Brine\DecodeException: the value takes more memory than max_memory allows (33554432) at byte 338602, in $value[2][7][15][15][14] | fallbacks 1
Brine\DecodeException: the value takes more memory than max_memory allows (33627136) at byte 116, in $value[16] | misses 1
nothing is thrown | misses 1, admitted 1, entries 1
nothing is thrown | hits 1
nothing is thrown | hits 1
Brine\DecodeException: the value takes more memory than max_memory allows (33627136) at byte 116, in $value[16] | fallbacks 1
nothing is thrown | hits 1
