--TEST--
Decoding 20,000 shapes of maps and objects takes no memory that is not given back
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/** Decodes shapes number $from to $to three times each, whole and cut off; returns how many were not what they should be. */
function decode_shapes(int $from, int $to): int
{
    $wrong = 0;
    for ($i = $from; $i < $to; $i++) {
        // New shapes of known names, and of a new one.
        $first = sprintf('a%02d', $i % 100);
        foreach ([sprintf('name%06d', intdiv($i, 100)), sprintf('new_%06d', $i)] as $name) {
            foreach (["\xE9\x02", "\xF0\x27stdClass\x02"] as $head) {
                $payload = "\xC1\x10$head\x22$first\x29$name\x05\x06";
                for ($time = 0; $time < 3; $time++) {
                    $wrong += (array) brine_unserialize($payload) !== [$first => 5, $name => 6];
                }
                try {
                    brine_unserialize(substr($payload, 0, -1));
                    $wrong++;
                } catch (Brine\DecodeException) {
                }
            }
        }
    }

    return $wrong;
}
decode_shapes(0, 100);
gc_collect_cycles();
$before = memory_get_usage();
$wrong = decode_shapes(100, 20_100);
gc_collect_cycles();
var_dump($wrong, memory_get_usage() - $before);
?>
--EXPECT--
int(0)
int(0)
