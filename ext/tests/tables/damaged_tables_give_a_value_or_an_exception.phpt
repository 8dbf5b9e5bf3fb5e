--TEST--
Every single flipped bit and many changed bytes of a payload with tables give a value or an exception, and nothing leaks
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/damaged_tables.inc';

set_error_handler(static fn (): bool => true);
$payloads = array_map(brine_serialize(...), tables());
$outcomes = ['value' => 0, 'exception' => 0];
$attempt = static function (string $bytes) use (&$outcomes): void {
    try {
        $value = brine_unserialize($bytes, ['max_elements' => 20_000]);
        $outcomes['value']++;
        // Accepted values can be read, encoded and freed.
        strlen(print_r($value, true));
        brine_unserialize(brine_serialize($value));
    } catch (Brine\Exception) {
        $outcomes['exception']++;
    }
};
for ($round = 0; $round < 2; $round++) {
    foreach ($payloads as $payload) {
        for ($at = 0; $at < strlen($payload); $at++) {
            for ($bit = 0; $bit < 8; $bit++) {
                $bytes = $payload;
                $bytes[$at] = chr(ord($bytes[$at]) ^ 1 << $bit);
                $attempt($bytes);
            }
            foreach (["\x00", "\x01", "\x03", "\x41", "\x83", "\xC0", "\xD0", "\xED", "\xEE", "\xF4", "\xFF"] as $byte) {
                $bytes = $payload;
                $bytes[$at] = $byte;
                $attempt($bytes);
            }
        }
    }
    unset($bytes, $payload);
    gc_collect_cycles();
    if ($round === 0) {
        $before = memory_get_usage();
    }
}
var_dump(array_sum($outcomes) >= 38 * strlen(implode($payloads)), min($outcomes) > 0, memory_get_usage() - $before < 4096);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
