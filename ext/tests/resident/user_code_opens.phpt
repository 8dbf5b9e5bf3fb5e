--TEST--
What opens bytes may throw, return anything, decode, suspend a fiber, and let go of itself
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/resident.inc';

final class Held
{
    public static string $log = '';

    public function __construct(private string $payload)
    {
    }

    public function __invoke(string $bytes): string
    {
        return $this->payload;
    }

    public function __destruct()
    {
        self::$log .= 'let go ';
    }
}
final class Hooked
{
    public array $in = [1];

    public function __unserialize(array $data): void
    {
        $this->in = brine_unserialize('of the hook', RESIDENT + ['open' => static fn (): string => brine_serialize(['inner', [1, 2]])]);
    }
}

$payload = brine_serialize(['a' => ['text', 1]]);
$results = [
    'no payload' => null, 'false' => false, 'an integer' => 5, 'an array' => [$payload], 'an object' => new ArrayObject(),
    'no bytes' => '', 'not Brine' => 'a:0:{}', 'a frame' => brine_serialize_signed(1, 'key of this test'), 'cut' => substr($payload, 0, -1), 'too long' => $payload . 'x',
];
foreach ($results as $name => $result) {
    echo "$name: ", thrown(static function () use ($result): void {
        for ($i = 0; $i < 2; $i++) {
            var_dump(brine_unserialize('bytes of it', RESIDENT + ['open' => static fn () => $result]));
        }
    }), "\n";
}
// None of these was remembered, but for what was decoded; nor is what throws.
echo changes(static function () use ($payload): void {
    foreach ([false, true, true] as $resident) {
        echo thrown(static fn () => brine_unserialize('throws', ['resident' => $resident, 'open' => static fn () => throw new DomainException('closed')])), "\n";
    }
    brine_unserialize('throws', RESIDENT + ['open' => static fn (): string => $payload]);
}), "\n";
// Values that are not closures, and the other functions.
foreach ([null, 'strrev', ['Held', 'x'], new Held('')] as $i => $open) {
    echo thrown(static fn () => brine_unserialize('x', ['open' => $open, 'max_depth' => 0])), "\n";
}
$open = null;
echo thrown(static fn () => brine_unserialize_signed('x', 'key of this test', ['open' => static fn () => $payload])), "\n";
echo Held::$log, "\n";

// By reference, with arguments by reference, with other arguments, of PHP's own.
$by_reference = static function &(string &$bytes) use (&$payload): string {
    $bytes .= 'written';

    return $payload;
};
$bytes = strrev($payload);
foreach ([@brine_unserialize($bytes, ['open' => $by_reference]), brine_unserialize($bytes, ['open' => strrev(...)])] as $value) {
    echo json_encode($value), ' ', strrev($bytes) === $payload ? 'as they were' : 'changed', "\n";
}
echo thrown(static fn () => brine_unserialize($bytes, ['open' => static fn (int $bytes): string => $payload])) === 'nothing is thrown' ? 'converted' : 'refused', "\n";
echo thrown(static fn () => brine_unserialize($bytes, ['open' => static function () { yield 1; }])), "\n";

// It decodes the same bytes, which then are kept before they are; and it is the last to hold itself.
$depth = 0;
$again = static function (string $bytes) use (&$again, &$depth, $payload): string {
    if (++$depth < 3) {
        brine_unserialize($bytes, RESIDENT + ['open' => $again]);
    }

    return $payload;
};
echo changes(static fn () => brine_unserialize('within', RESIDENT + ['open' => $again])), "\n";
echo changes(static fn () => brine_unserialize('within', RESIDENT + ['open' => $again])), "\n";
$opens = (new Held($payload))(...);
$options = RESIDENT + ['max_depth' => 9, 'open' => &$opens];
$drop = static function (string $bytes) use (&$opens, &$drop, &$options, $payload): string {
    $opens = $drop = $options = null;

    return $payload;
};
echo json_encode(brine_unserialize('dropped', $options)), "\n";
$opens = $drop;
echo json_encode(brine_unserialize('dropped', $options)), ' ', Held::$log, "\n";
var_dump($opens, $drop);

// A fiber waits in the middle, and is never ended.
$suspends = static function (string $bytes) use ($payload): string {
    Fiber::suspend();

    return $payload;
};
$fibers = [];
for ($i = 0; $i < 3; $i++) {
    $fibers[$i] = new Fiber(static fn () => brine_unserialize('of a fiber', RESIDENT + ['open' => $suspends]));
    $fibers[$i]->start();
}
echo changes(static function () use ($fibers): void {
    $fibers[2]->resume();
    $fibers[0]->resume();
}), ' ', json_encode($fibers[0]->getReturn()), "\n";
unset($fibers);
gc_collect_cycles();
echo changes(static fn () => brine_unserialize('of a fiber', RESIDENT + ['open' => $suspends])), "\n";

// A hook of what is inside opens other bytes.
$hooked = brine_serialize([new Hooked(), new Hooked()]);
for ($i = 0; $i < 3; $i++) {
    echo changes(static function () use ($hooked, &$value): void {
        $value = brine_unserialize('of hooks', RESIDENT + ['open' => static fn (): string => $hooked]);
    }), ' ', json_encode($value), "\n";
}
?>
--EXPECTF--
no payload: NULL
NULL
nothing is thrown
false: TypeError: brine_unserialize(): Option "open" must return a value of type ?string, %s returned
an integer: TypeError: brine_unserialize(): Option "open" must return a value of type ?string, int returned
an array: TypeError: brine_unserialize(): Option "open" must return a value of type ?string, array returned
an object: TypeError: brine_unserialize(): Option "open" must return a value of type ?string, ArrayObject returned
no bytes: Brine\DecodeException: The payload is empty: was the cache entry missing (false)?
not Brine: Brine\DecodeException: the payload is not one of Brine; it looks like the text of serialize(), which unserialize() or Brine\Auto reads, at byte 0
a frame: Brine\DecodeException: the payload is signed, which only brine_unserialize_signed() reads, at byte 1
cut: Brine\DecodeException: the payload ends too early at byte 12, in $value['a'][1]
too long: Brine\DecodeException: there are bytes after the value at byte 13
DomainException: closed
DomainException: closed
DomainException: closed
misses 1
TypeError: brine_unserialize(): Option "open" must be of type Closure, null given
TypeError: brine_unserialize(): Option "open" must be of type Closure, string given
TypeError: brine_unserialize(): Option "open" must be of type Closure, array given
TypeError: brine_unserialize(): Option "open" must be of type Closure, Held given
ValueError: brine_unserialize_signed(): Unknown option "open": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "context"
let go 
{"a":["text",1]} as they were
{"a":["text",1]} as they were
refused
TypeError: brine_unserialize(): Option "open" must return a value of type ?string, Generator returned
misses 3, admitted 1, entries 1
hits 1
{"a":["text",1]}
{"a":["text",1]} let go let go 
NULL
NULL
misses 2, admitted 1, entries 1 {"a":["text",1]}
hits 1
misses 3, admitted 1, entries 1 [{"in":["inner",[1,2]]},{"in":["inner",[1,2]]}]
hits 2, misses 1, admitted 1, entries 1, templates 1 [{"in":["inner",[1,2]]},{"in":["inner",[1,2]]}]
hits 3 [{"in":["inner",[1,2]]},{"in":["inner",[1,2]]}]

