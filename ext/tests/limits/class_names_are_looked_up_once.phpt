--TEST--
A class name that a payload names again and again is looked up once in a call, whether its class is there, missing or not allowed
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/payloads.inc';

$asked = [];
spl_autoload_register(static function (string $name) use (&$asked): void {
    $asked[] = strlen($name) > 40 ? strlen($name) . ' bytes' : $name;
    if ($name === 'Late') {
        eval('final class Late {}');
    }
});
$forms = [
    'OBJECT' => ["\xF0", "\x00"],
    'CUSTOM' => ["\xF1", "\xE7"],
    'TABLE of objects' => ["\xED\x08\x00\xF0", "\x00"],
];
foreach ($forms as $form => [$before, $after]) {
    foreach (['missing' => 'Missing' . bin2hex($form), 'long' => str_repeat('n', 100_000) . bin2hex($form)] as $kind => $name) {
        $payload = "\xC1\x10\xE8" . uv(2000) . $before . bstr($name) . $after . str_repeat($before . "\x60" . $after, 1999);
        $asked = [];
        $decoded = brine_unserialize($payload);
        echo "$form, $kind: ", count($decoded), ' of ', get_class(is_array($decoded[1999]) ? $decoded[1999][7] : $decoded[1999]), ', asked ', count($asked), "\n";
        $asked = [];
        brine_unserialize($payload, ['allowed_classes' => false]);
        echo '  not allowed: asked ', count($asked), "\n";
        // The next call asks again.
        brine_unserialize($payload);
        echo '  again: asked ', count($asked), "\n";
    }
}
$decoded = brine_unserialize("\xC1\x10\xC2\xF0\x23Late\x00\xF0\x60\x00\xF1\x60\xE7");
echo implode(' ', array_map(get_class(...), $decoded)), ', asked ', implode(' ', array_slice($asked, 1)), "\n";
?>
--EXPECT--
OBJECT, missing: 2000 of __PHP_Incomplete_Class, asked 1
  not allowed: asked 0
  again: asked 1
OBJECT, long: 2000 of __PHP_Incomplete_Class, asked 1
  not allowed: asked 0
  again: asked 1
CUSTOM, missing: 2000 of __PHP_Incomplete_Class, asked 1
  not allowed: asked 0
  again: asked 1
CUSTOM, long: 2000 of __PHP_Incomplete_Class, asked 1
  not allowed: asked 0
  again: asked 1
TABLE of objects, missing: 2000 of __PHP_Incomplete_Class, asked 1
  not allowed: asked 0
  again: asked 1
TABLE of objects, long: 2000 of __PHP_Incomplete_Class, asked 1
  not allowed: asked 0
  again: asked 1
Late Late Late, asked Late
