--TEST--
A failed call through the C interface leaves an exception and no result
--EXTENSIONS--
brine
brine_capi
--FILE--
<?php
declare(strict_types=1);

final class Broken
{
    public function __serialize(): array
    {
        throw new LogicException('encode');
    }

    public function __unserialize(array $data): void
    {
        throw new LogicException('decode');
    }
}

final class Fragile
{
    public function __wakeup(): void
    {
        throw new LogicException('wakeup');
    }
}

$fragile = brine_serialize([1, new Fragile()]);
$calls = [
    static fn (): string => brine_capi_serialize([static fn (): int => 1]),
    static fn (): string => brine_capi_serialize([1, new Broken()]),
    static fn (): mixed => brine_capi_unserialize("\xC1\x10"),
    static fn (): mixed => brine_capi_unserialize(''),
    static fn (): mixed => brine_capi_unserialize(serialize([1])),
    static fn (): mixed => brine_capi_unserialize($fragile),
];
foreach ($calls as $call) {
    try {
        var_dump($call());
    } catch (Brine\Exception | LogicException $exception) {
        echo $exception::class, "\n";
    }
}
?>
--EXPECT--
Brine\EncodeException
LogicException
Brine\DecodeException
Brine\DecodeException
Brine\DecodeException
LogicException
