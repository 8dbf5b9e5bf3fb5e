--TEST--
A payload whose shapes were met before, when it is cut off or damaged, fails at the byte and for the reason that it would fail for if they were new
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

#[AllowDynamicProperties]
class Loose
{
}
for ($i = 0; $i < 1100; $i++) {
    eval(sprintf('final class Slots%04d { public $one%04d = 1; protected $half%04d = 2; private ?int $own%04d = 3; }', $i, $i, $i, $i));
}

/** A value of shapes with names of their own: nothing but the four digits in them differs. */
function value(int $number): array
{
    $n = sprintf('%04d', $number);
    $class = "Slots$n";
    $loose = new Loose();
    $loose->{"name$n"} = 'v';
    $loose->{"text$n"} = "name$n";

    return [["key$n" => 1, 'k' => 2, "text$n" => 'v'], ["text$n" => 3, "key$n" => 4], new $class(), new $class(), $loose, clone $loose];
}
/** Where and why a payload is refused. */
function fault(string $payload): string
{
    try {
        brine_unserialize($payload);

        return 'a value';
    } catch (Brine\DecodeException $exception) {
        return $exception->getOffset() . ' ' . $exception->getReason();
    }
}

$known = brine_serialize(value(0));
for ($i = 0; $i < 4; $i++) {
    brine_unserialize($known);
}
$number = 1;
$length = strlen($known);
$different = 0;
$compare = static function (Closure $damage, string $what) use (&$number, &$different, $known): void {
    // Names that no payload had before this one.
    $new = fault($damage(brine_serialize(value($number++))));
    $old = fault($damage($known));
    if ($new !== $old) {
        $different++;
        echo "$what: $old, but where the shapes are new $new\n";
    }
};
for ($size = 0; $size < $length; $size++) {
    $compare(static fn (string $payload): string => substr($payload, 0, $size), "cut at $size");
}
for ($position = 2; $position < $length; $position++) {
    foreach ([0xFF, 0x05] as $byte) {
        $compare(static fn (string $payload): string => substr_replace($payload, chr($byte), $position, 1), "byte $position made $byte");
    }
}
var_dump($different, serialize(brine_unserialize($known)) === serialize(value(0)));
?>
--EXPECT--
int(0)
bool(true)
