--TEST--
A hook that calls brine_serialize() with the graph that its object is in ends at the depth limit, not in the stack
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/nested.inc';

foreach ([Old::class, Magic::class, Sleeper::class, Mixed_::class] as $class) {
    // Each of two holds the other; and one holds itself, in an array.
    $first = new $class();
    $first->next = new $class();
    $first->next->next = $first;
    echo $class, ': ', on_both_stacks(static fn (): string => thrown(static fn () => brine_serialize($first))), "\n";
    $self = new $class();
    $self->next = ['list' => [1, $self]];
    echo $class, ': ', on_both_stacks(static fn (): string => thrown(static fn () => brine_serialize(['self' => $self]))), "\n";
    $signed = static fn (): string => thrown(static fn () => brine_serialize_signed($first, 'key of this test'));
    var_dump(on_both_stacks($signed) === on_both_stacks(static fn (): string => thrown(static fn () => brine_serialize($first))));
    $first->next->next = $self->next = null;
}

// In a small stack sooner.
ini_set('fiber.stack_size', getenv('SKIP_ASAN') ? '64M' : (PHP_DEBUG ? '1M' : '256K'));
foreach ([Old::class, Magic::class, Sleeper::class, Mixed_::class] as $class) {
    $node = new $class();
    $node->next = $node;
    $fiber = new Fiber(static fn (): string => thrown(static fn () => brine_serialize($node)));
    $fiber->start();
    var_dump(str_starts_with($fiber->getReturn(), 'Brine\EncodeException: the value and the hooks around it are nested deeper than '));
    $node->next = null;
}

// Charged levels are returned.
ini_restore('fiber.stack_size');
var_dump(on_both_stacks(static function (): bool {
    $decoded = brine_unserialize(brine_serialize(chain('list', 4096)));

    return take_apart($decoded) === 4096;
}));
echo thrown(static fn () => brine_serialize(chain('list', 4097))) === 'nothing is thrown' ? 'nothing is thrown' : 'refused', "\n";
?>
--EXPECT--
Old: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
Old: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
bool(true)
Magic: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
Magic: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
bool(true)
Sleeper: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
Sleeper: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
bool(true)
Mixed_: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
Mixed_: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
refused
