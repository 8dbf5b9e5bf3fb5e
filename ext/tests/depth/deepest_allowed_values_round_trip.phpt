--TEST--
4,096 levels go through both directions and are freed again, also in a fiber; one more is refused by both
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

/** How many levels come back, and what is said of one more. */
function deepest(string $kind): string
{
    $chain = chain($kind, 4096);
    $payload = brine_serialize($chain);
    $decoded = brine_unserialize($payload);
    // Freed as a whole, as it would be in a cache's reader.
    unset($decoded);
    $decoded = brine_unserialize($payload);
    $said = $kind . ': ' . take_apart($decoded) . ' levels';
    // Deeper by one, at the outermost place, with the decoder asked for one level less.
    try {
        brine_unserialize($payload, ['max_depth' => 4095]);
    } catch (Brine\DecodeException $exception) {
        $said .= '; ' . explode(', in $', $exception->getMessage())[0];
    }
    try {
        brine_serialize([$chain]);
    } catch (Brine\EncodeException $exception) {
        $said .= '; ' . explode(' at $', $exception->getMessage())[0];
    }

    return $said;
}

foreach (['list', 'map', 'object', 'class', 'typed', 'reference'] as $kind) {
    echo on_both_stacks(static fn (): string => deepest($kind)), "\n";
}
?>
--EXPECT--
list: 4096 levels; the value is nested deeper than max_depth (4095) at byte 4097; the value is nested deeper than 4096 levels
map: 4096 levels; the value is nested deeper than max_depth (4095) at byte 4103; the value is nested deeper than 4096 levels
object: 4096 levels; the value is nested deeper than max_depth (4095) at byte 4112; the value is nested deeper than 4096 levels
class: 4096 levels; the value is nested deeper than max_depth (4095) at byte 4114; the value is nested deeper than 4096 levels
typed: 4096 levels; the value is nested deeper than max_depth (4095) at byte 8209; the value is nested deeper than 4096 levels
reference: 4096 levels; the value is nested deeper than max_depth (4095) at byte 8192; the value is nested deeper than 4096 levels
