--TEST--
What user code throws passes, and what PHP throws where a class does not accept a value; neither is hidden by a warning
--EXTENSIONS--
brine
igbinary
--FILE--
<?php
declare(strict_types=1);

set_error_handler(static function (int $level, string $message): bool {
    echo "warning: $message\n";

    return true;
});

final class Fragile
{
    public static bool $broken = false;

    public function __serialize(): array
    {
        return self::$broken ? throw new LogicException('not written') : [1];
    }

    public function __unserialize(array $data): void
    {
        throw new LogicException('not read');
    }
}

/** Reads bytes of its own, and lets the exception of that pass. */
final class Nesting
{
    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        brine_unserialize('nothing of Brine');
    }
}

/** Reads bytes in igbinary's place, which is a warning and no exception. */
final class Quiet
{
    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        igbinary_unserialize('nothing of igbinary');
    }
}

final class Typed1
{
    public string $value = 'abc';
}

final class Typed2
{
    public int $value = 1;
}

function thrown(callable $call): void
{
    try {
        echo json_encode($call()), "\n";
    } catch (Throwable $thrown) {
        echo $thrown::class, ': ', $thrown->getMessage(), ', behind it ', $thrown->getPrevious() ? $thrown->getPrevious()::class : 'nothing', "\n";
    }
}

spl_autoload_register(static function (string $class): void {
    $class === 'Loaded_' && throw new DomainException("no $class");
});
foreach (['igbinary', 'brine'] as $format) {
    echo "$format\n";
    ini_set('igbinary.format', $format);
    foreach ([new Fragile(), new Nesting(), new Quiet()] as $object) {
        $bytes = igbinary_serialize([$object]);
        thrown(static fn () => igbinary_unserialize($bytes));
    }
    $bytes = str_replace('Fragile', 'Loaded_', igbinary_serialize([new Fragile()]));
    thrown(static fn () => igbinary_unserialize($bytes));
    $bytes = str_replace('Typed1', 'Typed2', igbinary_serialize(new Typed1()));
    thrown(static fn () => igbinary_unserialize($bytes));
    $bytes = str_replace('timezone_type', 'timezone_tipe', igbinary_serialize([new DateTime('2026-01-01 UTC')]));
    thrown(static fn () => igbinary_unserialize($bytes));
    Fragile::$broken = true;
    thrown(static fn () => igbinary_serialize([new Fragile()]));
    Fragile::$broken = false;
    // igbinary throws here, too: what was not written must not become a stored null.
    thrown(static fn () => igbinary_serialize(['a' => static fn () => 1]));
}
?>
--EXPECT--
igbinary
LogicException: not read, behind it nothing
Brine\DecodeException: the payload does not begin with the magic byte of Brine at byte 0, behind it nothing
warning: igbinary_unserialize(): the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
[{}]
DomainException: no Loaded_, behind it nothing
TypeError: Cannot assign string to property Typed2::$value of type int, behind it nothing
Error: Invalid serialization data for DateTime object, behind it nothing
LogicException: not written, behind it nothing
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value['a'], behind it nothing
brine
LogicException: not read, behind it nothing
Brine\DecodeException: the payload does not begin with the magic byte of Brine at byte 0, behind it nothing
warning: igbinary_unserialize(): the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
[{}]
DomainException: no Loaded_, behind it nothing
TypeError: Cannot assign string to property Typed2::$value of type int, behind it nothing
Error: Invalid serialization data for DateTime object, behind it nothing
LogicException: not written, behind it nothing
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value['a'], behind it nothing
