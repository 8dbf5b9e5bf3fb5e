--TEST--
A class that is not allowed is neither loaded nor made, in whatever form, spelling or place of a payload its name stands
--EXTENSIONS--
brine
--INI--
unserialize_callback_func=on_missing_class
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

function on_missing_class(string $class): void
{
    echo "[callback $class] ";
}
spl_autoload_register(static function (string $class): void {
    echo "[autoload $class] ";
});

class Denied
{
    public $p = 'default';

    public function __unserialize(array $data): void
    {
        echo '[hook] ';
    }

    public function __destruct()
    {
        echo '[destructor] ';
    }
}
class_alias('Denied', 'Alias');
final class OldDenied implements Serializable
{
    public function serialize(): string
    {
        return '';
    }

    public function unserialize(string $data): void
    {
        echo '[hook] ';
    }
}
enum Suit
{
    case Hearts;
}
final class Allowed
{
    public $p;
    public ?Denied $typed = null;
    public ?NotLoaded $unknown = null;
}

/** Class names of all that is an object, outside first. */
function classes(mixed $value): array
{
    $names = is_object($value) ? [$value::class] : [];
    foreach ((array) $value as $inner) {
        if (is_array($inner) || is_object($inner)) {
            array_push($names, ...classes($inner));
        }
    }

    return $names;
}

$p = '01' . hex_string('p');
$name = hex_string('Denied');
$lower = hex_string('dENIED');
$allowed = 'f0' . hex_string('Allowed');
$lost = hex_string('Not\Loaded');
$cases = [
    'object' => "f0 $name $p 05",
    'other letters' => "f0 $lower $p 05",
    'by its alias' => 'f0' . hex_string('Alias') . "$p 05",
    'leading backslash' => 'f0' . hex_string('\Denied') . "$p 05",
    'in a namespace' => 'f0' . hex_string('Some\Denied') . "$p 05",
    'own array form' => "f1 $name e9 $p 05",
    'own array form as a list' => "f1 $name c1 05 06",
    'own string form' => 'f3' . hex_string('OldDenied') . '00',
    'enum' => 'f2' . hex_string('Suit') . hex_string('Hearts'),
    'enum in other letters' => 'f2' . hex_string('SUIT') . hex_string('Hearts'),
    'instances of the shape' => "c2 f0 $name $p 05 b0 06 f4 00",
    'rows' => "ed 08 00 f0 $name $p 03 00 02",
    'rows of a known shape' => "c1 f0 $name $p 05 ed 08 00 b0 03 00 02",
    'marked element' => "ed 02 01 01 c0 00 f0 $name $p 05 06",
    'in a typed property' => "$allowed 01" . hex_string('typed') . "f0 $name 00",
    'in an allowed object' => "$allowed $p f0 $name 00",
    'around an allowed object' => "f0 $name $p $allowed 00",
    'behind a reference' => "c1 f5 f0 $name 00 f6 00",
    'name is a string that was given' => "c1 $name f0 60 $p 05",
    'class that declares a property' => "$allowed 01 03 $lost" . hex_string('p') . '05',
    'mangled name with that class' => "f1" . hex_string('Allowed') . 'e9 01' . hex_string("\0Denied\0p") . '05',
    'class that nobody has' => "f0 $lost 00",
    'incomplete by name' => 'f0' . hex_string('__PHP_Incomplete_Class') . '01' . hex_string('__PHP_Incomplete_Class_Name') . $name,
    'incomplete by mangled name' => 'f0' . hex_string('__PHP_Incomplete_Class') . '01 02' . hex_string('__PHP_Incomplete_Class_Name') . $name,
    'incomplete in array form' => 'f1' . hex_string('Missing') . 'e9 01' . hex_string('__PHP_Incomplete_Class_Name') . $name,
];
$looks_alike = ['Allowed', '\Denied'];
foreach ($cases as $title => $hex) {
    echo $title, ': ';
    // The second time, the shapes and names of the first one are known.
    foreach ([['Allowed'], ['ALLOWED', 'stdClass', '__PHP_Incomplete_Class'], $looks_alike] as $i => $list) {
        try {
            $decoded = brine_unserialize(payload($hex), ['allowed_classes' => $list]);
            $answer = implode(' ', array_unique(str_replace('__PHP_Incomplete_Class', 'incomplete', classes($decoded))));
        } catch (Brine\DecodeException $exception) {
            $answer = $exception->getReason();
        }
        unset($decoded, $exception);
        echo $i === 0 || $answer !== $first ? ($i === 0 ? '' : ', then ') . $answer : '';
        $first ??= $answer;
    }
    unset($first);
    echo "\n";
}

// It is the list that denies it: decoded once without, the class is known, and stays denied with it.
brine_unserialize(payload("f0 $name $p 05"));
brine_unserialize(payload("f0 $name $p 05"));
echo "\n", brine_unserialize(payload("f0 $name $p 05"), ['allowed_classes' => ['Allowed']])::class, "\n";
?>
--EXPECT--
object: incomplete
other letters: incomplete
by its alias: incomplete
leading backslash: bad_class_name
in a namespace: incomplete
own array form: incomplete
own array form as a list: incomplete
own string form: bad_class
enum: bad_enum
enum in other letters: bad_enum
instances of the shape: incomplete
rows: incomplete
rows of a known shape: incomplete
marked element: incomplete
in a typed property: bad_property
in an allowed object: Allowed incomplete
around an allowed object: incomplete Allowed
behind a reference: incomplete
name is a string that was given: incomplete
class that declares a property: Allowed
mangled name with that class: Allowed
class that nobody has: incomplete
incomplete by name: bad_name
incomplete by mangled name: incomplete
incomplete in array form: bad_name
[hook] [destructor] [hook] [destructor] 
__PHP_Incomplete_Class
