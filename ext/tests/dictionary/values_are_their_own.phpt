--TEST--
Strings and arrays of a dictionary are handed out as they are, and stay so whatever is done to them
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Kept
{
    public array $list = [];
    public string $name = '';
}

final class Hooked
{
    public array $data;

    public function __serialize(): array
    {
        return $this->data;
    }

    public function __unserialize(array $data): void
    {
        $data['more'] = 1;
        $this->data = $data;
    }
}

$file = brine_serialize([
    ['a string', 'another'],
    [[1, 'Kept', 'list', 'name'], [2, 'Hooked'], [0, 'a string', 5], [2, 'ArrayObject']],
    [['x' => ['y' => [1, 2]], 'z' => 'a string'], [3, 1, 2]],
]);
$head = "\xC1\x12" . hex2bin(brine_dictionary_load($file));
$payload = $head . "\xC6\xB4\xD2\x01\x70\xB5\xD2\x00\xB6\xD2\x00\xD2\x01\xD2\x00\xD2\x01\x70\x71";
$expected = serialize(brine_unserialize($payload));
foreach ([[], ['resident' => true]] as $options) {
    for ($i = 0; $i < 4; $i++) {
        $value = brine_unserialize($payload, $options);
        if (serialize($value) !== $expected) {
            echo "another value\n";
        }
        $value[0]->list[] = 4;
        sort($value[0]->list);
        $value[1]->data['x']['y'][] = 3;
        $value[2]['a string']['x'] = 1;
        $value[3]['x']['y'][0]++;
        $reference = &$value[4];
        $reference[] = 7;
        unset($reference, $value[3]['z']);
        $value[5] .= '!';
        $value[5][0] = 'A';
        array_walk_recursive($value[3], static function (mixed &$element): void {
            $element = 0;
        });
        gc_collect_cycles();
    }
}
echo serialize(brine_unserialize($payload)) === $expected ? "as before\n" : "changed\n";
$object = brine_unserialize($head . "\xB7\xC3\x00\xD2\x00\xE7\xD8");
$object['x'] = 1;
var_dump($object['z'], brine_unserialize($head . "\xD2\x00")['x']['y']);
$status = brine_resident_status();
echo "$status[entries] kept, $status[templates] of objects, $status[hits] found\n";
?>
--EXPECT--
as before
string(8) "a string"
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
1 kept, 1 of objects, 2 found
