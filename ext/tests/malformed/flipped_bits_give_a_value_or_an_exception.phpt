--TEST--
Every single flipped bit and every changed byte of a payload gives a value or an exception, and nothing leaks
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/rich.inc';

set_error_handler(static fn (): bool => true);
$payload = brine_serialize(rich());
$outcomes = ['value' => 0, 'exception' => 0];
$attempt = static function (string $bytes) use (&$outcomes): void {
    try {
        $value = brine_unserialize($bytes, ['max_elements' => 100_000]);
        $outcomes['value']++;
        // Accepted values can be read, encoded and freed.
        strlen(print_r($value, true));
        brine_unserialize(brine_serialize($value));
    } catch (Brine\Exception) {
        $outcomes['exception']++;
    }
};
for ($round = 0; $round < 2; $round++) {
    for ($at = 0; $at < strlen($payload); $at++) {
        for ($bit = 0; $bit < 8; $bit++) {
            $bytes = $payload;
            $bytes[$at] = chr(ord($bytes[$at]) ^ 1 << $bit);
            $attempt($bytes);
        }
        foreach (["\xF4", "\xF6", "\xD0", "\xEB", "\xB0", "\xE9", "\xF0", "\xF1"] as $byte) {
            $bytes = $payload;
            $bytes[$at] = $byte;
            $attempt($bytes);
        }
    }
    unset($bytes);
    gc_collect_cycles();
    if ($round === 0) {
        $before = memory_get_usage();
    }
}
var_dump(array_sum($outcomes) >= 2 * 16 * strlen($payload), min($outcomes) > 0, memory_get_usage() - $before < 4096);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
