--TEST--
Bit flips, cuts, other keys, other contexts and unsigned payloads give null, and the decoder never runs
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/decodes.inc';

class Loud
{
    public function __wakeup(): void
    {
        echo "woken up\n";
    }
}

spl_autoload_register(function (string $name): void {
    echo "loads $name\n";
});
$key = 'a secret of a test';
$frame = brine_serialize_signed([new Loud(), 'rest' => [1, 2, 3]], $key, ['context' => 'here']);
$missing = str_replace('Loud', 'Gone', $frame);
$payload = substr($frame, 38);
$otherFrame = brine_serialize_signed([new Loud(), 'rest' => [1, 2, 4]], $key, ['context' => 'here']);

$frames = [
    $missing, $payload, brine_serialize(null), '', "\xC1", "\xC1\x14", str_repeat("\0", 38), serialize([1]),
    substr($frame, 0, 38) . substr($otherFrame, 38), substr($frame, 0, 6) . str_repeat("\0", 32) . $payload,
    "\xC1\x14" . $payload, $frame . $frame, "\0$frame", substr($frame, 0, -1) . "\0",
];
for ($i = 0; $i < strlen($frame); $i++) {
    $frames[] = substr($frame, 0, $i);
    for ($bit = 0; $bit < 8; $bit++) {
        $frames[] = substr_replace($frame, chr(ord($frame[$i]) ^ 1 << $bit), $i, 1);
    }
}
$before = decodes();
$nulls = 0;
foreach ($frames as $bytes) {
    $nulls += brine_unserialize_signed($bytes, [$key, 'another'], ['context' => 'here']) === null;
}
var_dump($nulls === count($frames));
foreach ([[$key, ''], [$key, 'there'], ['another', 'here'], ["$key ", 'here'], ['A secret of a test', 'here']] as [$otherKey, $context]) {
    var_dump(brine_unserialize_signed($frame, $otherKey, ['context' => $context]));
}
var_dump(decodes() - $before);

brine_unserialize_signed($frame, $key, ['context' => 'here']);
var_dump(decodes() - $before);
?>
--EXPECT--
bool(true)
NULL
NULL
NULL
NULL
NULL
int(0)
woken up
int(1)
