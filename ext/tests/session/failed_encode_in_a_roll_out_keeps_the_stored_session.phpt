--TEST--
Where a handler for a roll-out cannot write the session, an exception is thrown and what is stored stays as it is
--EXTENSIONS--
brine
session
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';
require __DIR__ . '/save_handler.inc';

final class Broken
{
    public function __serialize(): array
    {
        throw new LogicException('not today');
    }
}

$kept = brine_serialize(['name' => 'Zoe']);
$values = ['closure' => static fn (): int => 1, 'hook' => new Broken(), 'a|b' => 1];
foreach (['brine_php', 'brine_php_serialize'] as $handler) {
    foreach ([1, 0] as $lazy) {
        foreach ($values as $name => $value) {
            store($kept);
            session_start(['serialize_handler' => $handler, 'lazy_write' => $lazy]);
            $_SESSION['first'] = str_repeat('x', 1000);
            $_SESSION[$name] = $value;
            echo $handler, ': ', thrown(session_write_close(...)), ', ', stored() === $kept ? 'kept' : 'NOT KEPT', "\n";
        }
    }
}

// The path of what "php" cannot write, which PHP itself takes for an empty session.
store($kept);
session_start(['serialize_handler' => 'brine_php']);
$_SESSION['a|b'] = 1;
try {
    session_encode();
} catch (Brine\EncodeException $exception) {
    echo $exception->getPath(), "\n";
}
session_abort();

// Names that are integers are left out, as "php" leaves them out.
store(brine_serialize(['name' => 'Zoe', 5 => 'five']));
session_start();
session_write_close();
echo stored(), "\n";

// A save handler in PHP is not called. PHP 8.6 closes it at the end of the request.
session_set_save_handler(new ReportingHandler($kept));
foreach (['brine_php', 'brine_php_serialize'] as $handler) {
    session_start(['serialize_handler' => $handler]);
    $_SESSION['hook'] = new Broken();
    echo thrown(session_write_close(...)), "\n";
}
$_SESSION = [];
?>
--EXPECTF--
brine_php: Exception: Serialization of 'Closure' is not allowed, kept
brine_php: LogicException: not today, kept
brine_php: Brine\EncodeException: the handler "php" cannot store a name with "|" at $value['a|b'], kept
brine_php: Exception: Serialization of 'Closure' is not allowed, kept
brine_php: LogicException: not today, kept
brine_php: Brine\EncodeException: the handler "php" cannot store a name with "|" at $value['a|b'], kept
brine_php_serialize: Exception: Serialization of 'Closure' is not allowed, kept
brine_php_serialize: LogicException: not today, kept
brine_php_serialize: nothing is thrown, NOT KEPT
brine_php_serialize: Exception: Serialization of 'Closure' is not allowed, kept
brine_php_serialize: LogicException: not today, kept
brine_php_serialize: nothing is thrown, NOT KEPT
$value['a|b']

Warning: session_write_close(): Skipping numeric key 5 in %s on line %d
name|s:3:"Zoe";
open
read
LogicException: not today
open
read
LogicException: not today%r(\nclose)?%r
