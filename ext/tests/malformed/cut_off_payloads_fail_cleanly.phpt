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
$called = $GLOBALS['hooks'];
$decoded = brine_unserialize($payload);
// Since PHP 8.5 it warns of NAN.
var_dump($called, @print_r($decoded, true) === @print_r(rich(), true));
?>
--EXPECT--
int(0)
bool(true)
