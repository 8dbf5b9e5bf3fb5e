--TEST--
What PHP's own classes warn of in what they are given is a DecodeException, and no error handler hears it; what user code warns of is heard
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$heard = [];
set_error_handler(static function (int $level, string $message) use (&$heard): bool {
    if ($level !== E_DEPRECATED) {
        $heard[] = "$level $message";
    }

    return true;
});
spl_autoload_register(static function (string $class): void {
    trigger_error("loading $class", E_USER_WARNING);
    echo $undefined;
    eval("class $class extends ArrayIterator {}");
});

class Warns extends DateTime
{
    public function __unserialize(array $data): void
    {
        parent::__unserialize($data);
        echo $undefined;
    }
}

function payload(string $class, string $array): string
{
    return "\xC1\x10\xF1" . chr(0x1F + strlen($class)) . $class . $array;
}

function show(string $name, string $payload): void
{
    global $heard;
    $before = error_reporting();
    $heard = [];
    try {
        $result = get_debug_type(brine_unserialize($payload));
    } catch (Brine\DecodeException $error) {
        $result = "{$error->getReason()} at {$error->getOffset()}, {$error->getPath()}" . ($error->getPrevious() ? '' : ', without a cause');
    }
    echo "$name: $result\n", $heard === [] ? '' : '  heard: ' . implode('; ', $heard) . "\n";
    if (error_reporting() !== $before) {
        echo "error_reporting has changed\n";
    }
}

// Names of properties that no property has. Keys of what an ArrayObject holds may be anything.
foreach (["\0", "\0a", "\0*\0", "\0\0a"] as $i => $name) {
    $map = "\xE9\x01" . chr(0x1F + strlen($name)) . $name . "\x05";
    show("ArrayObject, a name, $i", payload('ArrayObject', "\xC3\x00\xE7{$map}\xD8"));
    show("ArrayObject, a key, $i", payload('ArrayObject', "\xC3\x00{$map}\xE7\xD8"));
    show("SplFixedArray, $i", payload('SplFixedArray', $map));
}
// Invalid intervals and time zones.
$interval = "\xE9\x02\x2Afrom_string\x2Adate_string\xDA";
show('DateInterval', payload('DateInterval', "$interval\x29next junk "));
show('DateInterval, behind another value', "\xC1\x10\xC1\x05\xE9\x01\x20x" . substr(payload('DateInterval', "$interval\x23junk"), 2));
show('DateInterval with an object', payload('DateInterval', "\xE9\x02\x20y\x20f\x01\xF0\x27stdClass\x00"));
show('DateTimeZone', payload('DateTimeZone', "\xE9\x02\x2Ctimezone_type\x27timezone\x03\x23Moon"));
show('as it should be', payload('DateInterval', "$interval\x2Anext monday"));
// User code inside and around PHP's own hooks.
show('a class loader', payload('ArrayObject', "\xC3\x00\xE7\xE7\x25Loaded"));
show('a hook of a child', str_replace("\x27DateTime", "\x24Warns", brine_serialize(new DateTime('2020-01-01 00:00:00 UTC'))));

// With the handler of most frameworks.
set_error_handler(static fn (int $level, string $message, string $file, int $line) => throw new ErrorException($message, 0, $level, $file, $line));
try {
    brine_unserialize(payload('DateTimeZone', "\xE9\x02\x2Ctimezone_type\x27timezone\x03\x23Moon"));
} catch (Brine\DecodeException $error) {
    echo $error->getReason(), "\n";
}
?>
--EXPECT--
ArrayObject, a name, 0: bad_object at 2, $value
ArrayObject, a key, 0: ArrayObject
SplFixedArray, 0: bad_object at 2, $value
ArrayObject, a name, 1: bad_object at 2, $value
ArrayObject, a key, 1: ArrayObject
SplFixedArray, 1: bad_object at 2, $value
ArrayObject, a name, 2: bad_object at 2, $value
ArrayObject, a key, 2: ArrayObject
SplFixedArray, 2: bad_object at 2, $value
ArrayObject, a name, 3: bad_object at 2, $value
ArrayObject, a key, 3: ArrayObject
SplFixedArray, 3: bad_object at 2, $value
DateInterval: bad_object at 2, $value
DateInterval, behind another value: bad_object at 8, $value[1]['x']
DateInterval with an object: bad_object at 2, $value
DateTimeZone: bad_object at 2, $value
as it should be: DateInterval
a class loader: ArrayObject
  heard: 512 loading Loaded; 2 Undefined variable $undefined
a hook of a child: Warns
  heard: 2 Undefined variable $undefined
bad_object
