--TEST--
Lazy objects are initialised, or kept as they are, as native serialization does
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip lazy objects came with PHP 8.4');
}
?>
--FILE--
<?php
declare(strict_types=1);

class Model
{
    public int $a = 1;
    protected ?array $b = null;
    private string $c = 'c';

    public function fill(int $a): void
    {
        $this->a = $a;
        $this->b = ['filled'];
    }
}
final class Sleeper extends Model
{
    public function __sleep(): array
    {
        return ['a'];
    }
}
final class Magic extends Model
{
    public function __serialize(): array
    {
        return [$this->a];
    }

    public function __unserialize(array $data): void
    {
        $this->a = $data[0];
    }
}

function lazy(string $class, string $kind): object
{
    $reflection = new ReflectionClass($class);
    $object = match ($kind) {
        'ghost' => $reflection->newLazyGhost(static function (object $object): void {
            echo 'initialised ';
            $object->fill(5);
        }),
        'proxy' => $reflection->newLazyProxy(static function () use ($class): object {
            echo 'initialised ';
            $object = new $class();
            $object->fill(6);

            return $object;
        }),
        'kept ghost' => $reflection->newLazyGhost(static function (): void {
            echo 'initialised ';
        }, ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE),
        'failing ghost' => $reflection->newLazyGhost(static function (): void {
            throw new DomainException('no initialisation');
        }),
    };
    if ($kind === 'kept ghost') {
        $reflection->getProperty('a')->setRawValueWithoutLazyInitialization($object, 7);
    }

    return $object;
}

function result(callable $serialize, callable $unserialize, string $class, string $kind): string
{
    ob_start();
    try {
        $object = lazy($class, $kind);
        print_r($unserialize($serialize([$object, 'again' => $object])));
    } catch (DomainException $exception) {
        echo $exception->getMessage();
    }

    return ob_get_clean();
}

foreach ([Model::class, Sleeper::class, Magic::class] as $class) {
    foreach (['ghost', 'proxy', 'kept ghost', 'failing ghost'] as $kind) {
        $native = result(serialize(...), unserialize(...), $class, $kind);
        $brine = result(brine_serialize(...), brine_unserialize(...), $class, $kind);
        echo "$class, $kind: ", $brine === $native ? 'as native' : "native $native here $brine", "\n";
    }
}
?>
--EXPECT--
Model, ghost: as native
Model, proxy: as native
Model, kept ghost: as native
Model, failing ghost: as native
Sleeper, ghost: as native
Sleeper, proxy: as native
Sleeper, kept ghost: as native
Sleeper, failing ghost: as native
Magic, ghost: as native
Magic, proxy: as native
Magic, kept ghost: as native
Magic, failing ghost: as native
