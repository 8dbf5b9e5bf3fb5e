--TEST--
Damaged bytes of a child that gives hooks to its parent's plain property are a value or an exception, in both formats
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip PHP 8.4');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../objects/hooks_over_the_parent.inc';

$child = new Child();
$child->fill(5, 'val', [1]);
$grandchild = new Grandchild();
$outcomes = ['value' => 0, 'Brine\DecodeException' => 0];
foreach (['brine_serialize' => 'brine_unserialize', 'brine_igbinary_serialize' => 'brine_igbinary_unserialize'] as $serialize => $unserialize) {
    $bytes = $serialize([$child, $grandchild, $child, new Sleeper(), new Sleeper()]);
    for ($at = 0; $at < strlen($bytes); $at++) {
        $damaged = [substr($bytes, 0, $at), substr_replace($bytes, '', $at, 1), substr_replace($bytes, 'x', $at, 0)];
        for ($bit = 0; $bit < 8; $bit++) {
            $damaged[] = substr_replace($bytes, chr(ord($bytes[$at]) ^ 1 << $bit), $at, 1);
        }
        foreach ($damaged as $payload) {
            try {
                // Dynamic properties of damaged names are deprecated.
                $value = @$unserialize($payload);
                $serialize($value);
                $outcomes['value']++;
            } catch (Throwable $thrown) {
                $outcomes[$thrown::class] = ($outcomes[$thrown::class] ?? 0) + 1;
            }
        }
    }
}
var_dump(array_keys($outcomes), min($outcomes) > 100);
?>
--EXPECT--
array(2) {
  [0]=>
  string(5) "value"
  [1]=>
  string(21) "Brine\DecodeException"
}
bool(true)
