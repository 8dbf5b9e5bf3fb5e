--TEST--
Heads that claim more than the message has bytes for allocate nothing for it, alone, nested, or side by side
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

$max = 'FF FF FF FF';
foreach (['C6', 'C9', 'DB', 'DD', 'DF'] as $head) {
    echo $head, ': ', unpacked(hex("$head $max 00")), ', ', unpacked(hex("91 $head $max") . str_repeat("\0", 1000)), "\n";
}
foreach (['DA', 'DC', 'DE', 'C5', 'C8'] as $head) {
    echo $head, ': ', unpacked(hex("$head FF FF 00")), "\n";
}
echo 'one too few: ', unpacked(hex('DC 00 10') . str_repeat("\xC0", 15)), "\n";
echo 'one entry too few: ', unpacked(hex('DE 00 10') . str_repeat("\x01\xC0", 15) . "\x01"), "\n";

// Each of the nested heads claims what is left: together they claim a thousand times as much.
$bytes = '';
for ($left = 1_000_000; $left > 995_000; $left -= 5) {
    $bytes .= pack('CN', 0xDD, $left - 5);
}
$bytes = str_pad($bytes, 1_000_000, "\xC0");
memory_reset_peak_usage();
$before = memory_get_usage();
echo 'nested: ', unpacked($bytes), "\n";
echo memory_get_peak_usage() - $before < 20 * strlen($bytes) ? "little memory\n" : "much memory\n";

// The same with maps, and with lists beside each other.
$bytes = '';
for ($left = 1_000_000; $left > 990_000; $left -= 6) {
    $bytes .= pack('CNC', 0xDF, intdiv($left - 6, 2), 1);
}
memory_reset_peak_usage();
echo 'maps: ', unpacked(str_pad($bytes, 1_000_000, "\xC0")), "\n";
echo memory_get_peak_usage() - $before < 60 * 1_000_000 ? "little memory\n" : "much memory\n";
?>
--EXPECT--
C6: InsufficientDataException: truncated at 0, InsufficientDataException: truncated at 1
C9: InsufficientDataException: truncated at 0, InsufficientDataException: truncated at 1
DB: InsufficientDataException: truncated at 0, InsufficientDataException: truncated at 1
DD: InsufficientDataException: truncated at 0, InsufficientDataException: truncated at 1
DF: InsufficientDataException: truncated at 0, InsufficientDataException: truncated at 1
DA: InsufficientDataException: truncated at 0
DC: InsufficientDataException: truncated at 0
DE: InsufficientDataException: truncated at 0
C5: InsufficientDataException: truncated at 0
C8: InsufficientDataException: truncated at 0
one too few: InsufficientDataException: truncated at 0
one entry too few: InsufficientDataException: truncated at 0
nested: InsufficientDataException: truncated at 5
little memory
maps: InsufficientDataException: truncated at 6
little memory
