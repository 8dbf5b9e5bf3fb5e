--TEST--
Where the session cannot be encoded for a new id, the old id keeps what is stored
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

store(brine_serialize(['name' => 'Zoe']));
session_start();
$_SESSION['value'] = static fn (): int => 1;
echo thrown(static fn () => session_regenerate_id())[0], "\n";
var_dump(stored() === brine_serialize(['name' => 'Zoe']));

// The session goes on under its new id, and is written there once it can be.
$_SESSION['value'] = 2;
session_write_close();
var_dump(session_id() !== 'test', stored(session_id()) === brine_serialize(['name' => 'Zoe', 'value' => 2]));
?>
--EXPECT--
B
bool(true)
bool(true)
bool(true)
