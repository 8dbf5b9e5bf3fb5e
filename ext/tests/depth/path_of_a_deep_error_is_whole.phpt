--TEST--
The path of an error leads through thousands of levels and through a long key
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$deep = static fn () => 1;
for ($i = 0; $i < 4000; $i++) {
    $deep = ['key' => $deep];
}
$long = str_repeat('k', 1_000_000);
foreach (['$value' . str_repeat("['key']", 4000) => $deep, "\$value['$long']" => [$long => static fn () => 1]] as $path => $value) {
    try {
        brine_serialize($value);
    } catch (Brine\EncodeException $exception) {
        var_dump($exception->getPath() === $path);
    }
}
?>
--EXPECT--
bool(true)
bool(true)
