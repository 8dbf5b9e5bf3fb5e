--TEST--
Objects and references that nest a value by back-references deeper than PHP can free are refused, on the main stack and in a fiber
--EXTENSIONS--
brine
--INI--
memory_limit=512M
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/payloads.inc';

/** A list of $count items, each of which refers to the one before. */
function chain(int $count, string $first, callable $next): string
{
    $payload = "\xC1\x10\xE8" . uv($count) . $first;
    for ($i = 1; $i < $count; $i++) {
        $payload .= $next(uv($i - 1), $i);
    }

    return $payload;
}
$levels = most_levels();
/** How many have no more levels. */
$longest = [
    'references' => intdiv($levels - 1, 2), 'objects' => $levels - 1, 'objects in lists' => intdiv($levels, 2), 'objects of a missing class' => $levels - 1,
    'array forms' => intdiv($levels, 3), 'objects and references in turn' => intdiv($levels, 3), 'rows of a table' => $levels - 1,
];
$chains = [
    'references' => static fn (int $count): string => chain($count, "\xF5\xC0\x00", static fn (string $n): string => "\xF5\xC0\xF6$n"),
    'objects' => static fn (int $count): string => chain($count, "\xF0\x27stdClass\x01\x20p\x00", static fn (string $n): string => "\xB0\xF4$n"),
    'objects in lists' => static fn (int $count): string => chain($count, "\xF0\x27stdClass\x01\x20p\x00", static fn (string $n): string => "\xB0\xC0\xF4$n"),
    'objects of a missing class' => static fn (int $count): string => chain($count, "\xF0\x21No\x01\x20p\x00", static fn (string $n): string => "\xB0\xF4$n"),
    'array forms' => static fn (int $count): string => chain($count, "\xF1\x2AArrayObject\xC3\x00\xE7\xE7\xD8", static fn (string $n): string => "\xB0\xC3\x00\xC0\xF4$n\xE7\xD8"),
    'objects and references in turn' => static fn (int $count): string => chain($count, "\xF0\x27stdClass\x01\x20p\xF5\x00", static fn (string $n): string => "\xB0\xF5\xC0\xF4$n"),
    'rows of a table' => static function (int $count): string {
        $payload = "\xC1\x10\xED" . uv($count) . "\x00\xF0\x27stdClass\x01\x20p\x00\x00";
        for ($i = 1; $i < $count; $i++) {
            $payload .= "\xF4" . uv($i - 1);
        }

        return $payload;
    },
];
foreach ($chains as $name => $chain) {
    $chain = static fn (int $count): string => str_replace("\x21No", "\x21No", $chain($count));
    echo "$name: ", thrown(static fn () => brine_unserialize($chain(75_000), ['max_depth' => 9, 'allowed_classes' => ['stdClass', 'ArrayObject']])), "\n";
    $fiber = new Fiber(static fn (): string => thrown(static fn () => brine_unserialize($chain(20_000), ['max_depth' => 9])));
    $fiber->start();
    echo '  in a fiber: ', preg_replace('/ at byte .*/', '', $fiber->getReturn()), "\n";
    // A chain just short enough is freed. A debug build takes more stack for each level, and allows fewer.
    $most = PHP_DEBUG ? 1000 : $longest[$name];
    $value = brine_unserialize($chain($most));
    echo '  ', count($value) === $most ? 'the longest is read' : 'cut', "\n";
    unset($value);
    $reason = thrown(static fn () => brine_unserialize($chain(PHP_DEBUG ? 20_000 : $most + 1)));
    echo '  one more: ', preg_replace('/ at byte .*/', '', $reason), "\n";
}
gc_collect_cycles();
?>
--EXPECTF--
references: Brine\DecodeException: back-references nest the value deeper than the stack can take apart at byte %d, in $value[%d]%S
  in a fiber: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
  the longest is read
  one more: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
objects: Brine\DecodeException: back-references nest the value deeper than the stack can take apart at byte %d, in $value[%d]%S
  in a fiber: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
  the longest is read
  one more: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
objects in lists: Brine\DecodeException: back-references nest the value deeper than the stack can take apart at byte %d, in $value[%d]%S
  in a fiber: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
  the longest is read
  one more: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
objects of a missing class: Brine\DecodeException: back-references nest the value deeper than the stack can take apart at byte %d, in $value[%d]%S
  in a fiber: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
  the longest is read
  one more: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
array forms: Brine\DecodeException: back-references nest the value deeper than the stack can take apart at byte %d, in $value[%d]%S
  in a fiber: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
  the longest is read
  one more: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
objects and references in turn: Brine\DecodeException: back-references nest the value deeper than the stack can take apart at byte %d, in $value[%d]%S
  in a fiber: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
  the longest is read
  one more: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
rows of a table: Brine\DecodeException: back-references nest the value deeper than the stack can take apart at byte %d, in $value[%d]%S
  in a fiber: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
  the longest is read
  one more: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
