--TEST--
A signed value is found only for the key and context that verified it, and nothing is kept of what is not verified
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/resident.inc';

final class Point
{
    public int $x = 1;
}

$value = ['a' => 1, 'list' => ['some text', 'more'], 'page' => str_repeat('page ', 100)];
$with_object = [$value, new Point()];
$get = static fn (string $frame, string|array $keys, array $options = []): mixed =>
    brine_unserialize_signed($frame, $keys, $options + RESIDENT);
foreach ([$value, $with_object] as $content) {
    $frame = brine_serialize_signed($content, 'the key of a test', ['context' => 'entry:1']);
    $bare = brine_serialize_signed($content, 'the key of a test');
    $right = ['context' => 'entry:1'];
    for ($i = 0; $i < 3; $i++) {
        echo changes(static fn (): mixed => $get($frame, 'the key of a test', $right)), ' | ', changes(static fn (): mixed => $get($bare, 'the key of a test')), "\n";
    }
    var_dump($get($frame, 'the key of a test', $right) == $content, $get($frame, ['other key', 'the key of a test'], $right) == $content, $get($bare, 'the key of a test') == $content);
    echo changes(static fn () => $get($frame, ['other key', 'the key of a test'], $right)), "\n";
    // None of these may be a hit, nor be counted as one that might become one.
    $wrong = [
        'other key' => [$frame, 'other key', $right], 'no context' => [$frame, 'the key of a test', []], 'other context' => [$frame, 'the key of a test', ['context' => 'entry:2']],
        'longer context' => [$frame, 'the key of a test', ['context' => 'entry:10']], 'empty context' => [$frame, 'the key of a test', ['context' => '']],
        'a context' => [$bare, 'the key of a test', $right], 'removed key' => [$frame, ['new key', 'other key'], $right],
        'cut' => [substr($frame, 0, -1), 'the key of a test', $right], 'head' => [substr($frame, 0, 38), 'the key of a test', $right], 'nothing' => ['', 'the key of a test', $right],
        'payload' => [substr($frame, 38), 'the key of a test', $right],
    ];
    foreach ($wrong as $name => $arguments) {
        for ($i = 0; $i < 3; $i++) {
            $before = brine_resident_status();
            if ($get(...$arguments) !== null) {
                echo "$name: verified\n";
            }
            $after = brine_resident_status();
            if ($after['hits'] !== $before['hits'] || $after['admitted'] !== $before['admitted'] || $after['misses'] !== $before['misses']) {
                echo "$name: counted\n";
            }
        }
    }
    $flipped = 0;
    for ($i = 0; $i < strlen($frame) * 8; $i++) {
        $changed = $frame;
        $changed[$i >> 3] = chr(ord($changed[$i >> 3]) ^ 1 << ($i & 7));
        try {
            $flipped += $get($changed, 'the key of a test', $right) === null ? 1 : 0;
        } catch (Brine\DecodeException $error) {
            // Where its content names a dictionary now, nobody can verify it.
            $flipped += $i === 39 * 8 + 1 && $error->getReason() === 'unknown_dictionary' ? 1 : 0;
        }
    }
    var_dump($flipped === strlen($frame) * 8);
    // The payload of a signed value is none that was signed by nobody.
    echo changes(static fn () => brine_unserialize(substr($frame, 38), RESIDENT)), "\n";
    echo thrown(static fn () => brine_unserialize($frame, RESIDENT)), "\n";
}
// More keys than are remembered at once: each has a mark of its own.
for ($round = 0; $round < 3; $round++) {
    echo changes(static function () use ($get): void {
        for ($i = 0; $i < 20; $i++) {
            $frame = brine_serialize_signed(['some value', 'of all'], "the key number $i");
            if ($get($frame, "the key number $i") !== ['some value', 'of all'] || $get($frame, 'the key number ' . ($i + 1)) !== null) {
                echo "wrong\n";
            }
        }
    }), "\n";
}
?>
--EXPECT--
misses 1 | misses 1
misses 1, admitted 1, entries 1 | misses 1, admitted 1, entries 1
hits 1 | hits 1
bool(true)
bool(true)
bool(true)
hits 1
bool(true)
misses 1
Brine\DecodeException: the payload is signed, which only brine_unserialize_signed() reads, at byte 1
misses 1 | misses 1
misses 1, admitted 1, entries 1, templates 1 | misses 1, admitted 1, entries 1, templates 1
hits 1 | hits 1
bool(true)
bool(true)
bool(true)
hits 1
bool(true)
misses 1
Brine\DecodeException: the payload is signed, which only brine_unserialize_signed() reads, at byte 1
misses 20
misses 20, admitted 20, entries 20
hits 20
