--TEST--
Many strings chosen to look alike in length, beginning, middle and end are encoded; comparing each with each would take very long
--EXTENSIONS--
brine
--INI--
memory_limit=1G
--FILE--
<?php
declare(strict_types=1);

$strings = [];
for ($i = 0; $i < 200_000; $i++) {
    $strings[] = substr_replace(str_repeat('x', 200), sprintf('%06d', $i), 40, 6);
}
$payload = brine_serialize($strings);
var_dump(strlen($payload) === 2 + 4 + 200_000 * 203, brine_unserialize($payload) === $strings);
// Strings that repeat although the encoder gave up on telling them apart are still the right ones.
$repeated = [...$strings, ...$strings];
var_dump(brine_unserialize(brine_serialize($repeated)) === $repeated);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
