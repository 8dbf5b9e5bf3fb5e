--TEST--
An object of every class of PHP that can be made without arguments, and of a class that extends it, is refused or comes back as natively
--EXTENSIONS--
brine
--FILE--
<?php
error_reporting(0);

function made(string $class): ?object
{
    try {
        return new $class();
    } catch (Throwable) {
        return null;
    }
}

/** The native text after a round trip, or that something was refused. */
function outcome(Closure $serialize, Closure $unserialize, object $object): string
{
    try {
        $data = $serialize($object);
    } catch (Throwable) {
        return 'refused';
    }
    try {
        return serialize($unserialize($data));
    } catch (Throwable) {
        return 'not read';
    }
}

$compared = 0;
foreach (get_declared_classes() as $class) {
    $reflection = new ReflectionClass($class);
    if (!$reflection->isInternal() || $reflection->isAbstract() || $reflection->isEnum()) {
        continue;
    }
    $classes = [$class];
    if (!$reflection->isFinal()) {
        $child = 'Child' . str_replace('\\', '', $class);
        eval("#[AllowDynamicProperties] class $child extends \\$class { public \$own = [1]; private \$hidden = 2; }");
        $classes[] = $child;
    }
    foreach ($classes as $name) {
        $object = made($name);
        if ($object === null) {
            continue;
        }
        $compared++;
        $native = outcome(serialize(...), unserialize(...), $object);
        $brine = outcome(brine_serialize(...), brine_unserialize(...), $object);
        if ($native !== $brine) {
            echo "$name:\n  ", substr($native, 0, 200), "\n  ", substr($brine, 0, 200), "\n";
        }
    }
}
echo $compared > 60 ? 'compared' : $compared, "\n";
?>
--EXPECT--
compared
