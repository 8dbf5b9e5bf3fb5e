--TEST--
What a hook drops, while the cycle collector runs in it, is collected after the call
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Holder
{
    public $inner;
}

/** It is in what it drops. */
final class Dropper
{
    public ?Holder $holder = null;

    public function __serialize(): array
    {
        unset($this->holder->inner);
        gc_collect_cycles();

        return [];
    }
}

final class Waking
{
    public $inner;

    public function __wakeup(): void
    {
        unset($this->inner);
        gc_collect_cycles();
    }
}

function holder(bool $isObject): Holder
{
    $holder = new Holder();
    $dropper = new Dropper();
    $dropper->holder = $holder;
    if ($isObject) {
        $inner = new stdClass();
        $inner->self = $inner;
        $inner->dropper = $dropper;
        $holder->inner = $inner;
    } else {
        $array = ['dropper' => $dropper];
        $array['self'] = &$array;
        $holder->inner = &$array;
    }

    return $holder;
}

function waking(): Waking
{
    $array = [1];
    $array['self'] = &$array;
    $object = new Waking();
    $object->inner = &$array;

    return $object;
}

function grows(callable $call): bool
{
    $sizes = [];
    for ($i = 0; $i < 4; $i++) {
        $call();
        gc_collect_cycles();
        $sizes[] = memory_get_usage();
    }

    return $sizes[3] > $sizes[2] && $sizes[2] > $sizes[1];
}

$payload = brine_serialize(waking());
var_dump(grows(static function (): void {
    brine_serialize(holder(false));
}));
var_dump(grows(static function (): void {
    brine_serialize(holder(true));
}));
var_dump(grows(static function () use ($payload): void {
    brine_unserialize($payload);
}));
?>
--EXPECT--
bool(false)
bool(false)
bool(false)
