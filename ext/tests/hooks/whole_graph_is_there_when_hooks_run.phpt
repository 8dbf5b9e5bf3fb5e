--TEST--
When the first hook runs after decoding, the whole graph is built, what stands after the object included
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Early
{
    public ?object $later = null;

    public function __wakeup(): void
    {
        echo 'wakeup sees ', json_encode($this->later), "\n";
    }
}
final class Magic
{
    public ?object $later = null;

    public function __serialize(): array
    {
        return [$this->later];
    }

    public function __unserialize(array $data): void
    {
        $this->later = $data[0];
        echo '__unserialize sees ', json_encode($this->later), "\n";
    }
}

foreach ([new Early(), new Magic()] as $early) {
    $early->later = new stdClass();
    $early->later->list = [1, 2];
    $early->later->back = 'end';
    brine_unserialize(brine_serialize([$early, 'after' => $early->later]));
}
?>
--EXPECT--
wakeup sees {"list":[1,2],"back":"end"}
__unserialize sees {"list":[1,2],"back":"end"}
