--TEST--
igbinary's format: objects with properties of every kind
--EXTENSIONS--
brine
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);

class Base
{
    public $a = 1;
    protected $b = 'b';
    private $c = [2];
    public int $typed;
}
class Child extends Base
{
    private $c = 'own';
    public ?self $next = null;
}
enum Suit: string
{
    case Hearts = 'h';
    case Spades = 's';
}
final class Old implements Serializable
{
    public function __construct(private ?string $text)
    {
    }

    public function serialize()
    {
        return $this->text;
    }

    public function unserialize($data)
    {
    }
}

function show(string $what, mixed $value): void
{
    echo "$what: ", addcslashes(substr(brine_igbinary_serialize($value), 4), "\0..\37\177..\377"), "\n";
}

show('declared', new Child());
show('the same class twice', [new Base(), new Base()]);
$child = new Child();
$child->next = $child;
show('the same object', [$child, $child]);
unset($child->a, $child->next);
$child->typed = 5;
show('unset', $child);
$dynamic = new stdClass();
$dynamic->{'5'} = 1;
$dynamic->name = 'name';
show('dynamic', [$dynamic, (array) $dynamic, $dynamic]);
show('enum', [Suit::Hearts, Suit::Spades, Suit::Hearts, 'Suit', 'Hearts']);
show('Serializable', [new Old('text'), new Old('')]);
$left = new Old(null);
show('Serializable that leaves itself out', [$left, [1], $left, $same = new stdClass(), $same]);
$incomplete = unserialize("O:4:\"Nope\":2:{s:1:\"a\";i:1;s:4:\"\0*\0b\";i:2;}");
show('incomplete', [$incomplete, unserialize('O:4:"Nope":0:{}'), $incomplete]);
show('incomplete without a class', unserialize('O:22:"__PHP_Incomplete_Class":2:{s:1:"a";i:1;s:1:"b";i:2;}'));
show('ArrayObject', new ArrayObject(['x' => 1]));
$storage = new SplObjectStorage();
$storage[$dynamic] = 'data';
show('SplObjectStorage', $storage);
show('DateTimeZone', new DateTimeZone('UTC'));
?>
--EXPECT--
declared: \027\005Child\024\006\021\001a\006\001\021\004\000*\000b\021\001b\021\a\000Base\000c\024\001\006\000\006\002\000\021\b\000Child\000c\021\003own\021\004next\000
the same class twice: \024\002\006\000\027\004Base\024\004\021\001a\006\001\021\004\000*\000b\021\001b\021\a\000Base\000c\024\001\006\000\006\002\000\006\001\032\000\024\004\016\001\006\001\016\002\016\003\016\004\001\002\000
the same object: \024\002\006\000\027\005Child\024\006\021\001a\006\001\021\004\000*\000b\021\001b\021\a\000Base\000c\024\001\006\000\006\002\000\021\b\000Child\000c\021\003own\021\004next"\001\006\001"\001
unset: \027\005Child\024\006\000\021\004\000*\000b\021\001b\021\a\000Base\000c\024\001\006\000\006\002\021\005typed\006\005\021\b\000Child\000c\021\003own\000
dynamic: \024\003\006\000\027\bstdClass\024\002\021\0015\006\001\021\004name\016\002\006\001\024\002\006\005\006\001\016\002\016\002\006\002"\001
enum: \024\005\006\000\027\004Suit'\021\006Hearts\006\001\032\000'\021\006Spades\006\002"\001\006\003\016\000\006\004\016\001
Serializable: \024\002\006\000\027\003Old\035\004text\006\001\032\000\035\000
Serializable that leaves itself out: \024\005\006\000\000\006\001\024\001\006\000\006\001\006\002\000\006\003\027\bstdClass\024\000\006\004"\002
incomplete: \024\003\006\000\027\004Nope\024\002\021\001a\006\001\021\004\000*\000b\006\002\006\001\032\000\024\000\006\002"\001
incomplete without a class: \027\026__PHP_Incomplete_Class\024\002\021\001a\006\001\021\001b\006\002
ArrayObject: \027\vArrayObject\024\004\006\000\006\000\006\001\024\001\021\001x\006\001\006\002\024\000\006\003\000
SplObjectStorage: \027\020SplObjectStorage\024\002\006\000\024\002\006\000\027\bstdClass\024\002\021\0015\006\001\021\004name\016\003\006\001\021\004data\006\001\024\000
DateTimeZone: \027\fDateTimeZone\024\002\021\rtimezone_type\006\003\021\btimezone\021\003UTC
