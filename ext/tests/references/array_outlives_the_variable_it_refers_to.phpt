--TEST--
An array that was copied out of a reference to itself, which it alone still holds, stays a cycle
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

function itself(): array
{
    $array = ['n' => 1];
    $array['self'] = &$array;

    return $array;
}

function each_other(): array
{
    $first = ['n' => 1];
    $second = ['n' => 2, 'other' => &$first];
    $first['other'] = &$second;

    return $first;
}

function rows(): array
{
    $rows = [];
    for ($i = 0; $i < 9; $i++) {
        $row = ['n' => $i, 'kind' => 'row', 'self' => null];
        $row['self'] = &$row;
        $rows[] = $row;
        unset($row);
    }

    return $rows;
}

function twice(mixed $value): mixed
{
    $payload = brine_serialize($value);
    $decoded = brine_unserialize($payload);
    var_dump(brine_serialize($decoded) === $payload);

    return $decoded;
}

$decoded = twice(itself());
$decoded['self']['n'] = 'changed';
var_dump($decoded['n'], $decoded['self']['self']['n']);

$decoded = twice([itself(), each_other(), each_other()]);
$decoded[1]['other']['other']['n'] = 'changed';
var_dump($decoded[0]['self']['n'], $decoded[1]['n'], $decoded[1]['other']['other']['other']['other']['n']);
var_dump($decoded[2]['other']['other']['n']);

$decoded = twice(rows());
$decoded[8]['self']['n'] = 'changed';
var_dump(count($decoded), $decoded[7]['self']['self']['n'], $decoded[8]['self']['self']['n']);
?>
--EXPECT--
bool(true)
int(1)
string(7) "changed"
bool(true)
int(1)
int(1)
string(7) "changed"
int(1)
bool(true)
int(9)
int(7)
string(7) "changed"
