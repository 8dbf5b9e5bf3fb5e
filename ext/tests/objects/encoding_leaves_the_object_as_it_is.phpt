--TEST--
Encoding objects builds no property tables in them and leaves their memory, references and counts as they are
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Row
{
    public int $id = 5;
    public string $name = 'name';
    protected ?array $tags = ['a', 'b'];
    private float $price = 1.5;
    public ?Row $parent = null;
}

$rows = [];
for ($i = 0; $i < 500; $i++) {
    $rows[$i] = new Row();
    $rows[$i]->parent = $rows[intdiv($i, 2)];
}
for ($i = 0; $i < 2; $i++) {
    $before = memory_get_usage();
    $payload = brine_serialize($rows);
    $bytes = memory_get_usage() - $before;
}
var_dump($bytes);

$destroyed = new class () {
    public int $count = 0;
};
final class Watched
{
    public ?object $counter = null;

    public function __destruct()
    {
        $this->counter->count++;
    }
}
$watched = [new Watched(), new Watched()];
brine_serialize($watched);
foreach ($watched as $object) {
    $object->counter = $destroyed;
}
unset($watched, $object);
var_dump($destroyed->count);
?>
--EXPECT--
int(0)
int(2)
