--TEST--
A class with only __serialize() gets its array as properties, one with only __unserialize() is given its properties
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

#[AllowDynamicProperties]
final class OnlySerialize
{
    public $open = 1;
    protected $half = 2;
    private $own = 3;
    public int $typed = 4;

    public function __serialize(): array
    {
        return ['half' => 'h', "\0*\0half" => 'H', 'own' => 'o', 'open' => 'p', 7 => 'seven', 'more' => [$this], 'typed' => 5];
    }

    public function __wakeup(): void
    {
        echo 'wakeup of ', count((array) $this), " properties\n";
    }
}
final class OnlyUnserialize
{
    public $open = 1;
    protected $half = 2;
    private $own = 3;
    public int $typed;

    public function __wakeup(): void
    {
        echo "must not be called\n";
    }

    public function __unserialize(array $data): void
    {
        echo json_encode($data), "\n";
    }
}

$object = new OnlySerialize();
var_dump(brine_unserialize(brine_serialize($object)));
brine_unserialize(brine_serialize([new OnlyUnserialize(), new OnlyUnserialize()]));
?>
--EXPECTF--
wakeup of 6 properties
object(OnlySerialize)#%d (6) {
  ["open"]=>
  string(1) "p"
  ["half":protected]=>
  string(1) "H"
  ["own":"OnlySerialize":private]=>
  string(1) "o"
  ["typed"]=>
  int(5)
  ["7"]=>
  string(5) "seven"
  ["more"]=>
  array(1) {
    [0]=>
    *RECURSION*
  }
}
{"open":1,"\u0000*\u0000half":2,"\u0000OnlyUnserialize\u0000own":3}
{"open":1,"\u0000*\u0000half":2,"\u0000OnlyUnserialize\u0000own":3}
