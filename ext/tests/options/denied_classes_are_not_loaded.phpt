--TEST--
A class that is not allowed is neither autoloaded nor asked for, and none of its hooks runs
--EXTENSIONS--
brine
--INI--
unserialize_callback_func=must_not_be_called
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

function must_not_be_called(string $class): void
{
    echo "callback for $class\n";
}
spl_autoload_register(static function (string $class): void {
    echo "autoload $class\n";
});

final class Magic
{
    public function __serialize(): array
    {
        return ['x' => 1, 'list' => [new Woken()]];
    }

    public function __unserialize(array $data): void
    {
        echo "__unserialize\n";
    }

    public function __destruct()
    {
        echo isset($GLOBALS['decoding']) ? "__destruct\n" : '';
    }
}
final class Woken
{
    public $p = 1;

    public function __wakeup(): void
    {
        echo "__wakeup\n";
    }
}
final class Old implements Serializable
{
    public function serialize(): string
    {
        return 'old';
    }

    public function unserialize(string $data): void
    {
        echo "unserialize\n";
    }
}
enum Suit
{
    case Hearts;
}

$payload = brine_serialize([new Magic(), new Woken()]);
$missing = str_replace('Woken', 'Lost_', $payload);
$decoding = true;
foreach ([$payload, $missing] as $bytes) {
    foreach ([false, [], ['stdClass']] as $allowed) {
        $decoded = brine_unserialize($bytes, ['allowed_classes' => $allowed]);
        echo $decoded[0]::class, ' ', $decoded[1]::class, "\n";
        unset($decoded);
    }
}
unset($decoding);

// An enum has no incomplete form.
foreach ([Suit::Hearts, [Suit::Hearts], (object) ['s' => Suit::Hearts]] as $value) {
    echo thrown(static fn () => brine_unserialize(brine_serialize($value), ['allowed_classes' => ['stdClass']])), "\n";
}
var_dump(brine_unserialize(brine_serialize([Suit::Hearts]), ['allowed_classes' => ['SUIT']])[0] === Suit::Hearts);
?>
--EXPECT--
__PHP_Incomplete_Class __PHP_Incomplete_Class
__PHP_Incomplete_Class __PHP_Incomplete_Class
__PHP_Incomplete_Class __PHP_Incomplete_Class
__PHP_Incomplete_Class __PHP_Incomplete_Class
__PHP_Incomplete_Class __PHP_Incomplete_Class
__PHP_Incomplete_Class __PHP_Incomplete_Class
Brine\DecodeException: the enum Suit is not allowed (allowed_classes) at byte 2
Brine\DecodeException: the enum Suit is not allowed (allowed_classes) at byte 3, in $value[0]
Brine\DecodeException: the enum Suit is not allowed (allowed_classes) at byte 15, in $value->s
bool(true)
