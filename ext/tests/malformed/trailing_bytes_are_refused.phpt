--TEST--
Any byte after the value is refused, whatever it is, at the place where the value ends, and before a hook was called
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/rich.inc';

$payloads = [
    'null' => payload('d8'), 'integer' => payload('05'), 'string' => payload('22616263'), 'packed string' => payload('f7048721'), 'list' => payload('c005'),
    'empty array' => payload('e7'), 'run' => payload('ec08030002'), 'table' => payload('ed0100c00005'), 'object' => payload('f0' . hex_string('stdClass') . '00'),
    'enum' => payload('f2' . hex_string('Suit') . hex_string('Hearts')), 'old form' => payload('f3' . hex_string('Old') . '00'), 'everything' => brine_serialize(rich()),
];
foreach ($payloads as $name => $payload) {
    $size = strlen($payload);
    $endings = [...array_map(chr(...), range(0, 255)), "\0\0", "\r\n", $payload, substr($payload, 2), str_repeat("\xFF", 100)];
    brine_unserialize($payload);
    $GLOBALS['hooks'] = 0;
    $refused = 0;
    foreach ($endings as $ending) {
        try {
            brine_unserialize($payload . $ending);
            echo "$name: accepted with ", bin2hex($ending), "\n";
        } catch (Brine\DecodeException $exception) {
            $refused += (int) ($exception->getReason() === 'trailing_bytes' && $exception->getOffset() === $size);
        }
    }
    echo $name, ': ', $refused, ' of ', count($endings), ' refused, ', $GLOBALS['hooks'], " hooks called\n";
}
?>
--EXPECT--
null: 261 of 261 refused, 0 hooks called
integer: 261 of 261 refused, 0 hooks called
string: 261 of 261 refused, 0 hooks called
packed string: 261 of 261 refused, 0 hooks called
list: 261 of 261 refused, 0 hooks called
empty array: 261 of 261 refused, 0 hooks called
run: 261 of 261 refused, 0 hooks called
table: 261 of 261 refused, 0 hooks called
object: 261 of 261 refused, 0 hooks called
enum: 261 of 261 refused, 0 hooks called
old form: 261 of 261 refused, 0 hooks called
everything: 261 of 261 refused, 0 hooks called
