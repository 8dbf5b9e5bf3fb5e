--TEST--
What a hook throws comes out as the same object, from every kind of hook
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

final class Thrower
{
    public static ?Throwable $exception = null;

    public static function throw(): never
    {
        throw self::$exception = new DomainException('from the hook');
    }
}
final class InSerialize
{
    public function __serialize(): array
    {
        Thrower::throw();
    }
}
final class InUnserialize
{
    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        Thrower::throw();
    }
}
final class InSleep
{
    public function __sleep(): array
    {
        Thrower::throw();
    }
}
final class InWakeup
{
    public function __wakeup(): void
    {
        Thrower::throw();
    }
}
final class InOldSerialize implements Serializable
{
    public function serialize(): string
    {
        Thrower::throw();
    }

    public function unserialize(string $data): void
    {
    }
}
final class InOldUnserialize implements Serializable
{
    public function serialize(): string
    {
        return 'x';
    }

    public function unserialize(string $data): void
    {
        Thrower::throw();
    }
}
final class InAutoload
{
}

$classes = [InSerialize::class, InUnserialize::class, InSleep::class, InWakeup::class, InOldSerialize::class, InOldUnserialize::class];
foreach ($classes as $class) {
    foreach ([new $class(), ['x' => [new $class()], 'y' => [1, 2, 3]], (object) ['p' => new $class()]] as $value) {
        try {
            brine_unserialize(brine_serialize($value));
            echo "nothing is thrown\n";
        } catch (Throwable $exception) {
            echo $class, $exception === Thrower::$exception ? ": the same\n" : ": another\n";
        }
    }
}

$payload = str_replace('InAutoload', 'NotThere__', brine_serialize([new InAutoload(), new InWakeup()]));
spl_autoload_register(static function (): void {
    Thrower::throw();
});
try {
    brine_unserialize($payload);
} catch (Throwable $exception) {
    echo 'autoloader', $exception === Thrower::$exception ? ": the same\n" : ": another\n";
}
var_dump(brine_unserialize(brine_serialize('the next call works')));
?>
--EXPECT--
InSerialize: the same
InSerialize: the same
InSerialize: the same
InUnserialize: the same
InUnserialize: the same
InUnserialize: the same
InSleep: the same
InSleep: the same
InSleep: the same
InWakeup: the same
InWakeup: the same
InWakeup: the same
InOldSerialize: the same
InOldSerialize: the same
InOldSerialize: the same
InOldUnserialize: the same
InOldUnserialize: the same
InOldUnserialize: the same
autoloader: the same
string(19) "the next call works"
