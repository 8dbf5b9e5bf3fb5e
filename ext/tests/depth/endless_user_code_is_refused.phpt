--TEST--
Calls that come back through any code of the user's end at the limit of the stack, in whatever way that code is called
--EXTENSIONS--
brine
--INI--
error_reporting=-1
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

final class Name
{
    public function __toString(): string
    {
        return (string) json_encode(come_back());
    }
}
final class Goodbye
{
    public function __destruct()
    {
        come_back();
    }
}
final class Drops
{
    public function __serialize(): array
    {
        return [new Goodbye()];
    }

    public function __unserialize(array $data): void
    {
    }
}
final class Refuses
{
    public function __wakeup(): void
    {
        throw new LogicException('refused');
    }
}
final class Strict
{
    public int $declared = 1;
}
final class Forgets
{
    public function __sleep(): array
    {
        return ['nothing'];
    }
}
function load(string $class): void
{
    if ($class[0] === 'X') {
        come_back();
    }
}
function say(string $class): void
{
    come_back();
}
function object(string $class, string ...$properties): string
{
    return "\xF0" . chr(0x1F + strlen($class)) . $class . chr(count($properties)) . implode('', array_map(static fn (string $name): string => chr(0x1F + strlen($name)) . $name, $properties))
        . str_repeat("\1", count($properties));
}

/** The call that is under way. */
$call = null;
$calls = 0;
function come_back(): mixed
{
    global $call, $calls;

    return $call(++$calls);
}
$throw = static function (int $level, string $message) use (&$throw): bool {
    // PHP takes a handler away while it runs.
    set_error_handler($throw);
    come_back();

    return true;
};
$drops = "\xC1\x10\xF1\x24Drops\xC0" . object('Goodbye');
$refuses = "\xC1\x10\xC1" . object('Goodbye') . object('Refuses');
$enum = static fn (int $i): string => "\xC1\x10\xF2" . chr(0x20 + strlen("$i")) . "X$i\x20A";
$class = static fn (int $i): string => "\xC1\x10" . object("X$i");
$ext = "\xC7\x01\x05a";
$ways = [
    'a class loader' => static fn (int $i): mixed => brine_unserialize($class($i)),
    'a class loader, of an enum' => static fn (int $i): mixed => brine_unserialize($enum($i)),
    'a class loader, signed' => static fn (int $i): mixed => brine_unserialize_signed(sign($class($i)), 'key'),
    'a class loader, resident' => static fn (int $i): mixed => brine_unserialize($class($i), ['resident' => true]),
    'a class loader, 100 levels deep' => static fn (int $i): mixed => brine_unserialize("\xC1\x10" . str_repeat("\xC0", 100) . substr($class($i), 2)),
    'unserialize_callback_func' => static fn (int $i): mixed => brine_unserialize("\xC1\x10" . object('Unknown')),
    'a constant' => static function (int $i): mixed {
        eval("class Y$i { public \$a = X$i::A; }");

        return brine_unserialize("\xC1\x10" . object("Y$i", 'a'));
    },
    'a case' => static function (int $i): mixed {
        eval("enum Z$i: int { case A = X$i::A; }");

        return brine_unserialize("\xC1\x10\xF2" . chr(0x20 + strlen("$i")) . "Z$i\x20A");
    },
    'a name that is an object' => static fn (int $i): mixed => brine_unserialize("\xC1\x10" . object('Strict'), ['allowed_classes' => [new Name()]]),
    'an error handler' => static fn (int $i): mixed => brine_unserialize("\xC1\x10" . object('Strict', 'other')),
    'an error handler, encoding' => static fn (int $i): mixed => brine_serialize(new Forgets()),
    'a destructor' => static fn (int $i): mixed => brine_unserialize($drops),
    'a destructor, resident' => static fn (int $i): mixed => brine_unserialize($drops, ['resident' => true]),
    'a destructor, after an exception' => static fn (int $i): mixed => brine_unserialize($refuses),
    'a destructor, after an exception, resident' => static fn (int $i): mixed => brine_unserialize($refuses, ['resident' => true]),
    'a destructor, encoding' => static fn (int $i): mixed => brine_serialize(new Drops()),
    'an extension type' => static fn (int $i): mixed => brine_msgpack_unpack($ext, ['extensions' => [5 => come_back(...)]]),
    'the loader of a callable' => static fn (int $i): mixed => brine_msgpack_unpack($ext, ['extensions' => [5 => "X$i::method"]]),
    'a destructor, unpacking' => static fn (int $i): mixed => brine_msgpack_unpack("\x92$ext\xC1", ['extensions' => [5 => static fn (): object => new Goodbye()]]),
    'a callable, packing' => static fn (int $i): mixed => brine_msgpack_pack(new Name(), 0, strval(...)),
    'a destructor, packing' => static fn (int $i): mixed => brine_msgpack_pack(new Name(), 0, static fn (): object => new Goodbye()),
    'the class of decimals' => static fn (int $i): mixed => brine_msgpack_unpack("\xCF" . str_repeat("\xFF", 8), ['bigint' => 'dec']),
];
if (!class_exists('Decimal\Decimal', false)) {
    eval('namespace Decimal; class Decimal { public function __construct(string $digits) { \come_back(); } }');
}

