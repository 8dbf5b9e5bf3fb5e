--TEST--
A name that begins with a zero byte and is no mangled one is refused where unserialize() refuses it or warns: what is read has native text that is read again
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../limits/payloads.inc';

class Declares
{
    public $a = 1;
}
class Inherits extends Declares
{
}
class OfTheClass
{
    public static $shared = 1;
}
class Nothing
{
}
#[AllowDynamicProperties]
class Asleep
{
    private $a = 1;
    public function __wakeup(): void
    {
    }
}
class Takes
{
    public array $data = [];
    public function __serialize(): array
    {
        return $this->data;
    }
    public function __unserialize(array $data): void
    {
        $this->data = $data;
    }
}

/** @return array{string, string} class or reason, and the message */
function outcome(string $payload): array
{
    try {
        $value = brine_unserialize($payload);
        $text = serialize($value);
        if (serialize(unserialize($text)) !== $text) {
            return ['NOT READ AGAIN', $text];
        }

        return ['read', ''];
    } catch (Brine\DecodeException $exception) {
        return [$exception->getReason(), $exception->getMessage()];
    }
}

// Messages of native unserialize(), except deprecations of dynamic properties.
$said = '';
set_error_handler(static function (int $level, string $message) use (&$said): bool {
    $said .= $level === E_DEPRECATED ? '' : $message;

    return true;
});
$names = ["\0", "\0e", "\0ee", "\0eee", "\0\0", "\0\0e", "\0\0e\0e", "\0*\0", "\0*", "\0a\0", "", "e", "\0*\0e", "\0e\0e"];
foreach (['Declares', 'Inherits', 'OfTheClass', 'Nothing', 'Asleep', 'Takes', 'stdClass', 'Missing', 'Exception'] as $class) {
    $refused = 0;
    foreach ($names as $name) {
        $head = "\xF0" . bstr($class) . "\x01" . bstr($name);
        [$object] = outcome("\xC1\x10$head\x01");
        [$array] = outcome("\xC1\x10\xF1" . bstr($class) . substr(brine_serialize([$name => 1]), 2));
        [$pair] = outcome("\xC1\x10\xC1$head\x01\xB0\x02");
        $said = '';
        unserialize('O:' . strlen($class) . ":\"$class\":1:{" . serialize($name) . 'i:1;}');
        $expected = $said === '' ? 'read' : 'bad_name';
        $refused += $said === '' ? 0 : 1;
        if ([$object, $array, $pair] !== [$expected, $expected, $expected]) {
            echo "$class, ", addcslashes($name, "\0"), ": $object, $array, $pair, expected $expected\n";
        }
    }
    echo "$class: $refused refused\n";
}

// The place: that of the name, and that of the object whose array it is in.
echo outcome("\xC1\x10\xC1\x01\xF0" . bstr('inherits') . "\x02" . bstr('a') . bstr("\0e") . "\x01\x02")[1], "\n";
echo outcome("\xC1\x10\xC1\x01\xF1" . bstr('inherits') . substr(brine_serialize(['a' => 1, "\0e" => 1]), 2))[1], "\n";
?>
--EXPECT--
Declares: 10 refused
Inherits: 10 refused
OfTheClass: 10 refused
Nothing: 10 refused
Asleep: 10 refused
Takes: 0 refused
stdClass: 0 refused
Missing: 0 refused
Exception: 10 refused
'\x00e' is not the name of a property of Inherits at byte 17, in $value[1]
'\x00e' is not the name of a property of Inherits at byte 4, in $value[1]
