--TEST--
brine.allowed_classes_report refuses nothing, and logs each class that the list lacks once, with who reads it
--EXTENSIONS--
brine
session
--INI--
log_errors=1
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../session/session.inc';

final class Listed
{
    public int $number = 1;
}
final class Unlisted
{
    public int $number = 1;
}
enum Suit
{
    case Hearts;
}
// Headers come before output.
ob_start();
$log = tempnam(sys_get_temp_dir(), 'brine');
ini_set('error_log', $log);
ini_set('brine.allowed_classes_report', '1');
$logged = static function () use ($log): void {
    echo preg_replace('/^\[.*?\] /m', '    ', (string) file_get_contents($log));
    file_put_contents($log, '');
};
$read = static function (): void {
    foreach ([new Listed(), new Unlisted(), [Suit::Hearts, new Unlisted()]] as $value) {
        echo json_encode(get_debug_type(brine_unserialize(brine_serialize($value)))), ' ';
        echo json_encode(get_debug_type(brine_igbinary_unserialize(brine_igbinary_serialize($value)))), "\n";
    }
};
echo "no list\n";
$read();
$logged();
ini_set('brine.allowed_classes', 'Listed');
echo "list\n";
$read();
$logged();
$read();
$logged();
echo "a list of the caller\n";
brine_unserialize(str_replace('Unlisted', 'Unmissed', brine_serialize(new Unlisted())), ['allowed_classes' => ['Unmissed', 'Listed']]);
$logged();
echo "sessions\n";
ini_set('session.serialize_handler', 'brine');
session_start();
var_dump(session_decode(brine_serialize(['a' => new ArrayObject()])));
var_dump(session_decode(brine_igbinary_serialize(['a' => new ArrayIterator()])));
// Of a string that only looks like an object nothing is said.
var_dump(session_decode('a|' . serialize(['O:8:"Mistaken":0:{}', new SplObjectStorage()]) . 'b|' . serialize(new SplFixedArray(1))));
session_destroy();
$logged();
echo "many classes\n";
for ($i = 0; $i < 2000; $i++) {
    brine_unserialize("\xC1\x10\xF0\x27Name" . sprintf('%04d', $i) . "\0");
}
$lines = file($log);
echo count($lines), "\n", preg_replace('/^\[.*?\] /', '', end($lines));
file_put_contents($log, '');
echo "enforced\n";
ini_set('brine.allowed_classes_report', '0');
try {
    $read();
} catch (Brine\DecodeException $error) {
    echo $error->getMessage(), "\n";
}
$logged();
unlink($log);
?>
--EXPECT--
no list
"Listed" "Listed"
"Unlisted" "Unlisted"
"array" "array"
list
"Listed" "Listed"
"Unlisted" "Unlisted"
"array" "array"
    brine.allowed_classes would refuse Unlisted (function)
    brine.allowed_classes would refuse Suit (function)
"Listed" "Listed"
"Unlisted" "Unlisted"
"array" "array"
a list of the caller
sessions
bool(true)
bool(true)
bool(true)
    brine.allowed_classes would refuse ArrayObject (session)
    brine.allowed_classes would refuse ArrayIterator (session)
    brine.allowed_classes would refuse SplObjectStorage (session)
    brine.allowed_classes would refuse SplFixedArray (session)
many classes
994
brine.allowed_classes would refuse Name0993 (function); no further class is reported
enforced
"Listed" "Listed"
the class Unlisted is not allowed (brine.allowed_classes) at byte 3
