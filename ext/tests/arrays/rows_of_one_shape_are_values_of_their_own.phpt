--TEST--
Rows made from one shape do not influence each other
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$rows = [];
for ($i = 0; $i < 5; $i++) {
    $rows[] = ['id' => $i, 'name' => "row $i", 'tags' => ["tag $i"]];
}
$decoded = brine_unserialize(brine_serialize($rows));
$decoded[0]['added'] = true;
unset($decoded[1]['name']);
$decoded[2]['tags'][] = 'second';
ksort($decoded[3]);
$decoded[4] += ['id' => 'not this', 'later' => 1];
echo json_encode($decoded, JSON_PRETTY_PRINT), "\n";
var_dump(brine_unserialize(brine_serialize($rows)) === $rows);
?>
--EXPECT--
[
    {
        "id": 0,
        "name": "row 0",
        "tags": [
            "tag 0"
        ],
        "added": true
    },
    {
        "id": 1,
        "tags": [
            "tag 1"
        ]
    },
    {
        "id": 2,
        "name": "row 2",
        "tags": [
            "tag 2",
            "second"
        ]
    },
    {
        "id": 3,
        "name": "row 3",
        "tags": [
            "tag 3"
        ]
    },
    {
        "id": 4,
        "name": "row 4",
        "tags": [
            "tag 4"
        ],
        "later": 1
    }
]
bool(true)
