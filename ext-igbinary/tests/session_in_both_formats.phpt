--TEST--
session.serialize_handler = igbinary writes by the setting, and reads every format that Brine's handlers read
--EXTENSIONS--
brine
igbinary
session
--INI--
session.serialize_handler=igbinary
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

$item = new ArrayObject(['name' => 'Ada']);
$variables = ['item' => $item, 'same' => $item, 'list' => [1, [2.5, null]]];
foreach (['igbinary', 'brine'] as $format) {
    ini_set('igbinary.format', $format);
    store('');
    session_start();
    $_SESSION = $variables;
    session_write_close();
    $bytes = stored();
    var_dump($bytes === igbinary_serialize($variables));
    foreach (['igbinary', 'brine'] as $setting) {
        ini_set('igbinary.format', $setting);
        store($bytes);
        session_start();
        var_dump(serialize($_SESSION) === serialize($variables), $_SESSION['item'] === $_SESSION['same']);
        session_write_close();
        var_dump(stored() === igbinary_serialize($variables));
    }
}
// The empty session, as igbinary writes it.
ini_set('igbinary.format', 'brine');
store('');
session_start();
session_write_close();
echo bin2hex(stored()), "\n";
var_dump(read_session());
foreach (['a|i:1;', 'a:1:{s:1:"a";i:1;}', "\1ai:1;", brine_serialize(['a' => 1])] as $other) {
    store($other);
    echo json_encode(read_session()), "\n";
}
// session_decode() adds to the session, as igbinary does.
foreach (['igbinary', 'brine'] as $format) {
    ini_set('igbinary.format', $format);
    session_start();
    $_SESSION = ['old' => 1, 'both' => 1];
    session_decode(igbinary_serialize(['both' => 2, 'new' => 2]));
    echo json_encode($_SESSION), "\n";
    session_abort();
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
000000021400
array(0) {
}
{"a":1}
{"a":1}
{"a":1}
{"a":1}
{"old":1,"both":2,"new":2}
{"old":1,"both":2,"new":2}
