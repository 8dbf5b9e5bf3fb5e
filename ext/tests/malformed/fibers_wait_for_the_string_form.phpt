--TEST--
Serializable's methods share PHP's own state of serialize() and unserialize(), which fibers that take turns would mix up: they cannot switch there
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

final class Old implements Serializable
{
    public static bool $pause = false;
    public mixed $data = null;

    public function serialize(): string
    {
        self::pause();

        return serialize([1, (object) []]);
    }

    public function unserialize(string $data): void
    {
        self::pause();
        $this->data = unserialize($data);
    }

    private static function pause(): void
    {
        if (self::$pause && Fiber::getCurrent() !== null) {
            Fiber::suspend();
        }
    }
}

$payload = brine_serialize([new Old(), 'end']);
Old::$pause = true;
foreach (['encode' => static fn () => brine_serialize(new Old()), 'decode' => static fn () => brine_unserialize($payload)] as $direction => $call) {
    foreach ([1, 2] as $i) {
        $fibers[] = $fiber = new Fiber(static fn (): string => thrown($call));
        $fiber->start();
        echo $direction, ': ', $fiber->isTerminated() ? $fiber->getReturn() : 'suspended', "\n";
        // Calls in between are independent.
        var_dump(unserialize(serialize([$payload, new stdClass(), $o = new stdClass(), $o]))[2] instanceof stdClass);
    }
}
foreach ($fibers as $fiber) {
    if ($fiber->isSuspended()) {
        $fiber->resume();
    }
}
// Afterwards they switch as before, also around such a call.
Old::$pause = false;
$fiber = new Fiber(static function () use ($payload): mixed {
    Fiber::suspend();
    $decoded = brine_unserialize($payload);
    Fiber::suspend();

    return $decoded[0]->data[0];
});
$fiber->start();
$fiber->resume();
var_dump(get_debug_type(unserialize(serialize(new stdClass()))));
$fiber->resume();
var_dump($fiber->getReturn());
?>
--EXPECT--
encode: FiberError: Cannot switch fibers in current execution context
bool(true)
encode: FiberError: Cannot switch fibers in current execution context
bool(true)
decode: FiberError: Cannot switch fibers in current execution context
bool(true)
decode: FiberError: Cannot switch fibers in current execution context
bool(true)
string(8) "stdClass"
int(1)
