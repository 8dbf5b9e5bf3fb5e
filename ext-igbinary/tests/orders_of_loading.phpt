--TEST--
PHP starts with the modules in any order; beside igbinary the first of the two stays in charge
--EXTENSIONS--
brine
igbinary
--SKIPIF--
<?php
require __DIR__ . '/start.inc';
if (module('brine_igbinary') === '' || module('brine') === '') die('skip both extensions must be named by path on the command line');
if (module('igbinary') === '') die('skip igbinary is not installed');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/start.inc';

$code = 'echo extension_loaded("brine_igbinary") ? "Brine" : "igbinary", ": ", json_encode(igbinary_unserialize(igbinary_serialize([1, "a"])));';
foreach (['brine brine_igbinary', 'brine_igbinary brine'] as $modules) {
    echo $modules, "\n", start($modules, $code, '-d igbinary.format=brine');
}
foreach (['brine brine_igbinary igbinary', 'brine_igbinary igbinary brine', 'brine_igbinary brine igbinary', 'igbinary brine_igbinary brine',
    'igbinary brine brine_igbinary', 'brine igbinary brine_igbinary'] as $modules) {
    echo $modules, "\n", start($modules, $code, '-d igbinary.format=brine');
}
?>
--EXPECTF--
brine brine_igbinary
Brine: [1,"a"]
brine_igbinary brine
Brine: [1,"a"]
brine brine_igbinary igbinary
Warning: Module "igbinary" is already loaded in Unknown on line 0
Brine: [1,"a"]
brine_igbinary igbinary brine
Warning: Module "igbinary" is already loaded in Unknown on line 0
Brine: [1,"a"]
brine_igbinary brine igbinary
Warning: Module "igbinary" is already loaded in Unknown on line 0
Brine: [1,"a"]
igbinary brine_igbinary brine
Warning: Module "igbinary" is already loaded in Unknown on line 0
igbinary: [1,"a"]
igbinary brine brine_igbinary
Warning: Module "igbinary" is already loaded in Unknown on line 0
igbinary: [1,"a"]
brine igbinary brine_igbinary
Warning: Module "igbinary" is already loaded in Unknown on line 0
igbinary: [1,"a"]
