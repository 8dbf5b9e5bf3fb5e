--TEST--
A __serialize() that always returns a new object ends at the depth limit, not in the stack
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

final class Endless
{
    public function __construct(private int $n = 0)
    {
    }

    public function __serialize(): array
    {
        return ['next' => new self($this->n + 1)];
    }
}

echo on_both_stacks(static function (): string {
    try {
        return 'encoded to ' . strlen(brine_serialize(new Endless()));
    } catch (Brine\EncodeException $exception) {
        return explode(' at $', $exception->getMessage())[0];
    }
}), "\n";
?>
--EXPECT--
the value is nested deeper than 4096 levels