/** Makes a call when so many others wait for it: exceptions of a thousand calls, each with its trace, would take a gigabyte. */
function inside(int $calls, Closure $call): mixed
{
    if ($calls === 0) {
        return $call();
    }
    brine_unserialize('', ['open' => static function () use ($calls, $call, &$result): ?string {
        $result = inside($calls - 1, $call);

        return null;
    }]);

    return $result;
}

function sign(string $payload): string
{
    $head = "\xC1\x14" . (substr(hash_hmac('sha256', 'brine key id', 'key', true), 0, 4) & "\x7F\x7F\x7F\x7F");

    return $head . hash_hmac('sha256', $head . pack('VV', 0, 0) . $payload, 'key', true) . $payload;
}

spl_autoload_register('load');
foreach ($ways as $name => $call) {
    ini_set('unserialize_callback_func', $name === 'unserialize_callback_func' ? 'say' : '');
    str_starts_with($name, 'an error handler') ? set_error_handler($throw) : set_error_handler(null);
    $isLong = in_array($name, ['a destructor, unpacking', 'a destructor, packing'], true);
    // Classes that were looked for are not looked for again.
    $first = 0;
    echo "$name: ", on_both_stacks(static function () use (&$first, $isLong): string {
        global $calls;

        $calls = $first;
        try {
            inside($isLong ? 240 : 0, come_back(...));
            $outcome = 'nothing is thrown';
        } catch (Throwable $error) {
            while ($error->getPrevious() !== null) {
                $error = $error->getPrevious();
            }
            $outcome = $error::class . ': ' . explode(', in $', $error->getMessage())[0];
        }
        $outcome .= ', ' . $calls - $first . ' calls';
        $first = 1000 * (int) ceil($calls / 1000);

        return $outcome;
    }), "\n";
    // One for each call: a handler that is left keeps itself alive beyond the end.
    for (; $calls >= 0; --$calls) {
        restore_error_handler();
    }
}
?>
--EXPECT--
a class loader: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 3, 257 calls
a class loader, of an enum: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 3, 257 calls
a class loader, signed: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 41, 257 calls
a class loader, resident: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 3, 257 calls
a class loader, 100 levels deep: Brine\DecodeException: the value is nested deeper than the stack has room for (36) at byte 38, 36 calls
unserialize_callback_func: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 3, 257 calls
a constant: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 2, 257 calls
a case: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 2, 257 calls
a name that is an object: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 2, 257 calls
an error handler: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 2, 242 calls
an error handler, encoding: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value, 242 calls
a destructor: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 2, 257 calls
a destructor, resident: Brine\DecodeException: the value is nested deeper than the stack has room for (0) at byte 2, 257 calls
a destructor, after an exception: LogicException: refused, 257 calls
a destructor, after an exception, resident: LogicException: refused, 257 calls
a destructor, encoding: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value, 257 calls
an extension type: Brine\MessagePack\Exception\UnpackingFailedException: the message is nested deeper than max_depth at byte 0, 1025 calls
the loader of a callable: Brine\MessagePack\Exception\UnpackingFailedException: the message is nested deeper than max_depth at byte 0, 1025 calls
a destructor, unpacking: Brine\MessagePack\Exception\UnpackingFailedException: the byte 0xC1 begins no value at byte 5, 65 calls
a callable, packing: Brine\MessagePack\Exception\PackingFailedException: The value is nested too deeply, 1025 calls
a destructor, packing: TypeError: brine_msgpack_pack(): Return value of argument #3 ($other) must be of type ?string, Goodbye returned, 65 calls
the class of decimals: Brine\MessagePack\Exception\UnpackingFailedException: the message is nested deeper than max_depth at byte 0, 1025 calls
