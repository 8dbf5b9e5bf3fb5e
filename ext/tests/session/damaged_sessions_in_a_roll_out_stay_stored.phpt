--TEST--
The handlers for a roll-out treat damaged and foreign sessions as brine does: an exception, and what is stored stays as it is
--EXTENSIONS--
brine
session
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class Guarded
{
    public static int $woken = 0;

    public function __wakeup(): void
    {
        self::$woken++;
    }
}

$payload = brine_serialize(['object' => new Guarded(), 'list' => [1, 2, 3]]);
$damaged = [
    'cut off' => substr($payload, 0, -1), 'bytes behind it' => "$payload!", 'magic only' => "\xC1",
    'signed' => brine_serialize_signed(['a' => 1], 'key of this test'), 'no array' => brine_serialize(new Guarded()),
    'a wrong count' => "\xC1\x10\xEC\xFF\xFF\xFF", 'text of php' => 'name|O:7:"Guarded":1:{', 'text of php_serialize' => 'a:1:{s:1:"a";i:1;',
];
foreach ($damaged as $name => $bytes) {
    $answers = [];
    foreach (['brine', 'brine_php', 'brine_php_serialize'] as $handler) {
        store($bytes);
        ini_set('session.serialize_handler', $handler);
        $answers[] = strtok(thrown(session_start(...)), ':') . (stored() === $bytes ? ', kept' : ', NOT KEPT');
        if (session_status() !== PHP_SESSION_NONE || $_SESSION !== []) {
            echo "the session goes on\n";
        }
    }
    echo $name, ': ', implode(' | ', array_unique($answers)), "\n";
}
var_dump(Guarded::$woken);
?>
--EXPECT--
cut off: Brine\DecodeException, kept
bytes behind it: Brine\DecodeException, kept
magic only: Brine\DecodeException, kept
signed: Brine\DecodeException, kept
no array: Brine\DecodeException, kept
a wrong count: Brine\DecodeException, kept
text of php: Brine\DecodeException, kept
text of php_serialize: Brine\DecodeException, kept
int(3)
