--TEST--
What native unserialize() warns of inside an error handler or a class loader is heard there, and is not what the value around it is refused for
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

const BAD_ZONE = 'O:12:"DateTimeZone":2:{s:13:"timezone_type";i:3;s:8:"timezone";s:4:"Moon";}';

set_error_handler(static function (int $level, string $message): bool {
    echo "heard: $message\n";
    if ($level === E_DEPRECATED) {
        inside();
    }

    return true;
});
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
    try {
        unserialize(BAD_ZONE);
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
    }
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

// A dynamic property of a class that knows none: PHP's hook has it deprecated.
$interval = "\xC1\x10\xF1\x2BDateInterval\xE9\x03\x2Afrom_string\x2Adate_string\x22own\xDA\x28next week\x01";
// A class of the user, which is looked for after the properties were taken; the second has a name that no property has.
$loading = "\xC1\x10\xF1\x2AArrayObject\xC3\x00\xE7\xE9\x01\x21%s\x05\x26Loaded%d";
$payloads = [$interval, sprintf($loading, 'of', 1), sprintf($loading, "\0a", 2)];
foreach ($payloads as $payload) {
    show($payload);
}

echo "In fibers:\n";
$payloads[1][-1] = '3';
$payloads[2][-1] = '4';
foreach ($payloads as $payload) {
    $fiber = new Fiber(show(...));
    $fiber->start($payload);
    inside();
    $fiber->resume();
}
?>
--EXPECT--
