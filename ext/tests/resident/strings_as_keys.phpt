--TEST--
Strings of a value that is being kept, and of one that is kept, are keys as any others are; their arrays begin at the beginning
--EXTENSIONS--
brine
--INI--
brine.resident_memory=256M
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';

$bytes = '';
for ($i = 0; $i < 512; $i++) {
    $bytes .= chr($i * 37 % 256);
}
$wrong = 0;
for ($size = 2; $size < 260; $size++) {
    $text = substr($bytes, $size % 41, $size);
    $payload = brine_serialize(['text' => $text, 'again' => [$text, $text], 'size' => [$size]]);
    // The first time it is decoded, the second time kept, and then found.
    for ($time = 0; $time < 3; $time++) {
        $value = brine_unserialize($payload, RESIDENT);
        foreach ([$value['text'], $value['again'][1]] as $key) {
            $wrong += isset([$text => true][$key], [$key => true][$text]) ? 0 : 1;
        }
        $wrong += key($value) === 'text' && current($value['again']) === $text && current($value['size']) === $size ? 0 : 1;
    }
}
echo "$wrong wrong\n";
['admitted' => $admitted, 'hits' => $hits] = brine_resident_status();
echo "$admitted admitted, $hits hits\n";
?>
--EXPECT--
0 wrong
258 admitted, 258 hits
