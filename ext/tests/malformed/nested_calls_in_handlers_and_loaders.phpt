--TEST--
Encoding, decoding and collecting garbage in error handlers, loaders and constant expressions that run while a value is half built
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL);
require __DIR__ . '/../round_trip.inc';

/** Uses both directions, whole and failing, with all that a decoder keeps: strings, shapes, objects, references, hooks. */
function nested(string $where): void
{
    static $depth = 0;
    if ($depth > 1) {
        return;
    }
    $depth++;
    $reference = $where;
    $object = (object) ['where' => $where, 'list' => range(1, 20)];
    $value = [$object, &$reference, [&$reference, $object], new Magic($where), ['a' => 1, 'b' => 2], ['a' => 3, 'b' => $where]];
    $decoded = brine_unserialize(brine_serialize($value));
    if (print_r($decoded, true) !== print_r($value, true)) {
        echo "wrong in $where\n";
    }
    foreach (["\xC1\x10\xC3\x21ab\xF0\x27stdClass\x01\x20a\xF4\x00\x60\xFF", substr(brine_serialize($value), 0, -1)] as $malformed) {
        try {
            brine_unserialize($malformed);
            echo "decoded in $where\n";
        } catch (Brine\DecodeException) {
        }
    }
    gc_collect_cycles();
    $GLOBALS['seen'][$where] = ($GLOBALS['seen'][$where] ?? 0) + 1;
    $depth--;
}

final class Magic
{
    public function __construct(public mixed $value = null)
    {
    }

    public function __serialize(): array
    {
        return [$this->value];
    }

    public function __unserialize(array $data): void
    {
        [$this->value] = $data;
    }
}
final class Few
{
    public $declared;
    public ?int $typed = null;
}
final class Sleepy
{
    public $declared = 1;

    public function __sleep(): array
    {
        return ['declared', 'missing', 'declared'];
    }
}
spl_autoload_register(static function (string $class): void {
    nested('autoloader');
    if ($class === 'Loaded') {
        // Its default value is another class' constant, and its case another's too: both are looked up when the first object is made.
        eval('final class Loaded { public $constant = OfConstant::VALUE; public ?Level $level = null; }');
    } elseif ($class === 'OfConstant') {
        nested('constant expression');
        eval('final class OfConstant { public const VALUE = [Level::High]; public const NUMBER = 7; }');
    } elseif ($class === 'Level') {
        eval('enum Level: int { case High = OfNumber::NUMBER; case Low = 1; }');
    } elseif ($class === 'OfNumber') {
        nested('case of an enum');
        eval('final class OfNumber { public const NUMBER = 7; }');
    }
});
set_error_handler(static function (int $level, string $message): bool {
    nested($message);

    return true;
});

$text = hex_string('text');
$self = 'f4 00';
$payloads = [
    'dynamic properties' => 'c3 f0' . hex_string('Few') . '04' . hex_string('before') . hex_string('declared') . hex_string('typed') . hex_string('after')
        . "f5 c1 $text f6 00 $self 05 f6 00 f4 00 b0 05 $text 06 07 f6 00",
    'in rows' => 'ed 08 00 f0' . hex_string('Few') . '02' . hex_string('before') . hex_string('typed') . "01 $text 03 02 02",
    'default value and case' => 'c2 f0' . hex_string('Loaded') . '01' . hex_string('level') . 'f2' . hex_string('Level') . hex_string('Low') . 'b0 d8 ' . $text,
    'missing class' => 'c1 f0' . hex_string('Unknown') . "01 $text f4 00 c0 f4 00",
];
foreach ($payloads as $title => $hex) {
    $seen = [];
    $decoded = brine_unserialize(payload($hex));
    echo $title, ': ', json_encode($decoded, JSON_PARTIAL_OUTPUT_ON_ERROR), "\n  ", json_encode($seen), "\n";
    unset($decoded);
    gc_collect_cycles();
}
var_dump((new Loaded())->constant === [Level::High], Level::High->value);

$seen = [];
$payload = brine_serialize([new Sleepy(), $shared = new Sleepy(), $shared, 'the end']);
echo json_encode(brine_unserialize($payload)), "\n  ", json_encode($seen), "\n";
?>
--EXPECT--
dynamic properties: [{"declared":null,"typed":5,"before":["text",null],"after":["text",null]},{"declared":null,"typed":5,"before":["text",null],"after":["text",null]},{"declared":"text","typed":6,"before":5,"after":7},["text",null]]
  {"Creation of dynamic property Few::$before is deprecated":1,"Creation of dynamic property Few::$after is deprecated":1}
in rows: [{"declared":null,"typed":1,"before":"text"},{"declared":null,"typed":2,"before":"text"},{"declared":null,"typed":3,"before":"text"},{"declared":null,"typed":4,"before":"text"},{"declared":null,"typed":5,"before":"text"},{"declared":null,"typed":6,"before":"text"},{"declared":null,"typed":7,"before":"text"},{"declared":null,"typed":8,"before":"text"}]
  {"Creation of dynamic property Few::$before is deprecated":1}
default value and case: [{"constant":[7],"level":1},{"constant":[7],"level":null},"text"]
  {"autoloader":4,"constant expression":1,"case of an enum":1}
missing class: [{"__PHP_Incomplete_Class_Name":"Unknown","text":null},[{"__PHP_Incomplete_Class_Name":"Unknown","text":null}]]
  {"autoloader":1}
bool(true)
int(7)
[{"declared":1},{"declared":1},{"declared":1},"the end"]
  {"brine_serialize(): \"missing\" returned as member variable from __sleep() but does not exist":2,"brine_serialize(): \"declared\" is returned from __sleep() multiple times":2}
