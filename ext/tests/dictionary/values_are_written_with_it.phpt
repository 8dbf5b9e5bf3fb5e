--TEST--
With the option "dictionary", what the dictionary has is named, and the shorter payload is taken
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

namespace V;

class Point
{
    public function __construct(public mixed $x = null, public mixed $y = null)
    {
    }
}

class Counted
{
    public static int $calls = 0;

    public function __construct(private array $inside)
    {
    }

    public function __serialize(): array
    {
        ++self::$calls;

        return $this->inside;
    }
}

$id = \brine_dictionary_load(file_get_contents(__DIR__ . '/files/ca718ec21ea25cf6.dictionary'));
$options = ['dictionary' => $id];
$write = static function (mixed $value) use ($options): void {
    $payload = \brine_serialize($value, $options);
    echo bin2hex($payload), \serialize(\brine_unserialize($payload)) === \serialize($value) ? "\n" : " is another value\n";
    Counted::$calls = 0;
};
// The example of docs/reference/dictionary-format.md.
$write([
    ['id' => 7, 'title' => 'Emma', 'state' => 'published', 'roles' => ['editor', 'author']],
    ['id' => 8, 'title' => 'Walden', 'state' => 'published', 'roles' => ['editor', 'author']],
    new Point(1, 'Emma'),
]);
echo "nothing of it, too little of it, and just enough:\n";
$write([1, 'two', ['three' => 3]]);
$write(['editor', 'editor']);
$write('published');
echo "another order, type or key is another array or shape:\n";
$write([['author', 'editor'], 'published']);
$write([[1 => 'editor', 2 => 'author'], 'published']);
$write([['title' => 1, 'id' => 2, 'state' => 3, 'roles' => 4], 'published']);
echo "a string of an array or shape, which also stands alone, would be written in full:\n";
foreach ([[[], [], [['a long text']]], [[], [[0, 'a long key']], []]] as $content) {
    $other = ['dictionary' => \brine_dictionary_load(\brine_serialize($content))];
    echo bin2hex(\brine_serialize([['a long text'], 'a long text'], $other)), ' ', bin2hex(\brine_serialize([['a long key' => 1], 'a long key'], $other)), "\n";
}
echo "hooks are called once:\n";
$object = new Counted(['editor']);
echo bin2hex(\brine_serialize($object, $options)), ' ', Counted::$calls, "\n";
Counted::$calls = 0;
$object = new Counted([1]);
echo bin2hex(\brine_serialize($object, $options)), ' ', Counted::$calls, "\n";
echo "a call in a hook, and in a fiber, has options of its own:\n";
class Nested
{
    public function __serialize(): array
    {
        $payload = \brine_serialize(['published', 'published'], ['dictionary' => $GLOBALS['id']]);
        \Fiber::suspend(bin2hex($payload));

        return [bin2hex(\brine_serialize('published')), 'published', 'published'];
    }
}
$fiber = new \Fiber(static fn (): string => \brine_serialize(new Nested(), ['dictionary' => $id]));
echo $fiber->start(), "\n", bin2hex(\brine_serialize(['published', 'published'], $options)), "\n";
$fiber->resume();
echo bin2hex($fiber->getReturn()), "\n";
echo "a signed one:\n";
$frame = \brine_serialize_signed(['editor', 'author'], 'key of this test', ['context' => 'here'] + $options);
echo bin2hex(substr($frame, 38)), ' ', json_encode(\brine_unserialize_signed($frame, 'key of this test', ['context' => 'here'])), "\n";
$message = substr($frame, 0, 6) . pack('VV', 4, 0) . 'here' . substr($frame, 38);
var_dump(substr($frame, 6, 32) === hash_hmac('sha256', $message, 'key of this test', true));
echo "wrong options:\n";
foreach ([['dictionary' => 5], ['dictionary' => null], ['dictionary' => ''], ['dictionary' => strtoupper($id)], ['dictionary' => "$id "],
    ['dictionary' => '0123456789abcdef'], ['dictionaries' => $id], [$id], ['context' => '']] as $wrong) {
    try {
        \brine_serialize(1, $wrong);
    } catch (\TypeError | \ValueError $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
    try {
        \brine_serialize_signed(1, 'key of this test', $wrong);
    } catch (\TypeError | \ValueError $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}
try {
    \brine_serialize([1, static fn (): int => 1], $options);
} catch (\Brine\EncodeException $error) {
    echo $error->getMessage(), ', ', $error->getPath(), "\n";
}
?>
--EXPECT--
c112ca718ec21ea25cf6c2b40723456d6d6170d200b4082557616c64656e70d200b50160
nothing of it, too little of it, and just enough:
c110c2012274776fe90124746872656503
c110c125656469746f7260
c112ca718ec21ea25cf670
another order, type or key is another array or shape:
c112ca718ec21ea25cf6c1c125617574686f727170
c112ca718ec21ea25cf6c1e90201027125617574686f7270
c112ca718ec21ea25cf6c1e904247469746c6521696424737461746524726f6c65730102030470
a string of an array or shape, which also stands alone, would be written in full:
c110c1c02a61206c6f6e67207465787460 c110c1e9012961206c6f6e67206b65790160
c110c1c02a61206c6f6e67207465787460 c110c1e9012961206c6f6e67206b65790160
hooks are called once:
c112ca718ec21ea25cf6f128565c436f756e746564c071 1
c110f128565c436f756e746564c001 1
a call in a hook, and in a fiber, has options of its own:
c112ca718ec21ea25cf6c17070
c112ca718ec21ea25cf6c17070
c112ca718ec21ea25cf6f127565c4e6573746564c2f8181c0182075726c696378656467070
a signed one:
c112ca718ec21ea25cf6d200 ["editor","author"]
bool(true)
wrong options:
TypeError: brine_serialize(): Option "dictionary" must be of type string, int given
TypeError: brine_serialize_signed(): Option "dictionary" must be of type string, int given
TypeError: brine_serialize(): Option "dictionary" must be of type string, null given
TypeError: brine_serialize_signed(): Option "dictionary" must be of type string, null given
ValueError: brine_serialize(): Option "dictionary" must be the id of a dictionary that is loaded, "" given
ValueError: brine_serialize_signed(): Option "dictionary" must be the id of a dictionary that is loaded, "" given
ValueError: brine_serialize(): Option "dictionary" must be the id of a dictionary that is loaded, "CA718EC21EA25CF6" given
ValueError: brine_serialize_signed(): Option "dictionary" must be the id of a dictionary that is loaded, "CA718EC21EA25CF6" given
ValueError: brine_serialize(): Option "dictionary" must be the id of a dictionary that is loaded, "ca718ec21ea25cf6 " given
ValueError: brine_serialize_signed(): Option "dictionary" must be the id of a dictionary that is loaded, "ca718ec21ea25cf6 " given
ValueError: brine_serialize(): Option "dictionary" must be the id of a dictionary that is loaded, "0123456789abcdef" given
ValueError: brine_serialize_signed(): Option "dictionary" must be the id of a dictionary that is loaded, "0123456789abcdef" given
ValueError: brine_serialize(): Unknown option "dictionaries": there are "dictionary", "layouts"
ValueError: brine_serialize_signed(): Unknown option "dictionaries": there are "dictionary", "context", "layouts"
ValueError: brine_serialize(): Unknown option 0: there are "dictionary", "layouts"
ValueError: brine_serialize_signed(): Unknown option 0: there are "dictionary", "context", "layouts"
ValueError: brine_serialize(): Unknown option "context": there are "dictionary", "layouts"
Serialization of 'Closure' is not allowed at $value[1], $value[1]
