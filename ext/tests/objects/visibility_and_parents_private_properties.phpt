--TEST--
Public, protected and private properties come back in their own class, also private ones of the same name in three classes
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

class Grandparent
{
    private $same = 'grandparent';
    private $only = 'grandparent only';
    protected $half = 'half';
    public $open = 'open';

    public function change(): static
    {
        $this->same .= ' changed';
        $this->only .= ' changed';
        $this->half = ['changed'];

        return $this;
    }
}
class Father extends Grandparent
{
    private $same = 'parent';
    protected $half = 'half of parent';
}
final class Child extends Father
{
    private $same = 'child';
    private $more = null;

    public function __construct()
    {
        $this->more = $this;
    }
}

$decoded = round_trip([new Child(), (new Child())->change()]);
foreach ($decoded as $child) {
    foreach ((array) $child as $name => $value) {
        echo str_replace("\0", '.', $name), ': ', $value === $child ? 'itself' : json_encode($value), "\n";
    }
}
?>
--EXPECT--
.Grandparent.same: "grandparent"
.Grandparent.only: "grandparent only"
.*.half: "half of parent"
open: "open"
.Father.same: "parent"
.Child.same: "child"
.Child.more: itself
.Grandparent.same: "grandparent changed"
.Grandparent.only: "grandparent only changed"
.*.half: ["changed"]
open: "open"
.Father.same: "parent"
.Child.same: "child"
.Child.more: itself
