--TEST--
igbinary's format: hooks that change or release what is being written
--EXTENSIONS--
brine
--FILE--
<?php
/** Does what it was given when it is written. */
class Hook
{
    public static array $calls = [];
    public function __construct(private string $name, private ?Closure $action)
    {
    }

    public function __serialize(): array
    {
        self::$calls[] = $this->name;
        if ($this->action) {
            ($this->action)();
        }

        return [$this->name, [strrev($this->name)]];
    }
}
#[AllowDynamicProperties]
class Holder
{
    public $first;
    public $second;
    public $third = [1];
}
function show(string $what, mixed $value): void
{
    Hook::$calls = [];
    echo "$what: ", addcslashes(substr(brine_igbinary_serialize($value), 4), "\0..\37\177..\377"), ' ', implode(',', Hook::$calls), "\n";
}

$list = [1, [2]];
$list[] = new Hook('clears the list', static function () use (&$list): void {
    $list = [];
    $filler = array_fill(0, 100, str_repeat('x', 50));
});
$list[] = [3];
$list[] = $list[1];
show('referred list', [&$list, [4]]);

$holder = new Holder();
$holder->first = new Hook('unsets and adds', static function () use ($holder): void {
    unset($holder->second);
    $holder->third[] = 2;
    $holder->fourth = 4;
});
$holder->second = 'two';
show('properties', [$holder, $holder]);

$dynamic = new stdClass();
$dynamic->hook = new Hook('changes properties', static function () use ($dynamic): void {
    unset($dynamic->later);
    $dynamic->more = range(1, 20);
});
$dynamic->later = ['later'];
show('dynamic', [$dynamic]);

$inner = new Holder();
$inner->first = new Hook('releases', static function () use (&$inner): void {
    $inner = null;
    $filler = new Holder();
});
$value = new Holder();
$value->first = &$inner;
$value->second = [[1], [2]];
show('released object', $value);

$arrays = [[1], [2], [3]];
$nested = ['list' => $arrays, 'hook' => new Hook('writes', static function () use (&$arrays): void {
    echo bin2hex(brine_igbinary_serialize([$arrays, $arrays])), "\n";
    $arrays = null;
}), 'again' => $arrays];
show('nested call', $nested);

$shared = [[5], 'text'];
$one = new OneArray($shared);
show('hooks that return one array', [$one, $one, new OneArray($shared), $shared]);
final class OneArray
{
    public function __construct(private array $list)
    {
    }

    public function __serialize(): array
    {
        return $this->list;
    }
}
?>
--EXPECT--
referred list: \024\002\006\000%\024\005\006\000\006\001\006\001\024\001\006\000\006\002\006\002\027\004Hook\024\002\006\000\021\017clears the list\006\001\024\001\006\000\021\017tsil eht sraelc\006\003\024\001\006\000\006\003\006\004\001\002\006\001\024\001\006\000\006\004 clears the list
properties: \024\002\006\000\027\006Holder\024\003\021\005first\027\004Hook\024\002\006\000\021\017unsets and adds\006\001\024\001\006\000\021\017sdda dna stesnu\000\021\005third\024\002\006\000\006\001\006\001\006\002\006\001"\001 unsets and adds
dynamic: \024\001\006\000\027\bstdClass\024\002\021\004hook\027\004Hook\024\002\006\000\021\022changes properties\006\001\024\001\006\000\021\022seitreporp segnahc\021\005later\024\001\006\000\016\005 changes properties
released object: \027\006Holder\024\003\021\005first%\032\000\024\003\016\001\027\004Hook\024\002\006\000\021\breleases\006\001\024\001\006\000\021\bsesaeler\021\006second\000\021\005third\024\001\006\000\006\001\016\005\024\002\006\000\024\001\006\000\006\001\006\001\024\001\006\000\006\002\016\006\001\004 releases
nested call: 0000000214020600140306001401060006010601140106000602060214010600060306010101
\024\003\021\004list\024\003\006\000\024\001\006\000\006\001\006\001\024\001\006\000\006\002\006\002\024\001\006\000\006\003\021\004hook\027\004Hook\024\002\006\000\021\006writes\006\001\024\001\006\000\021\006setirw\021\005again\001\001 writes
hooks that return one array: \024\004\006\000\027\bOneArray\024\002\006\000\024\001\006\000\006\005\006\001\021\004text\006\001"\001\006\002\032\000\024\002\006\000\001\002\006\001\016\001\006\003\024\002\006\000\001\002\006\001\016\001 
