--TEST--
What cannot be kept is decoded each time, and counted once by its reason
--EXTENSIONS--
brine
--INI--
brine.resident_memory=64K
error_reporting=8191
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';

final class Text implements Serializable
{
    public function serialize(): string
    {
        return 'text';
    }

    public function unserialize(string $data): void
    {
    }
}
#[AllowDynamicProperties]
final class Open
{
    public int $declared = 1;
}
$reference = ['x' => 1];
$reference['y'] = &$reference['x'];
$open = new Open();
$open->dynamic = 1;
$values = [
    'references' => brine_serialize($reference), 'serializable' => brine_serialize([new Text()]), 'internal' => brine_serialize([new ArrayObject([1])]),
    'exception' => brine_serialize(new DomainException('text')), 'date' => brine_serialize(new DateTimeImmutable('2020-01-01')),
    'missing' => str_replace('Open', 'Opus', brine_serialize(new Open())), 'properties' => brine_serialize($open),
    'large' => brine_serialize(array_map(static fn (int $i): string => "text number $i", range(1, 2000))),
];
foreach ($values as $name => $payload) {
    echo "$name:";
    for ($i = 0; $i < 4; $i++) {
        echo ' | ', changes(static fn (): mixed => brine_unserialize($payload, RESIDENT));
    }
    echo "\n";
}
?>
--EXPECT--
references: | misses 1 | misses 1, refused references 1 | misses 1 | misses 1
serializable: | misses 1 | misses 1, refused serializable 1 | misses 1 | misses 1
internal: | misses 1 | misses 1, refused internal_class 1 | misses 1 | misses 1
exception: | misses 1 | misses 1, refused internal_class 1 | misses 1 | misses 1
date: | misses 1 | misses 1, refused internal_class 1 | misses 1 | misses 1
missing: | misses 1 | misses 1, refused missing_class 1 | misses 1 | misses 1
properties: | misses 1 | misses 1, refused properties 1 | misses 1 | misses 1
large: | misses 1 | misses 1, refused too_large 1 | misses 1 | misses 1
