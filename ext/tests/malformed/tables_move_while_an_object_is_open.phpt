--TEST--
What the first property of an object holds makes every table of the decoder grow and move; the properties after it, and its hooks, are still right
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

const COUNT = 3000;

trait Counted
{
    public $first = null;
    public $second = null;
    public $third = null;
}
final class Woken
{
    use Counted;

    public int $woken = 0;

    public function __wakeup(): void
    {
        $this->woken++;
    }
}
#[AllowDynamicProperties]
final class ByName
{
    use Counted;

    public int $woken = 0;

    public function __wakeup(): void
    {
        $this->woken++;
    }
}
final class Magic
{
    use Counted;

    public int $woken = 0;

    public function __serialize(): array
    {
        return ['first' => $this->first, 'second' => $this->second, 'third' => $this->third];
    }

    public function __unserialize(array $data): void
    {
        $this->woken++;
        [$this->first, $this->second, $this->third] = array_values($data);
    }
}
final class Small
{
    public $p = null;
}

/** Strings, shapes of maps and objects, arrays, objects, references, hooks: more than there is room for at first. */
function much(int $depth): array
{
    $much = [];
    for ($i = 0; $i < COUNT; $i++) {
        $reference = "reference $depth $i";
        $small = new Small();
        $small->p = [&$reference];
        $much[] = ["key $depth $i" => $small, 'more' => [&$reference, (object) ["name $depth $i" => $i]]];
        unset($reference);
    }
    $much[] = new Magic();

    return $much;
}

function chain(int $depth): mixed
{
    if ($depth === 0) {
        return 'end';
    }
    $object = [new Woken(), new ByName(), new Magic(), new stdClass()][$depth % 4];
    $object->first = [much($depth), chain($depth - 1)];
    $object->second = "second $depth";
    $object->third = ['third' => $depth];
    if ($object instanceof ByName) {
        $object->dynamic = 'dynamic';
    }

    return $object;
}

$payload = brine_serialize(chain(6));
$object = brine_unserialize($payload);
for ($depth = 6; $depth > 0; $depth--) {
    [$much, $next] = $object->first;
    $right = count($much) === COUNT + 1 && $object->second === "second $depth" && $object->third === ['third' => $depth];
    foreach ($much as $i => $element) {
        if ($i < COUNT) {
            $right = $right && $element["key $depth $i"]->p === ["reference $depth $i"] && $element['more'][1]->{"name $depth $i"} === $i;
        }
    }
    echo $object::class, ' ', isset($object->woken) ? $object->woken : '-', ' ', $object->dynamic ?? '-', ' ', $much[COUNT]->woken, ' ', $right ? 'right' : 'wrong', "\n";
    $object = $next;
}
?>
--EXPECT--
Magic 1 - 1 right
ByName 1 dynamic 1 right
Woken 1 - 1 right
stdClass - - 1 right
Magic 1 - 1 right
ByName 1 dynamic 1 right
