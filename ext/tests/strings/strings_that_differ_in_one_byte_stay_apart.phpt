--TEST--
Strings of one length that differ in a single byte stay apart, wherever that byte is
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

foreach ([2, 7, 8, 9, 16, 24, 25, 40, 64, 65, 100, 1000] as $length) {
    $strings = [];
    for ($at = 0; $at < $length; $at++) {
        $string = str_repeat('a', $length);
        $strings[] = $string;
        foreach (["b", "\0", "\xE1"] as $byte) {
            $string[$at] = $byte;
            $strings[] = $string;
        }
    }
    $keys = array_fill_keys($strings, 1);
    if (brine_unserialize(brine_serialize($strings)) !== $strings || brine_unserialize(brine_serialize($keys)) !== $keys) {
        echo "mixed up at length $length\n";
    }
}
echo "done\n";
?>
--EXPECT--
done
