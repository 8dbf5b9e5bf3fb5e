--TEST--
A hook that closes the session while it is decoded gets an exception, and the stored session stays
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class Closing
{
    public static string $caught = '';
    public static bool $catches = false;

    public function __unserialize(array $data): void
    {
        if (!self::$catches) {
            session_write_close();
        } else {
            self::$caught = thrown(session_write_close(...));
        }
    }
}

foreach (['brine', 'brine_php', 'brine_php_serialize'] as $handler) {
    foreach (['0', '1'] as $lazy) {
        ini_set('session.serialize_handler', $handler);
        ini_set('session.lazy_write', $lazy);
        $bytes = brine_serialize(['name' => 'Zoe', 'closing' => new Closing()]);
        store($bytes);
        Closing::$catches = false;
        echo $handler, ' ', thrown(session_start(...)), "\n";
        var_dump(stored() === $bytes, $_SESSION, session_status() === PHP_SESSION_NONE);

        // Where the hook goes on, PHP empties $_SESSION, since the session is closed.
        Closing::$catches = true;
        echo thrown(session_start(...)), ' | ', Closing::$caught, "\n";
        var_dump(stored() === $bytes, $_SESSION);
    }
}
ini_set('session.serialize_handler', 'brine');
// It may be written afterwards.
Closing::$catches = true;
store(brine_serialize(['closing' => [1]]));
session_start();
$_SESSION['more'] = 5;
session_write_close();
var_dump(brine_unserialize(stored()) === ['closing' => [1], 'more' => 5]);
?>
--EXPECT--
brine Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
bool(true)
nothing is thrown | Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
brine Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
bool(true)
nothing is thrown | Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
brine_php Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
bool(true)
nothing is thrown | Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
brine_php Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
bool(true)
nothing is thrown | Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
brine_php_serialize Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
bool(true)
nothing is thrown | Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
brine_php_serialize Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
bool(true)
nothing is thrown | Brine\EncodeException: The session cannot be written while it is decoded
bool(true)
array(0) {
}
bool(true)