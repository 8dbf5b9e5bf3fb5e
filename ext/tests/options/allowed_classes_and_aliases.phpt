--TEST--
allowed_classes is about the name in the payload, as with native, whatever class an alias of that name leads to
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Real_
{
    public $p = 1;
}
final class Child extends Real_
{
}
class_alias(Real_::class, 'Alias');

$names = ['Real_', 'Alias', 'ALIAS', 'Child'];
foreach ($names as $name) {
    $text = str_replace('Real_', $name, serialize([new Real_(), new Real_()]));
    $payload = str_replace('Real_', $name, brine_serialize([new Real_(), new Real_()]));
    foreach ([...$names, 'stdClass'] as $allowed) {
        $native = unserialize($text, ['allowed_classes' => [$allowed]]);
        $decoded = brine_unserialize($payload, ['allowed_classes' => [$allowed]]);
        if (print_r($native, true) !== print_r($decoded, true)) {
            echo "$name, $allowed allowed: native gives ", $native[1]::class, ', here ', $decoded[1]::class, "\n";
        }
    }
    echo $name, ' is ', brine_unserialize($payload)[1]::class, "\n";
}
?>
--EXPECT--
Real_ is Real_
Alias is Real_
ALIAS is Real_
Child is Child
