--TEST--
The autoloader is asked for a missing class by the name in the payload, and may load it, or not, or decode something itself
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Original
{
    public $p = 1;
}

spl_autoload_register(static function (string $class): void {
    echo "autoload $class\n";
    if (str_starts_with($class, 'Loaded')) {
        eval("final class $class { public \$p; }");
    }
    if ($class === 'LoadedA_') {
        echo brine_unserialize(str_replace('Original', 'LoadedB_', brine_serialize(new Original())))::class, "\n";
    }
});

$payload = brine_serialize([new Original(), (object) ['x' => new Original()], new Original()]);
foreach (['LoadedA_', 'LoadedA_', 'Missing_', 'LOADEDB_'] as $class) {
    $decoded = brine_unserialize(str_replace('Original', $class, $payload));
    echo $decoded[0]::class, ' ', $decoded[1]->x::class, "\n";
}

// Names that no class can have are refused without asking.
foreach (['Orig-nal', "Orig\0nal", '\Origina', 'Orig nal', 'Orig:nal'] as $class) {
    try {
        $decoded = brine_unserialize(str_replace('Original', $class, $payload));
        echo 'accepted ', $class, "\n";
    } catch (Brine\DecodeException $exception) {
        echo preg_replace('/ at byte \d+, in \$value\[0\]$/D', '', $exception->getMessage()), "\n";
    }
}
?>
--EXPECT--
autoload LoadedA_
autoload LoadedB_
LoadedB_
LoadedA_ LoadedA_
LoadedA_ LoadedA_
autoload Missing_
__PHP_Incomplete_Class __PHP_Incomplete_Class
LoadedB_ LoadedB_
'Orig-nal' is not the name of a class
'Orig\x00nal' is not the name of a class
'\Origina' is not the name of a class
'Orig nal' is not the name of a class
'Orig:nal' is not the name of a class
