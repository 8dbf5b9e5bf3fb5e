--TEST--
What native unserialize() warns of inside a class loader is heard there, and is not what a value around it is refused for
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

const BAD_ZONE = 'O:12:"DateTimeZone":2:{s:13:"timezone_type";i:3;s:8:"timezone";s:4:"Moon";}';

$heard = [];
set_error_handler(static function (int $level, string $message) use (&$heard): bool {
    if ($level !== E_DEPRECATED) {
        $heard[] = $message;
    }

    return true;
});

// PHP's reaction: an exception, and in some versions also a warning.
function complaints(): array
{
    global $heard;

    $heard = [];
    try {
        unserialize(BAD_ZONE);
    } catch (Error $error) {
        $heard[] = $error->getMessage();
    }

    return $heard;
}

$natively = complaints();
spl_autoload_register(static function (string $class): void {
    inside();
    eval("class $class extends ArrayIterator {}");
});

function inside(): void
{
    if (Fiber::getCurrent() !== null) {
        Fiber::suspend();

        return;
    }
    echo complaints() === $GLOBALS['natively'] ? 'heard as ever: ' : 'not heard as ever: ';
    var_dump(brine_unserialize(brine_serialize(new DateTimeZone('UTC')))->getName());
}

function show(string $payload): void
{
    try {
        echo get_debug_type(brine_unserialize($payload)), "\n";
    } catch (Brine\DecodeException $error) {
        echo $error->getMessage(), "\n";
    }
}

// A class of the user, which is looked for after the properties were taken; the second has a name that no property has.
$payload = "\xC1\x10\xF1\x2AArrayObject\xC3\x00\xE7\xE9\x01\x21%s\x05\x26Loaded%d";
show(sprintf($payload, 'of', 1));
show(sprintf($payload, "\0a", 2));

echo "In fibers:\n";
foreach (['of', "\0a"] as $i => $name) {
    $fiber = new Fiber(show(...));
    $fiber->start(sprintf($payload, $name, $i + 3));
    inside();
    $fiber->resume();
}
?>
--EXPECT--
heard as ever: string(3) "UTC"
ArrayObject
heard as ever: string(3) "UTC"
ArrayObject refuses its data: Illegal member variable name at byte 2
In fibers:
heard as ever: string(3) "UTC"
ArrayObject
heard as ever: string(3) "UTC"
ArrayObject refuses its data: Illegal member variable name at byte 2
