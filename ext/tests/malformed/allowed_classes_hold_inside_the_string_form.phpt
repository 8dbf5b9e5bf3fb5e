--TEST--
What allowed_classes denies stays denied in the text that Serializable::unserialize() gives to unserialize(), as with native unserialize()
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

spl_autoload_register(static function (string $class): void {
    echo "[autoload $class] ";
});

final class Denied
{
    public function __wakeup(): void
    {
        echo '[woken] ';
    }

    public function __destruct()
    {
        echo '[destructed] ';
    }
}
final class Old implements Serializable
{
    public mixed $inner = null;

    public function serialize(): string
    {
        return serialize($this->inner);
    }

    public function unserialize(string $data): void
    {
        $this->inner = unserialize($data);
        if ($this->inner === false) {
            throw new DomainException('malformed');
        }
    }
}
final class WithOptions implements Serializable
{
    public mixed $inner = null;

    public function serialize(): string
    {
        return '';
    }

    public function unserialize(string $data): void
    {
        $this->inner = unserialize($data, ['allowed_classes' => ['Denied']]);
    }
}
/** Decodes inside a hook in which the engine keeps calls of unserialize() apart. */
final class Magic
{
    public function __unserialize(array $data): void
    {
        echo inner(brine_unserialize($data['payload'], ['allowed_classes' => ['Old']])), ' ';
    }
}

function inner(object $decoded): string
{
    return get_debug_type($decoded->inner);
}

$denied = 'O:6:"Denied":0:{}';
$texts = [
    'Old' => $denied,
    'WithOptions' => $denied,
];
$old = static fn (string $class, string $text): string => payload('f3' . hex_string($class) . sprintf('%02x', strlen($text)) . bin2hex($text));
foreach ($texts as $class => $text) {
    echo $class, ":\n";
    $native = "C:" . strlen($class) . ":\"$class\":" . strlen($text) . ":{{$text}}";
    foreach ([[$class], [$class, 'denied'], ['Missing', $class], true] as $allowed) {
        echo '  ', json_encode($allowed), ': ';
        $options = ['allowed_classes' => $allowed];
        echo inner(brine_unserialize($old($class, $text), $options)), ', native ', inner(unserialize($native, $options)), "\n";
    }
    // The object itself has no incomplete form.
    echo '  false: ', thrown(static fn () => brine_unserialize($old($class, $text), ['allowed_classes' => false])), "\n";
}

echo "Not loaded: ", inner(brine_unserialize($old('Old', 'O:7:"Unknown":0:{}'), ['allowed_classes' => ['Old']])), "\n";
echo "Two levels: ";
$twice = $old('Old', 'C:3:"Old":' . strlen($denied) . ":{{$denied}}");
echo get_debug_type(brine_unserialize($twice, ['allowed_classes' => ['Old']])->inner->inner), "\n";
echo 'Inside __unserialize(): ';
$payload = $old('Old', $denied);
brine_unserialize(payload('f1' . hex_string('Magic') . 'e9 01' . hex_string('payload') . 'e5' . sprintf('%02x', strlen($payload)) . bin2hex($payload)));
unserialize('O:5:"Magic":1:{s:7:"payload";s:' . strlen($payload) . ":\"$payload\";}");
echo "\n";

// Later calls are not affected, whatever happens inside.
echo thrown(static fn () => @brine_unserialize($old('Old', 'no text'), ['allowed_classes' => ['Old']])), "\n";
echo get_debug_type(unserialize($denied)), "\n";
?>
--EXPECT--
Old:
  ["Old"]: __PHP_Incomplete_Class, native __PHP_Incomplete_Class
  ["Old","denied"]: [woken] [destructed] Denied, native [woken] [destructed] Denied
  ["Missing","Old"]: __PHP_Incomplete_Class, native __PHP_Incomplete_Class
  true: [woken] [destructed] Denied, native [woken] [destructed] Denied
  false: Brine\DecodeException: only the class Old can read its objects, and it is not allowed (allowed_classes) at byte 2
WithOptions:
  ["WithOptions"]: [woken] [destructed] Denied, native [woken] [destructed] Denied
  ["WithOptions","denied"]: [woken] [destructed] Denied, native [woken] [destructed] Denied
  ["Missing","WithOptions"]: [woken] [destructed] Denied, native [woken] [destructed] Denied
  true: [woken] [destructed] Denied, native [woken] [destructed] Denied
  false: Brine\DecodeException: only the class WithOptions can read its objects, and it is not allowed (allowed_classes) at byte 2
Not loaded: __PHP_Incomplete_Class
Two levels: __PHP_Incomplete_Class
Inside __unserialize(): __PHP_Incomplete_Class __PHP_Incomplete_Class 
DomainException: malformed
[woken] [destructed] Denied
