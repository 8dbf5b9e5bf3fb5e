--TEST--
References to strings are right at every width of their number
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$strings = [];
for ($i = 0; $i < 20_000; $i++) {
    $strings[] = "string number $i";
}
$value = [...$strings, ...array_reverse($strings), ...array_map(static fn (string $s): array => [$s => $s], $strings)];
var_dump(brine_unserialize(brine_serialize($value)) === $value);
?>
--EXPECT--
bool(true)
