--TEST--
A child that gives hooks to a plain property of its parent, in both formats
--EXTENSIONS--
brine
igbinary
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip PHP 8.4');
}
?>
--FILE--
<?php
declare(strict_types=1);

class Base
{
    public int $number = 1;
    public $text = 'base';
}
class Child extends Base
{
    public int $number = 2 {
        get => $this->number * 10;
    }
    public $text {
        get => "<$this->text>";
    }
}
final class Sleeper extends Child
{
    public function __sleep(): array
    {
        return ['text', 'number'];
    }
}

foreach (['igbinary', 'brine'] as $format) {
    ini_set('igbinary.format', $format);
    foreach ([Child::class, Sleeper::class] as $class) {
        $rows = [];
        for ($i = 0; $i < 10; $i++) {
            $rows[] = new $class();
            $rows[$i]->number = $i;
            $rows[$i]->text = "row $i";
        }
        $read = igbinary_unserialize(igbinary_serialize($rows));
        echo "$class: ", $read[9]->number, ' ', $read[9]->text, ' ', serialize($read) === serialize($rows) ? 'same' : serialize($read), "\n";
    }
}
// The bytes are those of a plain property.
ini_set('igbinary.format', 'igbinary');
$child = new Child();
[$child->number, $child->text] = [1, 'base'];
var_dump(str_replace('Base', 'Chil', igbinary_serialize(new Base())) === str_replace("\x05Child", "\x04Chil", igbinary_serialize($child)));
?>
--EXPECT--
Child: 90 <row 9> same
Sleeper: 90 <row 9> same
Child: 90 <row 9> same
Sleeper: 90 <row 9> same
bool(true)
