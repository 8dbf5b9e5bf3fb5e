--TEST--
A value that is kept has arrays of a dictionary where they are, and they stay as they are
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Holder
{
    public mixed $list = null;
}
final class Hooked
{
    private array $data = [];

    public function __serialize(): array
    {
        return $this->data;
    }

    public function __unserialize(array $data): void
    {
        $data['own'] = true;
        $this->data = $data;
    }

    public static function of(array $data): self
    {
        $hooked = new self();
        $hooked->data = $data;

        return $hooked;
    }
}

$list = [];
for ($i = 0; $i < 200; $i++) {
    $list["key $i"] = str_repeat("text $i ", 10);
}
$id = brine_dictionary_load(brine_serialize([[], [], [$list]]));
$holder = new Holder();
$holder->list = $list;
foreach (['alone' => $list, 'inside' => [1, $list, [2, $list]], 'slot' => [$holder, $list], 'map' => (object) ['a' => $list, 'b' => $holder],
    'argument' => Hooked::of($list)] as $name => $value) {
    $payload = brine_serialize($value, ['dictionary' => $id]);
    $expected = serialize(brine_unserialize($payload));
    $before = brine_resident_status();
    $same = 0;
    for ($sight = 0; $sight < 5; $sight++) {
        $read = brine_unserialize($payload, ['resident' => true]);
        $same += serialize($read) === $expected ? 1 : 0;
        // Newer versions of PHP call it deprecated for objects.
        @array_walk_recursive($read, static function (mixed &$element): void {
            if ($element instanceof Holder) {
                $element->list['key 1'] .= 'changed';
            } elseif ($element instanceof stdClass) {
                $element->a = $element->{'key 2'} = 'changed';
            } elseif (is_string($element)) {
                $element .= 'changed';
            }
        });
    }
    $after = brine_resident_status();
    $kept = $after['bytes'] - $before['bytes'];
    echo "$name: $same times the same, ", $after['hits'] - $before['hits'], ' hits, ', strlen($payload) < 200 && $kept < 2500 ? 'small' : 'of ' . strlen($payload) . " bytes, kept $kept", "\n";
}
?>
--EXPECT--
alone: 5 times the same, 3 hits, small
inside: 5 times the same, 3 hits, small
slot: 5 times the same, 3 hits, small
map: 5 times the same, 3 hits, small
argument: 5 times the same, 3 hits, small
