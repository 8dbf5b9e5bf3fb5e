--TEST--
Classes with the interface Serializable: a string, null, another type, an exception, and both old and new hooks
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

final class Old implements Serializable
{
    public function __construct(public mixed $form = '')
    {
    }

    public function serialize()
    {
        return $this->form;
    }

    public function unserialize(string $data): void
    {
        $this->form = $data;
    }
}
final class Both implements Serializable
{
    public string $by = '';

    public function serialize(): string
    {
        return 'old';
    }

    public function unserialize(string $data): void
    {
        $this->by = "old with $data";
    }

    public function __serialize(): array
    {
        return ['new'];
    }

    public function __unserialize(array $data): void
    {
        $this->by = "new with $data[0]";
    }
}

foreach (['', 'x', "binary \0 \xFF }", str_repeat('long', 5000)] as $form) {
    $decoded = brine_unserialize(brine_serialize([new Old($form), 'next']));
    var_dump($decoded[0]->form === $form, $decoded[1]);
}
$same = new Old('same');
$decoded = brine_unserialize(brine_serialize([$same, $same]));
var_dump($decoded[0] === $decoded[1]);

// null from serialize() is a null in its place, at each of its occurrences.
$null = new Old(null);
var_dump(brine_unserialize(brine_serialize([$null, 'x', $null])) === [null, 'x', null], brine_unserialize(brine_serialize($null)));
foreach ([5, [], false] as $form) {
    var_dump(thrown(static fn () => brine_serialize(new Old($form))) === thrown(static fn () => serialize(new Old($form))));
}
echo thrown(static fn () => brine_serialize(new Old(5))), "\n";

var_dump(brine_unserialize(brine_serialize(new Both()))->by);
var_dump(brine_unserialize(payload('f3' . hex_string('Both') . '03' . bin2hex('abc')))->by);

// The other forms are not for a class that has only this one, nor this form for others.
foreach (['f0' . hex_string('Old') . '00', 'f1' . hex_string('Old') . 'e7', 'f3' . hex_string('stdClass') . '00'] as $hex) {
    echo thrown(static fn () => brine_unserialize(payload($hex))), "\n";
}
?>
--EXPECT--
bool(true)
string(4) "next"
bool(true)
string(4) "next"
bool(true)
string(4) "next"
bool(true)
string(4) "next"
bool(true)
bool(true)
NULL
bool(true)
bool(true)
bool(true)
Exception: Old::serialize() must return a string or NULL
string(12) "new with new"
string(12) "old with abc"
Brine\DecodeException: objects of Old are stored as a string of Serializable, or not at all at byte 2
Brine\DecodeException: objects of Old are stored as a string of Serializable, or not at all at byte 2
Brine\DecodeException: objects of stdClass are not stored as a string of Serializable at byte 2
