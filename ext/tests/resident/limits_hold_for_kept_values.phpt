--TEST--
A value that is kept is beyond a limit where a decode would be, in the same words
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/resident.inc';

enum Suit
{
    case Hearts;
}
class Point
{
    public array $in = [1];
}
final class Other extends Point
{
}

$values = [
    'text' => 'some text', 'deep' => [[[1]]], 'wide' => range(1, 50), 'shared' => [[1, [2]], [1, [2]], [1, [2]]], 'case' => [Suit::Hearts],
    'objects' => [new Point(), new Other()], 'dynamic' => (object) ['a' => (object) ['b' => [1]]],
    'rows' => array_map(static fn (int $i): array => ['id' => $i, 'in' => [$i * $i]], range(1, 20)),
];
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
    admit($payload);
    $options = [];
    for ($i = 1; $i < 8; $i++) {
        $options[] = ['max_depth' => $i];
    }
    for ($i = 1; $i < 70; $i++) {
        $options[] = ['max_elements' => $i];
    }
    for ($i = 1; $i < 6000; $i += 16) {
        $options[] = ['max_memory' => $i];
    }
    $options[] = ['allowed_classes' => false];
    $options[] = ['allowed_classes' => true];
    $options[] = ['allowed_classes' => ['POINT']];
    $options[] = ['allowed_classes' => ['Point', 'Other', 'Suit', 'stdClass']];
    $hits = $fallbacks = 0;
    foreach ($options as $option) {
        $before = brine_resident_status();
        $resident = $plain = null;
        $say = thrown(static function () use ($payload, $option, &$resident): void {
            $resident = brine_unserialize($payload, $option + RESIDENT);
        });
        $said = thrown(static function () use ($payload, $option, &$plain): void {
            $plain = brine_unserialize($payload, $option);
        });
        if ($say !== $said || serialize($resident) !== serialize($plain)) {
            echo "$name: ", json_encode($option), ": $say, and $said\n";
        }
        $hits += brine_resident_status()['hits'] - $before['hits'];
        $fallbacks += brine_resident_status()['fallbacks'] - $before['fallbacks'];
    }
    echo "$name: hits ", $hits > 0 ? 'some' : $hits, ', ', $hits + $fallbacks === count($options) ? 'as many as there are' : 'missing', "\n";
}
// A value admitted under a higher limit is not returned to a call with the default limit.
$run = brine_serialize(array_fill(0, 100, range(0, 99_999)));
$high = ['max_memory' => PHP_INT_MAX, 'max_elements' => PHP_INT_MAX];
brine_unserialize($run, RESIDENT + $high);
echo changes(static fn (): mixed => brine_unserialize($run, RESIDENT + $high)), "\n";
echo changes(static fn (): mixed => brine_unserialize($run, RESIDENT + $high)), "\n";
echo changes(static fn (): mixed => brine_unserialize($run, RESIDENT)), "\n";
echo thrown(static fn (): mixed => brine_unserialize($run, RESIDENT + ['max_elements' => 9_999_999])), "\n";
?>
--EXPECTF--
text: hits some, as many as there are
deep: hits some, as many as there are
wide: hits some, as many as there are
shared: hits some, as many as there are
case: hits some, as many as there are
objects: hits some, as many as there are
dynamic: hits some, as many as there are
rows: hits some, as many as there are
misses 1, admitted 1, entries 1
hits 1
hits 1
Brine\DecodeException: the value has more elements than max_elements (9999999) at byte %d, in $value[99]
