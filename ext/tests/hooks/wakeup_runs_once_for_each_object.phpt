--TEST--
__wakeup() runs once for each object, however often the object occurs, and may change it
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

#[AllowDynamicProperties]
final class Woken
{
    public int $times = 0;
    public ?Woken $other = null;

    public function __wakeup(): void
    {
        $this->times++;
        $this->grown = [$this];
    }
}

$first = new Woken();
$first->other = new Woken();
$first->other->other = $first;
$decoded = brine_unserialize(brine_serialize([$first, $first->other, $first, [$first]]));
var_dump($decoded[0]->times, $decoded[0]->other->times, $decoded[3][0]->grown[0] === $decoded[0]);
?>
--EXPECT--
int(1)
int(1)
bool(true)
