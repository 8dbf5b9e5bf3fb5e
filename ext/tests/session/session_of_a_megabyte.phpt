--TEST--
A session of a megabyte survives, in many small values and in one large one
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

$rows = [];
for ($i = 0; $i < 10000; $i++) {
    $rows["row $i"] = ['id' => $i, 'text' => base64_encode(hash('sha512', (string) $i, true)), 'ratio' => $i / 3];
}
foreach ([$rows, ['page' => random_bytes(1 << 20)]] as $variables) {
    session_start();
    $_SESSION = $variables;
    session_write_close();
    var_dump(strlen(stored()) > 700000, read_session() === $variables);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
