--TEST--
Clients find igbinary's module, version and functions, and the marker tells that they are Brine's
--EXTENSIONS--
brine
igbinary
--FILE--
<?php
declare(strict_types=1);

var_dump(extension_loaded('igbinary'), extension_loaded('brine_igbinary'));
var_dump(version_compare(phpversion('igbinary'), '3.1.6', '>='), version_compare(phpversion('igbinary'), '4', '<'));
var_dump(phpversion('brine_igbinary') === phpversion('brine'));
echo implode(' ', get_extension_funcs('igbinary')), "\n";
foreach (['igbinary_serialize', 'igbinary_unserialize'] as $name) {
    $function = new ReflectionFunction($name);
    echo $function->getNumberOfRequiredParameters(), ' of ', $function->getNumberOfParameters(), ': $', $function->getParameters()[0]->getName(),
        $function->hasReturnType() || $function->getParameters()[0]->hasType() ? ', typed' : '', "\n";
}
foreach ([static fn () => igbinary_unserialize([]), static fn () => igbinary_unserialize(), static fn () => igbinary_serialize()] as $call) {
    try {
        $call();
    } catch (TypeError $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
igbinary_serialize igbinary_unserialize
1 of 1: $value
1 of 1: $str
TypeError: igbinary_unserialize(): Argument #1 ($str) must be of type string, array given
ArgumentCountError: igbinary_unserialize() expects exactly 1 argument, 0 given
ArgumentCountError: igbinary_serialize() expects exactly 1 argument, 0 given
