--TEST--
A Random\Randomizer, whose __serialize() returns the table of its properties, keeps its engine; one whose engine refuses is refused
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

use Random\Engine;
use Random\Randomizer;

$engine = new Engine\Mt19937(5);
$value = [new Randomizer($engine), $engine, new Randomizer(new Engine\Xoshiro256StarStar(7)), new Randomizer(new Engine\PcgOneseq128XslRr64(9))];
$decoded = brine_unserialize(brine_serialize($value));
var_dump(serialize($decoded) === serialize($value), $decoded[0]->engine === $decoded[1]);
foreach ([0, 2, 3] as $i) {
    var_dump($decoded[$i]->getInt(1, 1_000_000) === $value[$i]->getInt(1, 1_000_000));
}
try {
    brine_serialize(['r' => new Randomizer()]);
} catch (Brine\EncodeException $exception) {
    echo $exception->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
Serialization of 'Random\Engine\Secure' is not allowed at $value['r'][0]['engine']
