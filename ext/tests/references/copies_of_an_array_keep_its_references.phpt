--TEST--
Copies of an array that holds references lead to the same references, and are not shared otherwise
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$n = 1;
$array = ['ref' => &$n, 'plain' => 1];
$decoded = round_trip([$array, $array]);
$decoded[0]['ref'] = 2;
$decoded[0]['plain'] = 2;
echo json_encode($decoded), "\n";
?>
--EXPECT--
[{"ref":2,"plain":2},{"ref":2,"plain":1}]
