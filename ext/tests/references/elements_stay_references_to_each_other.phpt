--TEST--
Elements that are references to each other still are after decoding, and no others
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$x = 1;
$y = ['inner' => 2];
$value = ['x1' => &$x, 'plain' => 1, 'x2' => &$x, 'y1' => &$y, 'deeper' => [[&$y, &$x]], 'y plain' => $y];
$decoded = round_trip($value);
$decoded['x2'] = 'changed';
$decoded['deeper'][0][0]['inner'] = 'changed too';
echo json_encode($decoded), "\n", json_encode($value), "\n";
?>
--EXPECT--
{"x1":"changed","plain":1,"x2":"changed","y1":{"inner":"changed too"},"deeper":[[{"inner":"changed too"},"changed"]],"y plain":{"inner":2}}
{"x1":1,"plain":1,"x2":1,"y1":{"inner":2},"deeper":[[{"inner":2},1]],"y plain":{"inner":2}}
