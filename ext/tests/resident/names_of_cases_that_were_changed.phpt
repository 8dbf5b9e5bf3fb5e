--TEST--
A value with a case whose name user code has changed is not kept: it is decoded each time
--EXTENSIONS--
brine
--SKIPIF--
<?php
enum Probe
{
    case One;
}
$case = Probe::One;
try {
    array_walk($case, static fn (string &$name): string => $name = 'Two');
} catch (Error) {
}
Probe::One->name === 'Two' or die('skip this PHP does not let the names of cases be changed');
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';

enum Suit
{
    case Hearts;
    case Clubs;
}

$payload = brine_serialize([Suit::Clubs, Suit::Hearts]);
$case = Suit::Clubs;
array_walk($case, static fn (string &$name): string => $name = 'Hearts');
for ($i = 0; $i < 3; $i++) {
    echo changes(static function () use ($payload, &$decoded): void {
        $decoded = brine_unserialize($payload, RESIDENT);
    }), $decoded === [Suit::Clubs, Suit::Hearts] ? '' : ' (wrong)', "\n";
}
?>
--EXPECT--
misses 1
misses 1, refused properties 1
misses 1
