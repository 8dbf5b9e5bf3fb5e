--TEST--
Class loaders and hooks that decode more shapes than are kept leave those that the outer decode uses whole
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Known
{
    public $id = 1;
    protected $name = 'n';
    private $own = ['id' => 'own'];
}
final class Hooked
{
    public $x = 1;

    public function __wakeup(): void
    {
        flood();
    }
}
final class Magic
{
    public array $got = [];

    public function __unserialize(array $data): void
    {
        $this->got = $data;
        flood();
    }
}

$floods = 0;
/** Decodes 5,000 shapes that are new, of few names, each three times, and says which is not what it should be. */
function flood(): void
{
    $first = $GLOBALS['floods']++ * 5000;
    for ($i = $first; $i < $first + 5000; $i++) {
        [$a, $b, $c] = [sprintf('a%02d', $i % 20), sprintf('b%02d', intdiv($i, 20) % 20), sprintf('c%03d', intdiv($i, 400))];
        for ($time = 0; $time < 3; $time++) {
            if (brine_unserialize("\xC1\x10\xE9\x03\x22$a\x22$b\x23$c\x01\x02\x03") !== [$a => 1, $b => 2, $c => 3]) {
                echo "$a $b $c is wrong\n";
            }
        }
    }
    brine_unserialize($GLOBALS['known']);
}
spl_autoload_register(static function (string $class): void {
    flood();
    eval("final class $class { public \$late = 0; private \$id = 0; }");
    flood();
});
/** A payload with a class that is loaded in the middle: shapes defined before are used after it. */
function payload_with(string $class): string
{
    $string = static fn (string $bytes): string => chr(0x1F + strlen($bytes)) . $bytes;
    $map = "\xE9\x02" . $string('id') . $string('name') . "\x01" . $string('first');
    $known = "\xF0" . $string('Known') . "\x03\x60\x01\x61\x02" . $string('own') . "\x07\xE4\xE7";
    $late = "\xF0" . $string($class) . "\x02" . $string('late') . "\x02\x60\x05\xB0\x03\x04";
    $rows = "\xED\x08\x00\xB0\x03\x00\x02\x00" . str_repeat("\x61", 8);
    $row_objects = "\xED\x04\x00\xB1\x03\x00\x02\x01\x62\x00" . "\x01\x02\x03\x04";

    return "\xC1\x10\xC6" . $map . $known . $late . "\xB0\x08\x62" . "\xB1\x09\xE4\xE7" . $rows . $row_objects;
}

$known = brine_serialize([new Known(), ['id' => 1, 'name' => 2], ['name' => 1, 'id' => 2]]);
for ($i = 0; $i < 4; $i++) {
    brine_unserialize($known);
}
$text = null;
for ($i = 0; $i < 4; $i++) {
    $class = "Late$i";
    $payload = payload_with($class);
    for ($time = 0; $time < 3; $time++) {
        $got = str_replace($class, 'Late', strtr(serialize(brine_unserialize($payload)), "\0", '.'));
        $text ??= $got;
        if ($got !== $text) {
            echo "$class at time $time: $got\n";
        }
    }
}
echo $text, "\n", $floods, " floods\n";
// In hooks, between which there are objects of the same shapes.
$decoded = brine_unserialize(brine_serialize([new Hooked(), new Known(), new Hooked(), new Known()]));
echo strtr(serialize($decoded), "\0", '.'), "\n", $floods, " floods\n";
var_dump(serialize(brine_unserialize($known)) === serialize([new Known(), ['id' => 1, 'name' => 2], ['name' => 1, 'id' => 2]]));
?>
--EXPECT--
a:7:{i:0;a:2:{s:2:"id";i:1;s:4:"name";s:5:"first";}i:1;O:5:"Known":3:{s:2:"id";i:7;s:7:".*.name";s:0:"";s:10:".Known.own";a:0:{}}i:2;O:5:"Late":2:{s:4:"late";i:5;s:9:".Late.id";a:2:{s:2:"id";i:3;s:4:"name";i:4;}}i:3;a:2:{s:2:"id";i:8;s:4:"name";s:5:"first";}i:4;O:5:"Known":3:{s:2:"id";i:9;s:7:".*.name";s:0:"";s:10:".Known.own";a:0:{}}i:5;a:8:{i:0;a:2:{s:2:"id";i:0;s:4:"name";s:4:"name";}i:1;a:2:{s:2:"id";i:1;s:4:"name";s:4:"name";}i:2;a:2:{s:2:"id";i:2;s:4:"name";s:4:"name";}i:3;a:2:{s:2:"id";i:3;s:4:"name";s:4:"name";}i:4;a:2:{s:2:"id";i:4;s:4:"name";s:4:"name";}i:5;a:2:{s:2:"id";i:5;s:4:"name";s:4:"name";}i:6;a:2:{s:2:"id";i:6;s:4:"name";s:4:"name";}i:7;a:2:{s:2:"id";i:7;s:4:"name";s:4:"name";}}i:6;a:4:{i:0;O:5:"Known":3:{s:2:"id";i:0;s:7:".*.name";s:5:"first";s:10:".Known.own";i:1;}i:1;O:5:"Known":3:{s:2:"id";i:1;s:7:".*.name";s:5:"first";s:10:".Known.own";i:2;}i:2;O:5:"Known":3:{s:2:"id";i:2;s:7:".*.name";s:5:"first";s:10:".Known.own";i:3;}i:3;O:5:"Known":3:{s:2:"id";i:3;s:7:".*.name";s:5:"first";s:10:".Known.own";i:4;}}}
8 floods
a:4:{i:0;O:6:"Hooked":1:{s:1:"x";i:1;}i:1;O:5:"Known":3:{s:2:"id";i:1;s:7:".*.name";s:1:"n";s:10:".Known.own";a:1:{s:2:"id";s:3:"own";}}i:2;O:6:"Hooked":1:{s:1:"x";i:1;}i:3;O:5:"Known":3:{s:2:"id";i:1;s:7:".*.name";s:1:"n";s:10:".Known.own";a:1:{s:2:"id";s:3:"own";}}}
10 floods
bool(true)
