--TEST--
Every strict prefix of a payload that has every construct is refused, without a warning and without calling a hook
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/rich.inc';

$payload = brine_serialize(rich());
$GLOBALS['hooks'] = 0;
for ($length = 0; $length < strlen($payload); $length++) {
    try {
        brine_unserialize(substr($payload, 0, $length));
        echo "a prefix of $length bytes is a value\n";
    } catch (Brine\DecodeException $exception) {
        if ($exception->getOffset() > $length) {
            echo "offset {$exception->getOffset()} of $length bytes\n";
        }
    }
}
var_dump($GLOBALS['hooks'], print_r(brine_unserialize($payload), true) === print_r(rich(), true));
?>
--EXPECT--
int(0)
bool(true)
