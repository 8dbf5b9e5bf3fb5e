--TEST--
A value that cannot be encoded is not stored: the exception arrives, and the entry keeps its value
--EXTENSIONS--
brine
apcu
--INI--
apc.enable_cli=1
apc.serializer=brine
--FILE--
<?php
declare(strict_types=1);

final class Broken
{
    public function __serialize(): array
    {
        throw new LogicException('not today');
    }
}

apcu_store('key', ['before']);
$calls = [
    static fn (): bool => apcu_store('key', ['closure' => static fn (): int => 1]),
    static fn (): bool => apcu_store('key', new Broken()),
    static fn (): bool => apcu_add('other', new Broken()),
    static fn (): array => apcu_store(['key' => ['after'], 'other' => [new Broken()]]),
    static fn (): mixed => apcu_entry('other', static fn (): Broken => new Broken()),
];
foreach ($calls as $call) {
    try {
        $call();
        echo "no exception\n";
    } catch (Brine\EncodeException | LogicException $exception) {
        echo $exception::class, ' ', json_encode(apcu_fetch('key')), ' ', json_encode(apcu_exists('other')), "\n";
    }
}
// The cache is not locked.
var_dump(apcu_store('key', ['at last']), apcu_fetch('key'));
?>
--EXPECT--
Brine\EncodeException ["before"] false
LogicException ["before"] false
LogicException ["before"] false
LogicException ["after"] false
LogicException ["after"] false
bool(true)
array(1) {
  [0]=>
  string(7) "at last"
}
