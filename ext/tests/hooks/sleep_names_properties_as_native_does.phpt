--TEST--
The names that __sleep() returns find properties as with native, and what they do not find is the same warning
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Father
{
    private $hidden = 'private of the parent';
    private $same = 'same, of the parent';
    protected $half = 'protected';
}
#[AllowDynamicProperties]
class Sleeper extends Father
{
    public $open = 'public';
    private $own = 'private';
    private $same = 'same';
    protected $half = 'protected here';
    public int $typed = 5;
    public int $never;
    public $gone = 'default';
    public static $static = 'static';
    private $names;

    public function __construct(mixed $names, bool $isDynamic)
    {
        $this->names = $names;
        if ($isDynamic) {
            $this->dynamic = 'dynamic';
            $this->{'7'} = 'numeric';
        }
        unset($this->gone);
    }

    public function __sleep()
    {
        return $this->names;
    }
}
final class Stringable7 implements Stringable
{
    public function __toString(): string
    {
        return 'open';
    }
}

$messages = [];
set_error_handler(static function (int $level, string $message) use (&$messages): bool {
    $messages[] = $level . ' ' . str_replace('brine_serialize()', 'serialize()', $message);

    return true;
});

$name = 'open';
$cases = [
    'none' => [],
    'public, own private, protected' => ['open', 'own', 'half'],
    'another order' => ['half', 'typed', 'open'],
    'mangled names' => ["\0Sleeper\0own", "\0*\0half"],
    'private of the parent' => ['hidden'],
    'private of the parent, mangled' => ["\0Father\0hidden", "\0Father\0same", 'same'],
    'missing' => ['missing', 'open', ''],
    'static' => ['static'],
    'dynamic and numeric' => ['dynamic', '7'],
    'uninitialised typed' => ['never', 'open'],
    'unset' => ['gone', 'open'],
    'twice' => ['open', 'own', 'open', "\0Sleeper\0own"],
    'not strings' => [5, null, true, 1.5, 7, new Stringable7()],
    'an array' => [['open']],
    'keys do not matter' => ['x' => 'open', 9 => 'typed'],
    'references' => [&$name, &$name],
    'malformed' => ["\0", "\0x", "\0\0open"],
];
foreach ([true, false] as $isDynamic) {
    echo $isDynamic ? "with dynamic properties\n" : "without\n";
    foreach ($cases as $case => $names) {
        compare($case, $names, $isDynamic);
    }
}

function compare(string $case, array $names, bool $isDynamic): void
{
    global $messages;
    $value = [new Sleeper($names, $isDynamic), new Sleeper($names, $isDynamic)];
    $text = serialize($value);
    [$native, $messages] = [$messages, []];
    $payload = brine_serialize($value);
    [$brine, $messages] = [$messages, []];
    if ($native !== $brine) {
        echo "$case: messages ", json_encode($native), ' here ', json_encode($brine), "\n";
    }
    if (print_r(unserialize($text), true) !== print_r(brine_unserialize($payload), true)) {
        echo "$case: value differs\n", $text, "\n", print_r(brine_unserialize($payload), true), "\n";
    }
    $messages = [];
    echo $case, ': ', count($native), "\n";
}

try {
    brine_serialize(new Sleeper([new stdClass()], true));
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
with dynamic properties
none: 0
public, own private, protected: 0
another order: 0
mangled names: 0
private of the parent: 2
private of the parent, mangled: 0
missing: 4
static: 2
dynamic and numeric: 0
uninitialised typed: 0
unset: 2
twice: 4
not strings: 20
an array: 6
keys do not matter: 0
references: 2
malformed: 6
without
none: 0
public, own private, protected: 0
another order: 0
mangled names: 0
private of the parent: 2
private of the parent, mangled: 0
missing: 4
static: 2
dynamic and numeric: 4
uninitialised typed: 0
unset: 2
twice: 4
not strings: 22
an array: 6
keys do not matter: 0
references: 2
malformed: 6
Object of class stdClass could not be converted to string
