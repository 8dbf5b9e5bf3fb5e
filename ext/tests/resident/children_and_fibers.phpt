--TEST--
A child process has what its parent had, and keeps more for itself; a fiber finds what its stack has room for; cycles become roots as after a decode
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (!function_exists('pcntl_fork')) {
    die('skip pcntl');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/resident.inc';

final class Node
{
    public array $kids = [];
    public ?Node $link = null;
}
enum Suit
{
    case Hearts;
}

$payload = brine_serialize(['a' => [1, 2, 3], 'node' => new Node()]);
admit($payload);
$child = pcntl_fork();
if ($child === 0) {
    echo 'child: ', changes(static fn () => brine_unserialize($payload, RESIDENT)), "\n";
    echo 'child: ', changes(static fn () => admit(brine_serialize(['only' => ['in', 'the child']]))), "\n";
    exit(0);
}
pcntl_waitpid($child, $status);
echo "status $status\n";
echo 'parent: ', changes(static fn () => brine_unserialize($payload, RESIDENT)), ', of ', brine_resident_status()['entries'], "\n";

$deep = null;
for ($i = 0; $i < 3000; $i++) {
    $deep = [$deep];
}
$deep = brine_serialize($deep);
admit($deep);
ini_set('fiber.stack_size', '65536');
foreach ([[], RESIDENT] as $options) {
    $fiber = new Fiber(static fn (): string => thrown(static fn (): mixed => brine_unserialize($deep, $options)));
    $fiber->start();
    echo preg_replace('/\d+/', '%', $fiber->getReturn()), "\n";
}
echo thrown(static fn (): mixed => brine_unserialize($deep, RESIDENT)), "\n";

$pair = new Node();
$pair->kids[] = new Node();
$pair->kids[0]->link = $pair;
foreach ([new Node(), Suit::Hearts, [$pair], $pair] as $value) {
    $payload = brine_serialize($value);
    admit($payload);
    gc_collect_cycles();
    foreach ([[], RESIDENT] as $options) {
        $roots = gc_status()['roots'];
        $decoded = brine_unserialize($payload, $options);
        echo gc_status()['roots'] - $roots, ' ';
        unset($decoded);
        gc_collect_cycles();
    }
}
echo "roots\n";
?>
--EXPECT--
child: hits 1
child: misses 2, admitted 1, entries 1
status 0
parent: hits 1, of 1
Brine\DecodeException: the value is nested deeper than the stack has room for (%) at byte %, in $value[%]
Brine\DecodeException: the value is nested deeper than the stack has room for (%) at byte %, in $value[%]
nothing is thrown
0 0 0 0 0 0 1 1 roots
