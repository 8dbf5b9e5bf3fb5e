--TEST--
A million levels of tables, runs, rows and hooks inside each other are refused, in a fiber too
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/../depth/deep.inc';

final class Row
{
    public $next;
}
final class Hooked
{
    public function __unserialize(array $data): void
    {
        echo "must not be called\n";
    }
}

$levels = 1_000_000;
$row = 'f0' . hex_string('Row') . '01' . hex_string('next');
$bytes = static fn (string $hex): string => hex2bin(str_replace(' ', '', $hex));
// Each is a level that holds the next one in its first cell, and whose other cells would come after it.
$kinds = [
    'table of lists' => ['', 'ed 01 00 c0 00'],
    'table of maps' => ['c1 e9 01' . hex_string('next') . 'd8', 'ed 01 00 b0 00'],
    'table of objects' => ["c1 $row d8", 'ed 01 00 b0 00'],
    'marked element' => ['', 'ed 02 01 01 c0 00'],
    'keyed table' => ['', 'ee 01 00 05 00 c0 00'],
    'keyed table, column of keys' => ['', 'ee 01 01 03 00 00 00 c0 00'],
    'constant of a table' => ['', 'ed 01 00 c0 01'],
    'constant of a run' => ['', 'ec 01 01'],
    'other value of a run' => ['', 'ec 02 83 01 00 00'],
    'array form' => ['', 'f1' . hex_string('Hooked') . 'c0'],
    'array form with a table' => ['', 'f1' . hex_string('Hooked') . 'ed 01 00 c0 00'],
    'reference to a table' => ['', 'ed 01 00 c0 00 f5'],
];
foreach ($kinds as $name => [$before, $level]) {
    $payload = payload($before) . str_repeat($bytes($level), $levels) . "\xD8";
    foreach ([[], ['max_depth' => 1]] as $options) {
        $refused = on_both_stacks(static fn (): string => thrown(static fn () => brine_unserialize($payload, $options)));
        echo $name, ': ', explode(', in $', $refused)[0], "\n";
    }
}

// And encoded: tables inside tables, and hooks inside hooks.
$tables = null;
$storage = new SplObjectStorage();
for ($i = 0; $i < 5000; $i++) {
    $rows = array_fill(0, 8, ['id' => 1, 'next' => null]);
    $rows[7]['next'] = $tables;
    $tables = $rows;
    $outer = new SplObjectStorage();
    $outer[$storage] = $i;
    $storage = $outer;
}
unset($rows, $outer);
foreach ([$tables, $storage] as $value) {
    echo on_both_stacks(static fn (): string => strtok(thrown(static fn () => brine_serialize($value)), '$')), "\n";
}
?>
--EXPECT--
table of lists: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 10242
table of lists: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 2
table of maps: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 10246
table of maps: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 3
table of objects: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 10250
table of objects: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 3
marked element: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 24572
marked element: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 2
keyed table: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 14338
keyed table: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 2
keyed table, column of keys: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 18434
keyed table, column of keys: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 2
constant of a table: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 10242
constant of a table: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 2
constant of a run: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 12290
constant of a run: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 5
other value of a run: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 24578
other value of a run: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 8
array form: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 18434
array form: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 10
array form with a table: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 17755
array form with a table: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 10
reference to a table: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 12290
reference to a table: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 2
Brine\EncodeException: the value is nested deeper than 4096 levels at 
Brine\EncodeException: the value is nested deeper than 4096 levels at
