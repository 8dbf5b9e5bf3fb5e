--TEST--
brine.stale_classes is for sessions: it writes layouts, and refuses stale classes as damaged bytes are refused; functions have options
--EXTENSIONS--
brine
session
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

class Open
{
    public $set = 1;
    public int $unset;
}
class Other
{
    public $set = 1;
    public int $more;
}
// Headers come before output.
ob_start();
ini_set('session.use_cookies', '0');
ini_set('session.cache_limiter', '');
ini_set('session.save_path', sys_get_temp_dir());
ini_set('session.serialize_handler', 'brine');

foreach (['accept', 'refuse', 'accept'] as $setting) {
    ini_set('brine.stale_classes', $setting);
    session_start();
    $_SESSION['open'] = new Open();
    $data = (string) session_encode();
    echo "$setting: ", bin2hex($data), "\n";
    var_dump(session_decode($data));
    session_destroy();
}
ini_set('brine.stale_classes', 'refuse');
session_start();
$id = session_id();
$path = sys_get_temp_dir() . "/sess_$id";
$_SESSION['open'] = new Other();
$stored = str_replace('Other', 'Gone_', (string) session_encode());
class_alias(Open::class, 'Gone_');
session_write_close();
file_put_contents($path, $stored);
echo thrown(static fn () => session_start()), "\n";
var_dump($_SESSION, file_get_contents($path) === $stored);
unlink($path);

echo bin2hex(brine_serialize(new Open())), "\n";
foreach (['', 'REFUSE', 'throw', '1'] as $wrong) {
    var_dump(ini_set('brine.stale_classes', $wrong));
}
foreach ([null, 1, 'true', []] as $wrong) {
    echo thrown(static fn () => brine_serialize(1, ['layouts' => $wrong])), "\n";
    echo thrown(static fn () => brine_serialize_signed(1, 'a key of sixteen', ['layouts' => $wrong])), "\n";
}
foreach (['refuse', '', null, 1, ['throw']] as $wrong) {
    echo thrown(static fn () => brine_unserialize("\xC1\x10\x05", ['stale_classes' => $wrong])), "\n";
}
$signed = brine_serialize_signed(new Open(), 'a key of sixteen', ['layouts' => true, 'context' => 'c']);
print_r(brine_unserialize_signed($signed, 'a key of sixteen', ['stale_classes' => 'throw', 'context' => 'c']));
echo thrown(static fn () => brine_igbinary_unserialize(brine_igbinary_serialize([1]), ['stale_classes' => 'accept'])), "\n";
?>
--EXPECT--
accept: c110e901236f70656ef0234f70656e012273657401
bool(true)
refuse: c110e901236f70656efa29549785f0234f70656e012273657401
bool(true)
accept: c110e901236f70656ef0234f70656e012273657401
bool(true)
Brine\DecodeException: Open has changed since this was written (other properties, not written: public $unset) at byte 9, in $value['open']
array(0) {
}
bool(true)
c110f0234f70656e012273657401
bool(false)
bool(false)
bool(false)
bool(false)
TypeError: brine_serialize(): Option "layouts" must be of type bool, null given
TypeError: brine_serialize_signed(): Option "layouts" must be of type bool, null given
TypeError: brine_serialize(): Option "layouts" must be of type bool, int given
TypeError: brine_serialize_signed(): Option "layouts" must be of type bool, int given
TypeError: brine_serialize(): Option "layouts" must be of type bool, string given
TypeError: brine_serialize_signed(): Option "layouts" must be of type bool, string given
TypeError: brine_serialize(): Option "layouts" must be of type bool, array given
TypeError: brine_serialize_signed(): Option "layouts" must be of type bool, array given
ValueError: brine_unserialize(): Option "stale_classes" must be "accept" or "throw"
ValueError: brine_unserialize(): Option "stale_classes" must be "accept" or "throw"
TypeError: brine_unserialize(): Option "stale_classes" must be of type string, null given
TypeError: brine_unserialize(): Option "stale_classes" must be of type string, int given
TypeError: brine_unserialize(): Option "stale_classes" must be of type string, array given
Open Object
(
    [set] => 1
)
ValueError: brine_igbinary_unserialize(): Option "stale_classes" is for Brine's own format: igbinary's bytes do not say how a class was
