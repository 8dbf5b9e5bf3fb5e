--TEST--
A value for a virtual property in what a class of SPL reads is refused
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip property hooks came with PHP 8.4');
}
?>
--FILE--
<?php
declare(strict_types=1);

class Base extends ArrayObject
{
    private $own = 1;
    private $far {
        get => 5;
    }
}

class Child extends Base
{
    public $far = 2;
    public int $own {
        get => 5;
    }
}

class Fixed extends SplFixedArray
{
    protected int $own {
        get => 5;
    }
}

class Objects extends SplObjectStorage
{
    public $own {
        get => 5;
    }
}

class Items extends SplQueue
{
    public $own {
        get => 5;
    }
}

/** What it does with its data is its own. */
class Overriding extends ArrayObject
{
    public $own {
        get => 5;
    }

    public function __unserialize(array $data): void
    {
        parent::__unserialize($data['state']);
    }
}

final class State
{
    public function __construct(private array $state)
    {
    }

    public function __serialize(): array
    {
        return $this->state;
    }
}

function show(string $class, array $state): void
{
    foreach (['brine_', 'brine_igbinary_'] as $prefix) {
        $bytes = ($prefix . 'serialize')(new State($state));
        // Both formats have the length of the name in the byte before it.
        $at = strpos($bytes, 'State');
        $bytes[$at - 1] = chr(ord($bytes[$at - 1]) + strlen($class) - 5);
        $bytes = substr_replace($bytes, $class, $at, 5);
        try {
            $object = ($prefix . 'unserialize')($bytes);
            echo "$class: ", json_encode((array) $object), "\n";
        } catch (Brine\DecodeException $error) {
            echo $error->getReason(), ': ', $error->getMessage(), "\n";
        }
    }
}

show('Child', [0, ['own' => 1], ['own' => 2], null]);
show('Child', [0, ['own' => 1], ["\0*\0own" => 2], null]);
show('Child', [0, [], ["\0Base\0far" => 2], null]);
show('Child', [0, ['own' => 1], ["\0Base\0own" => 2, 'far' => 3], null]);
show('Fixed', [1, 'own' => 2]);
show('Objects', [[], ['own' => 2]]);
show('Items', [4, [], ['own' => 2]]);
show('Overriding', ['state' => [0, [], [], null], 2 => ['own' => 2]]);
?>
--EXPECT--
bad_object: Child refuses its data: Cannot unserialize value for virtual property Child::$own at byte 2
bad_object: Child refuses its data: Cannot unserialize value for virtual property Child::$own at byte 4
bad_object: Child refuses its data: Cannot unserialize value for virtual property Child::$own at byte 2
bad_object: Child refuses its data: Cannot unserialize value for virtual property Child::$own at byte 4
bad_object: Child refuses its data: Cannot unserialize value for virtual property Base::$far at byte 2
bad_object: Child refuses its data: Cannot unserialize value for virtual property Base::$far at byte 4
Child: {"own":1}
Child: {"own":1}
bad_object: Fixed refuses its data: Cannot unserialize value for virtual property Fixed::$own at byte 2
bad_object: Fixed refuses its data: Cannot unserialize value for virtual property Fixed::$own at byte 4
bad_object: Objects refuses its data: Cannot unserialize value for virtual property Objects::$own at byte 2
bad_object: Objects refuses its data: Cannot unserialize value for virtual property Objects::$own at byte 4
bad_object: Items refuses its data: Cannot unserialize value for virtual property Items::$own at byte 2
bad_object: Items refuses its data: Cannot unserialize value for virtual property Items::$own at byte 4
Overriding: []
Overriding: []
