--TEST--
Several calls of serialize() in one Serializable::serialize() refer to each other's objects, and find them again; those around it are not touched
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

final class Pair implements Serializable
{
    public function __construct(public mixed $first = null, public mixed $second = null)
    {
    }

    public function serialize(): string
    {
        return serialize([serialize($this->first), serialize($this->second)]);
    }

    public function unserialize(string $data): void
    {
        [$first, $second] = unserialize($data);
        $this->first = unserialize($first);
        $this->second = unserialize($second);
    }
}
/** Its parts are written one after the other, so that the numbers of the second text go on where the first one ends. */
final class Parts implements Serializable
{
    public function __construct(public array $parts = [])
    {
    }

    public function serialize(): string
    {
        return implode('|', array_map(static fn (mixed $part): string => bin2hex(serialize($part)), $this->parts));
    }

    public function unserialize(string $data): void
    {
        $this->parts = array_map(static fn (string $part): mixed => unserialize(hex2bin($part)), explode('|', $data));
    }
}
final class Outer
{
    public function __construct(public array $values)
    {
    }

    public function __serialize(): array
    {
        return ['text' => serialize($this->values), 'payload' => brine_serialize($this->values)];
    }

    public function __unserialize(array $data): void
    {
        $this->values = [unserialize($data['text']), brine_unserialize($data['payload'])];
    }
}

$object = (object) ['name' => 'shared'];
$decoded = brine_unserialize(brine_serialize(new Parts([[$object, $object], [$object, (object) [], $object], 'text'])));
var_dump($decoded->parts[0][0] === $decoded->parts[0][1], $decoded->parts[0][0] === $decoded->parts[1][2], $decoded->parts[1][0]->name, $decoded->parts[2]);

$decoded = brine_unserialize(brine_serialize([new Parts([$object]), new Parts([$object, $object]), $object]));
var_dump($decoded[0]->parts[0] === $decoded[1]->parts[0], $decoded[1]->parts[0] === $decoded[1]->parts[1], $decoded[1]->parts[1] == $decoded[2]);

$decoded = brine_unserialize(brine_serialize(new Pair('plain', [1, 'two'])));
var_dump($decoded == new Pair('plain', [1, 'two']));

// Inside other calls, native ones and ours.
$values = [$object, new Parts([$object, [$object, $object]]), $object];
foreach (['serialize' => 'unserialize', 'brine_serialize' => 'brine_unserialize'] as $encode => $decode) {
    $decoded = $decode($encode([new Outer($values), $object, $object]));
    var_dump($decoded[1] === $decoded[2]);
    [$native, $copy] = $decoded[0]->values;
    var_dump($native[0] === $native[2], $copy[0] === $copy[2], $copy[1]->parts[0] === $copy[1]->parts[1][1]);
}
?>
--EXPECT--
bool(true)
bool(true)
string(6) "shared"
string(4) "text"
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
