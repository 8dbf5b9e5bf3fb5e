--TEST--
A process that ends no request fills up to the bound, refuses what comes then, and goes on serving what is there
--EXTENSIONS--
brine
--INI--
brine.resident_memory=256K
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';

$payloads = array_map(static fn (int $i): string => brine_serialize(['number' => $i, 'text' => str_repeat(chr(65 + $i % 26), 1000), 'in' => [$i, [$i]]]), range(1, 1000));
$wrong = 0;
// From half of the memory on, a sixteenth of it is filled in 4,096 misses.
for ($round = 0; $round < 60; $round++) {
    foreach ($payloads as $i => $payload) {
        $wrong += brine_unserialize($payload, RESIDENT)['number'] === $i + 1 ? 0 : 1;
        $wrong += brine_resident_status()['bytes'] > brine_resident_status()['limit'] ? 1 : 0;
    }
}
$status = brine_resident_status();
var_dump($wrong, $status['limit'], $status['bytes'] > 200_000 && $status['entries'] > 50, $status['evicted'], $status['refused']['full'] > 0);
$before = $status['hits'];
foreach ($payloads as $payload) {
    brine_unserialize($payload, RESIDENT);
}
$status = brine_resident_status();
echo $status['hits'] - $before === $status['entries'] ? "each of them is found" : json_encode($status), "\n";
?>
--EXPECT--
int(0)
int(262144)
bool(true)
int(0)
bool(true)
each of them is found
