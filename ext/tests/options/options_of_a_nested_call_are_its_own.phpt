--TEST--
The options of a call hold for that call alone, not for one that a hook makes, nor the other way round
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Inner
{
    public $p = [[[1]]];
}
final class Outer
{
    public static array $options = [];
    public ?Inner $second = null;
    public array $seen = [];

    public function __serialize(): array
    {
        return ['second' => $this->second];
    }

    public function __unserialize(array $data): void
    {
        $inner = brine_unserialize(brine_serialize(['x' => [new Inner()]]), self::$options);
        $this->seen = [$inner['x'][0]::class, $data['second']::class];
    }
}

$outer = new Outer();
$outer->second = new Inner();
$payload = brine_serialize([$outer, $outer->second, new Inner()]);

Outer::$options = ['allowed_classes' => false, 'max_depth' => 6, 'max_elements' => 6];
$decoded = brine_unserialize($payload);
echo implode(' ', $decoded[0]->seen), ' ', $decoded[2]::class, "\n";

Outer::$options = [];
$decoded = brine_unserialize($payload, ['allowed_classes' => ['Outer'], 'max_depth' => 7, 'max_elements' => 20]);
echo implode(' ', $decoded[0]->seen), ' ', $decoded[2]::class, "\n";
?>
--EXPECT--
__PHP_Incomplete_Class Inner Inner
Inner __PHP_Incomplete_Class __PHP_Incomplete_Class
