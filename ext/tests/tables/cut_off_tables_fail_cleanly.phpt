--TEST--
Every strict prefix of a payload with tables is refused, without a warning and without calling a hook
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/damaged_tables.inc';

foreach (tables() as $name => $table) {
    $payload = brine_serialize($table);
    for ($length = 0; $length < strlen($payload); $length++) {
        try {
            brine_unserialize(substr($payload, 0, $length));
            echo "$name: a prefix of $length bytes is a value\n";
        } catch (Brine\DecodeException $exception) {
            if ($exception->getOffset() > $length) {
                echo "$name: offset {$exception->getOffset()} of $length bytes\n";
            }
        }
    }
    if (Waking::$hooks > 0 || serialize(brine_unserialize($payload)) !== serialize($table)) {
        echo "$name: ", Waking::$hooks, " hooks\n";
    }
    Waking::$hooks = 0;
}
?>
--EXPECT--
