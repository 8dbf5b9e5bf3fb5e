--TEST--
Equal arrays share memory after decoding, yet a change of one is not seen in the others
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

function options(): array
{
    return ['type' => 'string', 'settings' => ['length' => strlen(uniqid()), 'choices' => ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']]];
}

$value = [];
for ($i = 0; $i < 1000; $i++) {
    $value["field_$i"] = options();
}
$payload = brine_serialize($value);
$before = memory_get_usage();
$decoded = brine_unserialize($payload);
$bytes = memory_get_usage() - $before;
// 1,000 buckets and keys; each copy of the array would be more than 900 bytes.
var_dump($bytes < 200_000, strlen($payload) < 20_000);

$decoded['field_3']['settings']['choices'][] = 'new';
unset($decoded['field_4']['type']);
$decoded['field_5']['settings']['choices'][0] = 'changed';
foreach ($decoded['field_6']['settings']['choices'] as &$choice) {
    $choice = 'each';
}
unset($choice);
sort($decoded['field_7']['settings']['choices']);
$decoded['field_3'] = $decoded['field_4'] = $decoded['field_5'] = $decoded['field_6'] = options();
var_dump($decoded === $value);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
