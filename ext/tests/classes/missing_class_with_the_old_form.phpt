--TEST--
An object in the old Serializable form whose class is missing or denied is refused: an incomplete object could not keep its string
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

final class Old implements Serializable
{
    public function serialize(): string
    {
        return 'data';
    }

    public function unserialize(string $data): void
    {
        echo "must not be called\n";
    }
}

$payload = brine_serialize([new Old(), 'after']);
foreach (['missing' => ['Gon', []], 'denied' => ['Old', ['allowed_classes' => false]]] as $name => [$class, $options]) {
    try {
        brine_unserialize(str_replace('Old', $class, $payload), $options);
    } catch (Brine\DecodeException $e) {
        echo "$name: {$e->getReason()} at {$e->getOffset()}\n";
    }
}
?>
--EXPECT--
missing: bad_class at 3
denied: bad_class at 3
