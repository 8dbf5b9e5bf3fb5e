--TEST--
Where the session cannot be encoded, an exception is thrown and what is stored stays as it is
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class Broken
{
    public function __serialize(): array
    {
        throw new LogicException('not today');
    }
}

foreach (['lazy_write' => 1, 'every write' => 0] as $name => $lazy) {
    ini_set('session.lazy_write', (string) $lazy);
    foreach ([static fn (): int => 1, new Broken()] as $value) {
        echo $name, ', ', $value::class, "\n";
        store(brine_serialize(['name' => 'Zoe']));

        session_start();
        $_SESSION['first'] = str_repeat('x', 100000);
        $_SESSION['value'] = $value;
        try {
            session_write_close();
        } catch (Brine\EncodeException | LogicException $thrown) {
            echo $thrown::class, "\n";
        }
        var_dump(session_status() === PHP_SESSION_NONE);
        var_dump(stored() === brine_serialize(['name' => 'Zoe']));

        session_start();
        $_SESSION['value'] = $value;
        try {
            session_encode();
        } catch (Brine\EncodeException | LogicException $thrown) {
            echo $thrown::class, "\n";
        }
        unset($_SESSION['value']);
        $_SESSION['name'] = 'Yan';
        session_write_close();
        var_dump(stored() === brine_serialize(['name' => 'Yan']));

        // session_encode() also works without an open session.
        $_SESSION['value'] = $value;
        echo strtok(thrown(session_encode(...)), ':'), "\n";
    }
}

// Also what another handler wrote.
store('name|s:3:"Zoe";');
session_start();
$_SESSION['value'] = static fn (): int => 1;
try {
    session_write_close();
} catch (Brine\EncodeException $thrown) {
    echo stored(), "\n";
}
?>
--EXPECT--
lazy_write, Closure
Brine\EncodeException
bool(true)
bool(true)
Brine\EncodeException
bool(true)
Brine\EncodeException
lazy_write, Broken
LogicException
bool(true)
bool(true)
LogicException
bool(true)
LogicException
every write, Closure
Brine\EncodeException
bool(true)
bool(true)
Brine\EncodeException
bool(true)
Brine\EncodeException
every write, Broken
LogicException
bool(true)
bool(true)
LogicException
bool(true)
LogicException
name|s:3:"Zoe";
