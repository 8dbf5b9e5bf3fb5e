--TEST--
Payloads of one size that differ in one byte anywhere are told apart, and are kept by the thousand
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';

// Similar payloads that differ early are not confused.
$payloads = array_map(static fn (int $i): string => brine_serialize(['path' => "/event/$i", 'text' => str_repeat('same ', 200)]), range(10, 19));
for ($round = 0; $round < 3; $round++) {
    echo changes(static function () use ($payloads): void {
        foreach ($payloads as $i => $payload) {
            if (brine_unserialize($payload, RESIDENT)['path'] !== '/event/' . $i + 10) {
                echo "wrong value of $i\n";
            }
        }
    }), "\n";
}

$page = str_repeat('<p>a line of a page</p>', 100);
$payloads = [];
for ($i = 0; $i < 1000; $i++) {
    $other = $page;
    $other[700 + $i % 100] = chr(32 + intdiv($i, 100));
    $payloads[] = brine_serialize($other);
}
for ($round = 0; $round < 4; $round++) {
    $wrong = 0;
    $changes = changes(static function () use ($payloads, &$wrong): void {
        foreach ($payloads as $payload) {
            $wrong += brine_unserialize($payload, RESIDENT) !== brine_unserialize($payload) ? 1 : 0;
        }
    });
    echo "$wrong wrong\n";
}
// Which of them collide in a set is random.
preg_match('/^hits (\d+)/', $changes, $match);
var_dump($match[1] > 900);
?>
--EXPECT--
misses 10
misses 10, admitted 10, entries 10
hits 10
0 wrong
0 wrong
0 wrong
0 wrong
bool(true)
