--TEST--
A change of a decoded row, or of an array that all rows of a column have, is not seen in other rows
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$kinds = [
    'arrays' => static fn (int $i): array => ['id' => $i, 'tags' => ['a', ['deep' => 1]], 'name' => "n$i"],
    'lists' => static fn (int $i): array => [$i, ['a', ['deep' => 1]], "n$i"],
    'objects' => static fn (int $i): object => (object) ['id' => $i, 'tags' => ['a', ['deep' => 1]], 'name' => "n$i"],
];
foreach ($kinds as $name => $row) {
    $rows = array_map($row, range(0, 9));
    $before = serialize($rows);
    $payload = brine_serialize($rows);
    $decoded = brine_unserialize($payload);
    foreach ([0, 4, 9] as $at) {
        if (is_object($decoded[$at])) {
            $decoded[$at]->tags[] = "b$at";
            $decoded[$at]->tags[1]['deep'] = $at;
            $decoded[$at]->added = true;
            unset($decoded[$at]->id);
        } else {
            [$id, $tags] = array_keys($decoded[$at]);
            $decoded[$at][$tags][] = "b$at";
            $decoded[$at][$tags][1]['deep'] = $at;
            $decoded[$at]['added'] = true;
            unset($decoded[$at][$id]);
        }
    }
    $reference = &$decoded[5];
    unset($reference);
    $sorted = (array) $decoded[2];
    ksort($sorted);
    echo json_encode($decoded[0]), "\n", json_encode($decoded[1]), "\n", json_encode($decoded[9]), "\n";
    $untouched = array_diff_key($decoded, [0 => 1, 4 => 1, 9 => 1]);
    var_dump(
        serialize($untouched) === serialize(array_diff_key($rows, [0 => 1, 4 => 1, 9 => 1])),
        serialize(brine_unserialize($payload)) === $before,
        serialize($rows) === $before,
    );
}
?>
--EXPECT--
{"tags":["a",{"deep":0},"b0"],"name":"n0","added":true}
{"id":1,"tags":["a",{"deep":1}],"name":"n1"}
{"tags":["a",{"deep":9},"b9"],"name":"n9","added":true}
bool(true)
bool(true)
bool(true)
{"1":["a",{"deep":0},"b0"],"2":"n0","added":true}
[1,["a",{"deep":1}],"n1"]
{"1":["a",{"deep":9},"b9"],"2":"n9","added":true}
bool(true)
bool(true)
bool(true)
{"tags":["a",{"deep":0},"b0"],"name":"n0","added":true}
{"id":1,"tags":["a",{"deep":1}],"name":"n1"}
{"tags":["a",{"deep":9},"b9"],"name":"n9","added":true}
bool(true)
bool(true)
bool(true)
