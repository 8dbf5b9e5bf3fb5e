--TEST--
igbinary.format and igbinary.compact_strings; another format is refused with a warning, and the setting stays
--EXTENSIONS--
brine
igbinary
--FILE--
<?php
declare(strict_types=1);

var_dump(ini_get('igbinary.format'), ini_get('igbinary.compact_strings'));
$value = ['key' => 'key', 'other' => 'key'];
echo bin2hex(igbinary_serialize($value)), "\n";
var_dump(ini_set('igbinary.compact_strings', '0'));
echo bin2hex(igbinary_serialize($value)), "\n";
var_dump(igbinary_unserialize(igbinary_serialize($value)) === $value);
foreach (['msgpack', '', 'Brine'] as $format) {
    var_dump(ini_set('igbinary.format', $format));
}
var_dump(ini_set('igbinary.format', 'brine'), ini_get('igbinary.format'), bin2hex(substr(igbinary_serialize($value), 0, 6)));

$options = getenv('TEST_PHP_EXTRA_ARGS');
echo shell_exec(PHP_BINARY . " $options -d igbinary.format=other -r 'echo ini_get(\"igbinary.format\"), bin2hex(igbinary_serialize([1]));' 2>&1"), "\n";
?>
--EXPECTF--
string(8) "igbinary"
string(1) "1"
00000002140211036b65790e0011056f746865720e00
string(1) "1"
00000002140211036b657911036b657911056f7468657211036b6579
bool(true)

Warning: igbinary.format must be "igbinary" or "brine", "msgpack" given in %s on line 11
bool(false)

Warning: igbinary.format must be "igbinary" or "brine", "" given in %s on line 11
bool(false)

Warning: igbinary.format must be "igbinary" or "brine", "Brine" given in %s on line 11
bool(false)
string(8) "igbinary"
string(5) "brine"
string(12) "00000002c110"

Warning: igbinary.format must be "igbinary" or "brine", "other" given in Unknown on line 0
igbinary00000002140106000601
