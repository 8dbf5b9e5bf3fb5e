--TEST--
Properties with hooks are read and written as native does: past their hooks, and not at all where they have no value
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip PHP 8.4');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

class Temperature
{
    public private(set) float $celsius = 20.5;
    public float $fahrenheit {
        get => $this->celsius * 1.8 + 32;
        set {
            $this->celsius = ($value - 32) / 1.8;
        }
    }
    public string $name = 'kitchen' {
        get {
            echo "get\n";

            return strtoupper($this->name);
        }
        set {
            echo "set\n";
            $this->name = trim($value);
        }
    }
    protected ?array $cells = null {
        get => $this->cells ??= [1, 2];
    }
    public int $unset {
        get => $this->unset + 1;
    }
    public function __construct(public readonly int $id = 7)
    {
    }
}
final class Freezer extends Temperature
{
    public string $name = 'freezer' {
        get => parent::$name::get() . '!';
    }
    public string $label {
        get => 'label';
    }
    private string $note = 'note';
}
class Plain_Body
{
    public string $label = 'plain';
    public int $n = 5;
}
class Label_Hook
{
    public string $label {
        get => 'virtual';
    }
    public int $n = 1;
}
#[AllowDynamicProperties]
class Label_Loose extends Label_Hook
{
}

foreach ([new Temperature(), new Freezer(9), [new Temperature(1), new Freezer(2), new Temperature(3), new Freezer(4)]] as $value) {
    $payload = brine_serialize($value);
    $decoded = brine_unserialize($payload);
    echo serialize($decoded) === serialize($value) ? 'same' : serialize($decoded),
        brine_serialize($decoded) === $payload ? '' : ', other bytes', "\n";
}
echo $decoded[1]->label, ' ', $decoded[0]->fahrenheit, ' ', $decoded[3]->name, "\n";

// A value for a property that cannot have one.
foreach (['Label_Hook', 'Label_Loose'] as $class) {
    $plain = new Plain_Body();
    $forged = str_replace(
        pack('C', 0x20 + strlen('Plain_Body') - 1) . 'Plain_Body',
        pack('C', 0x20 + strlen($class) - 1) . $class,
        brine_serialize($plain),
    );
    echo thrown(static fn () => brine_unserialize($forged)), "\n";
    try {
        brine_unserialize($forged);
    } catch (Brine\DecodeException $exception) {
        echo $exception->getPrevious()?->getMessage(), "\n";
    }
    $text = preg_replace('/^O:\d+:"Plain_Body"/', 'O:' . strlen($class) . ":\"$class\"", serialize($plain));
    var_dump(unserialize($text));
}
?>
--EXPECTF--
same
same
same
label 68.9 get
FREEZER!
Brine\DecodeException: Cannot unserialize value for virtual property Label_Hook::$label at byte 23, in $value->label
Cannot unserialize value for virtual property Label_Hook::$label

Warning: unserialize(): Cannot unserialize value for virtual property Label_Hook::$label in %s on line %d

Warning: unserialize(): Error at offset 33 of 58 bytes in %s on line %d
bool(false)
Brine\DecodeException: Cannot unserialize value for virtual property Label_Hook::$label at byte 24, in $value->label
Cannot unserialize value for virtual property Label_Hook::$label

Warning: unserialize(): Cannot unserialize value for virtual property Label_Hook::$label in %s on line %d

Warning: unserialize(): Error at offset 34 of 59 bytes in %s on line %d
bool(false)
