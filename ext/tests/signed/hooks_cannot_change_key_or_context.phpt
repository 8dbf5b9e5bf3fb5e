--TEST--
Key and context are those of the call, whatever hooks and option values do meanwhile
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Signs
{
    public function __construct(private Closure $hook)
    {
    }

    public function __serialize(): array
    {
        ($this->hook)();
        return ['inner' => 1];
    }

    public function __unserialize(array $data): void
    {
    }
}

// The hook changes what the context refers to, and pushes the key out of what is remembered.
$key = 'the outer key of two';
$context = 'first';
$value = new Signs(function () use (&$context, &$key): void {
    $context = 'second';
    for ($i = 0; $i < 20; $i++) {
        $inner = brine_serialize_signed([$i], "the inner key number $i", ['context' => $context]);
        assert(brine_unserialize_signed($inner, ["the inner key number $i"], ['context' => $context]) === [$i]);
    }
    $key = 'changed';
});
$options = ['context' => &$context];
$frame = brine_serialize_signed($value, $key, $options);
var_dump(brine_unserialize_signed($frame, 'the outer key of two', ['context' => 'first']) instanceof Signs);
var_dump(brine_unserialize_signed($frame, 'the outer key of two', ['context' => 'second']));
var_dump(brine_unserialize_signed($frame, 'changed', ['context' => 'first']));

// A class name that changes a key of the list while the options are read.
final class Name
{
    public function __construct(private mixed &$target, private mixed $replacement)
    {
    }

    public function __toString(): string
    {
        $this->target = $this->replacement;
        return 'Signs';
    }
}

foreach (['', 5, 'another'] as $replacement) {
    $first = 'the outer key of two';
    $name = new Name($first, $replacement);
    try {
        var_dump(brine_unserialize_signed($frame, [&$first], ['context' => 'first', 'allowed_classes' => [$name]]));
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
bool(true)
NULL
NULL
brine_unserialize_signed(): Argument #2 ($keys) must not contain an empty key
brine_unserialize_signed(): Argument #2 ($keys) must contain only strings, int given
NULL
