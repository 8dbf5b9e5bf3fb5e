--TEST--
A PHP reference that one place holds is a value for __unserialize(): PHP's date classes skip references
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Day extends DateTimeImmutable
{
    public array $tags = ['default'];
    public ?int $number = 1;
}
final class Kept
{
    public mixed $lone = null;
    public mixed $shared = null;

    public function __serialize(): array
    {
        return get_mangled_object_vars($this);
    }

    public function __unserialize(array $data): void
    {
        foreach ($data as $name => $_) {
            echo $name, ReflectionReference::fromArrayElement($data, $name) === null ? ' is a value' : ' is a reference', "\n";
        }
        $this->shared = &$data['shared'];
    }
}

$day = new Day('2020-01-01 UTC');
[$day->tags, $day->number] = [['a'], 2];
$reference = &$day->tags;
unset($reference);
$reference = &$day->number;
unset($reference);
foreach ([brine_unserialize(brine_serialize($day)), brine_igbinary_unserialize(brine_igbinary_serialize($day))] as $decoded) {
    echo json_encode([$decoded->tags, $decoded->number]), "\n";
}
for ($i = 0; $i < 3; $i++) {
    $decoded = brine_unserialize(brine_serialize([$day]), ['resident' => true]);
    echo json_encode([$decoded[0]->tags, $decoded[0]->number]), "\n";
}

$kept = new Kept();
$reference = &$kept->lone;
unset($reference);
$value = [$kept, 'other' => 5];
$kept->shared = &$value['other'];
$decoded = brine_unserialize(brine_serialize($value));
$decoded['other'] = 6;
echo $decoded[0]->shared, "\n";
?>
--EXPECT--
[["a"],2]
[["a"],2]
[["a"],2]
[["a"],2]
[["a"],2]
lone is a value
shared is a reference
6
