--TEST--
PHP's own __unserialize() methods look for the classes that names of properties are private to: those that are not allowed are not loaded, others not without end
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../limits/payloads.inc';

final class Collection extends ArrayObject
{
    private string $label = 'a';
    protected string $other = 'b';
}
$asked = 0;
$last = '';
spl_autoload_register(static function (string $name) use (&$asked, &$last): void {
    $asked++;
    $last = $name;
});
set_error_handler(static fn (): bool => true);
function outcome(string $payload, array $options = []): string
{
    try {
        return get_debug_type(brine_unserialize($payload, $options));
    } catch (Brine\DecodeException $exception) {
        return $exception->getReason() . ': ' . $exception->getMessage();
    }
}

$names = "\xE9\x01" . bstr("\0Denied\0name") . "\xD8";
$forms = ['ArrayObject' => "\xC3\x00\xE7$names\xD8", 'ArrayIterator' => "\xC3\x00\xE7$names\xD8", 'SplObjectStorage' => "\xC1\xE7$names", 'SplQueue' => "\xC2\x00\xE7$names", 'DateInterval' => $names];
foreach ($forms as $class => $array) {
    echo outcome("\xC1\x10\xF1" . bstr($class) . $array, ['allowed_classes' => [$class]]), ", asked $asked\n";
}
echo outcome("\xC1\x10\xF0" . bstr('DateInterval') . "\x01\x03" . bstr('Denied') . bstr('name') . "\xD8", ['allowed_classes' => ['DateInterval']]), ", asked $asked\n";

// If the class is allowed, the autoloader is called.
echo outcome("\xC1\x10\xF1" . bstr('ArrayObject') . $forms['ArrayObject'], ['allowed_classes' => ['ArrayObject', 'denied']]), ", asked $asked $last\n";

// One array for many objects.
$count = 300;
$map = "\xE9" . uv($count);
for ($i = 0; $i < $count; $i++) {
    $map .= bstr("\0Missing$i\0name");
}
$objects = "\xC1\x10\xE8" . uv(1002) . $map . str_repeat("\xD8", $count) . "\xF1" . bstr('ArrayObject') . "\xC3\x00\xE7\xD0\x01\xD8" . str_repeat("\xB1\xC3\x00\xE7\xD0\x01\xD8", 1000);
$asked = 0;
echo outcome($objects), ", asked $asked\n";

// A long name for many objects.
$long = "\xE9\x01" . bstr("\0*\0" . str_repeat('n', 100_000)) . "\xD8";
echo outcome("\xC1\x10\xE8" . uv(10_002) . $long . "\xF1" . bstr('ArrayObject') . "\xC3\x00\xE7\xD0\x01\xD8" . str_repeat("\xB1\xC3\x00\xE7\xD0\x01\xD8", 10_000)), "\n";

$collection = new Collection([1]);
var_dump(brine_unserialize(brine_serialize($collection), ['allowed_classes' => ['Collection']]) == $collection, $asked);
?>
--EXPECTF--
bad_name: a property is private to the class Denied, which is not loaded and not allowed (allowed_classes) at byte 2, asked 0
bad_name: a property is private to the class Denied, which is not loaded and not allowed (allowed_classes) at byte 2, asked 0
bad_name: a property is private to the class Denied, which is not loaded and not allowed (allowed_classes) at byte 2, asked 0
bad_name: a property is private to the class Denied, which is not loaded and not allowed (allowed_classes) at byte 2, asked 0
bad_name: a property is private to the class Denied, which is not loaded and not allowed (allowed_classes) at byte 2, asked 0
bad_name: a property is private to the class Denied, which is not loaded and not allowed (allowed_classes) at byte 2, asked 0
ArrayObject, asked 1 Denied
max_memory: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], asked 0
max_memory: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d]
bool(true)
int(0)
