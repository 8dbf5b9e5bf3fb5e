--TEST--
A cycle that a hook drops, and that the cycle collector passes over because the codec still holds it, is collected when it runs again
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/** Its hooks drop something and run the collector. */
final class Dropping
{
    public static ?Closure $drop = null;

    public static function drop(): void
    {
        if (self::$drop) {
            (self::$drop)();
            self::$drop = null;
            gc_collect_cycles();
        }
    }

    public function __serialize(): array
    {
        self::drop();

        return [1];
    }

    public function __unserialize(array $data): void
    {
        self::drop();
    }
}
final class Node
{
    public $self = null;
    public $inner = null;
}
final class Holder
{
    public static ?self $last = null;
    public $held = null;
    public $dropping = null;

    public function __wakeup(): void
    {
        self::$last = $this;
    }
}

function cyclic_object(bool $open): Node
{
    $node = new Node();
    $node->self = $node;
    $node->inner = $open ? new Dropping() : null;

    return $node;
}

/** The object in it, which lives as long as the cycle. */
function cyclic_reference(bool $open): array
{
    $array = ['object' => new Node(), 'dropping' => $open ? new Dropping() : null];
    $array['self'] = &$array;

    return [&$array];
}

function cyclic_slot(bool $open): Node
{
    $node = new Node();
    $node->self = &$node;
    $node->inner = $open ? new Dropping() : null;

    return $node;
}

function node_of(mixed $cycle): Node
{
    return is_array($cycle) ? $cycle[0]['object'] : $cycle;
}

foreach (['cyclic_object', 'cyclic_reference', 'cyclic_slot'] as $make) {
    foreach ([false, true] as $open) {
        $holder = new Holder();
        $holder->held = $make($open);
        $holder->dropping = new Dropping();
        $watched = WeakReference::create(node_of($holder->held));
        Dropping::$drop = static function () use ($holder): void {
            $holder->held = null;
        };
        brine_serialize([$holder]);
        gc_collect_cycles();
        echo $make, $open ? ', while it is open' : '', ': encoded and ', $watched->get() ? 'leaked' : 'collected';

        $holder = new Holder();
        $holder->held = $make(false);
        $payload = brine_serialize([$holder, new Dropping()]);
        unset($holder);
        Dropping::$drop = static function () use (&$watched): void {
            $watched = WeakReference::create(node_of(Holder::$last->held));
            Holder::$last->held = null;
            Holder::$last = null;
        };
        $decoded = brine_unserialize($payload);
        gc_collect_cycles();
        echo ', decoded and ', $watched->get() ? 'leaked' : 'collected', "\n";
        unset($decoded);
    }
}
?>
--EXPECT--
cyclic_object: encoded and collected, decoded and collected
cyclic_object, while it is open: encoded and collected, decoded and collected
cyclic_reference: encoded and collected, decoded and collected
cyclic_reference, while it is open: encoded and collected, decoded and collected
cyclic_slot: encoded and collected, decoded and collected
cyclic_slot, while it is open: encoded and collected, decoded and collected
