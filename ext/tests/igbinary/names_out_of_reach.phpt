--TEST--
igbinary's format: a name that __sleep() returned in vain becomes a dynamic property, and never reaches a private one of a parent
--EXTENSIONS--
brine
--FILE--
<?php
class Grandparent
{
    private $deep = 'g';
    private static $fixed = 1;
}
class Base extends Grandparent
{
    private string $typed = 's';
    private ?array $nullable = [1];
    private readonly int $once;
    protected $protected = 'p';
    protected static $alsoFixed = 2;
}
#[AllowDynamicProperties]
class Child extends Base
{
    public static array $names = [];
    public $own = 'o';
    private $private = 'q';
    public function __sleep()
    {
        return self::$names;
    }
    public function __wakeup()
    {
        echo '  woken with ', count((array) $this), "\n";
    }
}
function shown(object $object): string
{
    return strtr(json_encode((array) $object), ['\u0000' => '~']);
}
set_error_handler(static fn (): bool => true, E_WARNING);

foreach ([['typed', 'own'], ['nullable'], ['once'], ['deep', 'missing'], ['fixed', 'alsoFixed'], ['protected', 'private']] as Child::$names) {
    $child = brine_igbinary_unserialize(brine_igbinary_serialize([new Child()]))[0];
    echo implode(' ', Child::$names), ': ', shown($child), "\n";
}

// A property of this name that does exist, beside the private one.
$child = new Child();
$link = 'linked';
(function () use (&$link): void {
    $this->typed = 5;
    $this->nullable = &$link;
})->call($child);
Child::$names = array_keys((array) $child);
$read = brine_igbinary_unserialize(brine_igbinary_serialize([$child, &$link]));
[$child, &$link] = $read;
$link = 'still linked';
echo shown($child), "\n";

// With another visibility than it was written with, a property is found.
$child = brine_igbinary_unserialize("\0\0\0\2\x17\5Child\x14\2\x11\7private\6\1\x11\6\0*\0own\6\2");
echo shown($child), "\n";
?>
--EXPECT--
  woken with 7
typed own: {"~Grandparent~deep":"g","~Base~typed":"s","~Base~nullable":[1],"~*~protected":"p","own":"o","~Child~private":"q","typed":null}
  woken with 7
nullable: {"~Grandparent~deep":"g","~Base~typed":"s","~Base~nullable":[1],"~*~protected":"p","own":"o","~Child~private":"q","nullable":null}
  woken with 7
once: {"~Grandparent~deep":"g","~Base~typed":"s","~Base~nullable":[1],"~*~protected":"p","own":"o","~Child~private":"q","once":null}
  woken with 8
deep missing: {"~Grandparent~deep":"g","~Base~typed":"s","~Base~nullable":[1],"~*~protected":"p","own":"o","~Child~private":"q","deep":null,"missing":null}
  woken with 8
fixed alsoFixed: {"~Grandparent~deep":"g","~Base~typed":"s","~Base~nullable":[1],"~*~protected":"p","own":"o","~Child~private":"q","fixed":null,"alsoFixed":null}
  woken with 6
protected private: {"~Grandparent~deep":"g","~Base~typed":"s","~Base~nullable":[1],"~*~protected":"p","own":"o","~Child~private":"q"}
  woken with 8
{"~Grandparent~deep":"g","~Base~typed":"s","~Base~nullable":[1],"~*~protected":"p","own":"o","~Child~private":"q","typed":5,"nullable":"still linked"}
  woken with 6
{"~Grandparent~deep":"g","~Base~typed":"s","~Base~nullable":[1],"~*~protected":"p","own":2,"~Child~private":1}
