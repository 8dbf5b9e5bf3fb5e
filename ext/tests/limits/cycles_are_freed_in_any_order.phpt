--TEST--
Cycles that the collector could go through further than the stack takes are refused where what is open is named first, on the main stack and in a fiber
--EXTENSIONS--
brine
--INI--
memory_limit=1G
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/payloads.inc';

/**
 * Objects inside of one another, with a list in each whose members are a chain up to the object around. What holds them is named behind them, in
 * the order in which the collector is to begin.
 */
function regions(string $class, int $count, int $size): string
{
    $objects = 2;
    $holders = [];
    $region = static function (int $left, ?int $outer) use (&$region, &$objects, &$holders, $size): string {
        $own = $objects++;
        $holders[] = $objects++;
        $inner = $left === 1 ? "\xB0\xF4" . uv($own) : "\xB0" . $region($left - 1, $own);
        $chain = '';
        for ($i = 0; $i < $size; ++$i) {
            $chain .= "\xB0" . ($outer === null ? "\xD8" : "\xF4" . uv($outer));
            $outer = $objects++;
        }

        return "\xB1$inner\xE8" . uv($size) . $chain;
    };
    $bytes = "\xF0" . bstr($class) . "\x01\x20p\x05\xF0" . bstr($class) . "\x02\x20q\x20b\x05\x05" . $region($count, null);
    $named = implode('', array_map(static fn (int $number): string => "\xF4" . uv($number), $holders));

    return "\xC1\x10\xE8" . uv(4 + count($holders)) . $bytes . $named . "\xD8";
}
/** The same beside each other: the hook of ArrayObject takes no notice of the element that makes each a cycle, so that nothing holds it any more. */
function dropped(int $count, int $size): string
{
    $elements = ["\xF0\x27stdClass\x01\x20p\x05"];
    $objects = 1;
    $last = null;
    for ($i = 0; $i < $count; ++$i) {
        for ($j = 0; $last !== null && $j < $size; ++$j) {
            $elements[] = "\xB0\xF4" . uv($last);
            $last = $objects++;
        }
        $own = $objects++;
        $head = $i === 0 ? "\xF1" . bstr('ArrayObject') : "\xB1";
        $elements[] = "$head\xC4\x00\xC0" . ($last === null ? "\x05" : "\xF4" . uv($last)) . "\xE7\xD8\xB0\xF4" . uv($own);
        $last = $objects++;
    }

    return "\xC1\x10\xE8" . uv(count($elements)) . implode('', $elements);
}
/** The same with exceptions, whose message is what makes the cycle: __wakeup() unsets it, since it is no string. */
function unset_by_wakeup(int $count, int $size): string
{
    $elements = ["\xF0\x27stdClass\x01\x20p\x05"];
    $objects = 1;
    $last = null;
    for ($i = 0; $i < $count; ++$i) {
        for ($j = 0; $last !== null && $j < $size; ++$j) {
            $elements[] = "\xB0\xF4" . uv($last);
            $last = $objects++;
        }
        $own = $objects++;
        $head = $i === 0 ? "\xF0" . bstr('Exception') . "\x02\x01" . bstr('message') . "\x00" . bstr('extra') : "\xB1";
        $elements[] = "$head\xB0\xF4" . uv($own) . ($last === null ? "\x05" : "\xF4" . uv($last));
        $last = $objects++;
    }

    return "\xC1\x10\xE8" . uv(count($elements)) . implode('', $elements);
}
/** Two lists in an object, each of them a chain of objects up to it. */
function two_chains(int $size): string
{
    $chain = static fn (int $first): string => implode('', array_map(
        static fn (int $i): string => ($first + $i === 1 ? "\xF0\x27stdClass\x01\x20p" : "\xB1") . "\xF4" . uv($i === 0 ? 0 : $first + $i - 1),
        range(0, $size - 1),
    ));

    return "\xC1\x10\xF0\x27stdClass\x02\x20p\x20q\xE8" . uv($size) . $chain(1) . "\xE8" . uv($size) . $chain($size + 1);
}
/** The result for a payload, after freeing it. */
function outcome(string $payload): string
{
    try {
        $value = brine_unserialize($payload);
        $outcome = 'value of ' . count((array) $value);
        unset($value);
    } catch (Brine\DecodeException $error) {
        // What stands at the place: a reference to an object that is open there.
        $outcome = $error->getReason() . ' at ' . bin2hex($payload[$error->getOffset()]);
    }
    gc_collect_cycles();

    return $outcome;
}
function in_fiber(string $payload): string
{
    $fiber = new Fiber(outcome(...));
    $fiber->start($payload);

    return $fiber->getReturn();
}
// Where a level takes more of the stack, fewer are allowed.
[$few, $chain, $inFiber] = [2, PHP_DEBUG || most_levels() < 10_000 ? 800 : 4000, 2];
foreach (['stdClass', 'Missing'] as $class) {
    echo "$class: ", outcome(regions($class, $few, $chain)), ', ', outcome(regions($class, 40, 4000)), "\n";
    echo '  in a fiber: ', in_fiber(regions($class, $few, intdiv($chain, $inFiber))), ', ', in_fiber(regions($class, 20, 2000)), "\n";
}
echo 'two chains: ', outcome(two_chains(intdiv(most_levels(), 4))), "\n";
echo '  and longer ones: ', thrown(static fn () => brine_unserialize(two_chains(intdiv(most_levels(), 4) * 3))), "\n";
$reason = thrown(static fn () => brine_unserialize(regions('stdClass', 20, 2000), ['allowed_classes' => false, 'max_depth' => 50]));
echo 'without classes: ', preg_replace('/ at byte .*/', '', $reason), "\n";
echo 'dropped: ', outcome(dropped(2, 100)), ', ', outcome(dropped(12, 8000)), "\n";
echo '  in a fiber: ', in_fiber(dropped(2, 100)), ', ', in_fiber(dropped(12, 2000)), "\n";
set_error_handler(static fn (): bool => true, E_DEPRECATED);
echo 'unset by __wakeup(): ', outcome(unset_by_wakeup(2, 100)), ', ', outcome(unset_by_wakeup(12, 8000)), "\n";
echo '  in a fiber: ', in_fiber(unset_by_wakeup(2, 100)), ', ', in_fiber(unset_by_wakeup(12, 2000)), "\n";
?>
--EXPECTF--
stdClass: value of 6, too_deep at f4
  in a fiber: value of 6, too_deep at f4
Missing: value of 6, too_deep at f4
  in a fiber: value of 6, too_deep at f4
two chains: value of 2
  and longer ones: Brine\DecodeException: back-references nest the value deeper than the stack can take apart at byte %d
without classes: Brine\DecodeException: back-references nest the value deeper than the stack can take apart
dropped: value of 103, too_deep at f4
  in a fiber: value of 103, too_deep at f4
unset by __wakeup(): value of 103, too_deep at f4
  in a fiber: value of 103, too_deep at f4
