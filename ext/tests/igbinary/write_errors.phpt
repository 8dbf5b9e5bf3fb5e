--TEST--
igbinary's format: what cannot be written is an exception that names the place
--EXTENSIONS--
brine
--FILE--
<?php
class Node
{
    private $inner;
    public function __construct($inner)
    {
        $this->inner = $inner;
    }
}
class Throws
{
    public function __serialize(): array
    {
        throw new DomainException('no');
    }
}
class NoArray
{
    public function __serialize()
    {
        return 5;
    }
}
class Custom
{
    public $value;
    public function __serialize(): array
    {
        return ['data' => $this->value];
    }
}
function show(mixed $value): void
{
    try {
        brine_igbinary_serialize($value);
        echo "written\n";
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}

$closure = static fn () => 1;
show($closure);
show(['list' => [1, new Node(['x' => $closure])]]);
show(new class {
});
$dynamic = new stdClass();
$dynamic->{'7'} = $closure;
show([$dynamic]);
$custom = new Custom();
$custom->value = [$closure];
show($custom);
$reference = [$closure];
show([5 => &$reference]);
show([new Throws()]);
show([new NoArray()]);
show(new SplFileInfo('.'));
show((static function () {
    yield 1;
})());
$deep = 1;
for ($i = 0; $i < 4096; ++$i) {
    $deep = [$deep];
}
show($deep);
$deep = [$deep];
try {
    brine_igbinary_serialize($deep);
} catch (Brine\EncodeException $error) {
    echo substr($error->getMessage(), 0, 60), "\n";
}
$node = new Node(null);
for ($i = 0; $i < 100000; ++$i) {
    $node = new Node($node);
}
try {
    brine_igbinary_serialize($node);
} catch (Brine\EncodeException $error) {
    echo substr($error->getMessage(), 0, 60), "\n";
}
// Taken apart without recursion.
$inner = new ReflectionProperty(Node::class, 'inner');
while ($node !== null) {
    $next = $inner->getValue($node);
    $inner->setValue($node, null);
    $node = $next;
}
show([1, 2]);
?>
--EXPECT--
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value['list'][1]->inner['x']
Brine\EncodeException: Serialization of 'class@anonymous' is not allowed at $value
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[0]->7
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value['data'][0]
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[5][0]
DomainException: no
TypeError: NoArray::__serialize() must return an array
Brine\EncodeException: Serialization of 'SplFileInfo' is not allowed at $value
Brine\EncodeException: Serialization of 'Generator' is not allowed at $value
written
the value is nested deeper than 4096 levels at $value[0][0][
the value is nested deeper than 4096 levels at $value->inner
written
