--TEST--
phpinfo() tells whose extension this is, and what it writes
--EXTENSIONS--
brine
igbinary
session
--FILE--
<?php
declare(strict_types=1);

ini_set('igbinary.format', 'brine');
(new ReflectionExtension('igbinary'))->info();
(new ReflectionExtension('brine_igbinary'))->info();
?>
--EXPECTF--
igbinary

igbinary support => enabled, by Brine in igbinary's place
igbinary version => 3.2.16 (the interface of this version, not its code)
brine_igbinary.so => %d.%d.%d%S
brine.so => %d.%d.%d%S
Reads => igbinary, Brine
Writes => Brine; igbinary for scalars, null and empty arrays
igbinary APCu serializer ABI => %r(0|no)%r
igbinary session support => yes

Directive => Local Value => Master Value
igbinary.compact_strings => On => On
igbinary.format => brine => igbinary

brine_igbinary

Brine in igbinary's place => in charge; see igbinary
Version => %d.%d.%d%S
