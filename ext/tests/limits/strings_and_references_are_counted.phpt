--TEST--
Strings and PHP references count as much as they take, whether the decoder has met their bytes before or not
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/payloads.inc';

function reason(string $payload, int $maxMemory): string
{
    try {
        brine_unserialize($payload, ['max_memory' => $maxMemory]);

        return 'read';
    } catch (Brine\DecodeException $exception) {
        return $exception->getReason() . ' at ' . $exception->getOffset();
    }
}

/** With what a payload is read, and how it is refused with a byte less; three times, since keys and their shapes are kept. */
function show(string $what, string $payload, int $memory): void
{
    for ($i = 0; $i < 3; $i++) {
        $outcomes[] = reason($payload, $memory) . ', ' . reason($payload, $memory - 1);
    }
    echo "$what: ", implode('; ', array_unique($outcomes)), "\n";
}

$list = static fn (int $places): int => 56 + 16 * $places + (16 * $places > 3000 ? 4096 : 0);
show('references', "\xC1\x10\xC3" . str_repeat("\xF5\x00", 2) . "\xF6\x00\xF6\x01", $list(8) + 2 * 32);
show('references in one another', "\xC1\x10\xC0\xF5\xC0\xF5\xC0\xF5\x00", 3 * $list(8) + 3 * 32);

// The first stop is at 4,096, and each string has three bytes from 5 on: before the one at 4,097 there are 1,364.
show('strings', "\xC1\x10\xE8" . uv(2000) . str_repeat("\x21ab", 2000), $list(2048) + 1364 * 32);
show('strings of digits', "\xC1\x10\xE8" . uv(2000) . str_repeat("\xF7\x02\x10", 2000), $list(2048) + 1364 * 32);
show('strings of one byte and none', "\xC1\x10\xE8" . uv(4000) . str_repeat("\x20a\xE4", 2000), $list(4096));
show('strings again', "\xC1\x10\xE8" . uv(5001) . "\x21ab" . str_repeat("\x60", 5000), $list(8192) + 32);

// Each map has sixteen new keys and their values, in 98 bytes. The first one is at 4, so the first value behind the stop is in the 42nd.
$maps = '';
for ($i = 0; $i < 50; $i++) {
    $maps .= "\xE9\x10" . implode('', array_map(static fn (int $key): string => "\x23" . chr(97 + $key) . sprintf('%03d', $i), range(0, 15))) . str_repeat("\xD8", 16);
}
show('keys', "\xC1\x10\xE8" . uv(50) . $maps, $list(64) + 50 * (56 + 40 * 16) + 42 * 16 * 32);
show('instances have no keys of their own', "\xC1\x10\xE8" . uv(300) . substr($maps, 0, 98) . str_repeat("\xB0" . str_repeat("\xD8", 16), 299), $list(512) + 300 * (56 + 40 * 16) + 16 * 32);

// Inside of a signed frame the stop counts from where the payload begins.
$payload = "\xC1\x10\xE8" . uv(2000) . str_repeat("\x21ab", 2000);
$signed = brine_serialize_signed([1], 'key of this test');
$frame = substr($signed, 0, 6) . hash_hmac('sha256', substr($signed, 0, 6) . pack('VV', 0, 0) . $payload, 'key of this test', true) . $payload;
foreach ([0, 1] as $less) {
    try {
        echo count(brine_unserialize_signed($frame, 'key of this test', ['max_memory' => $list(2048) + 1364 * 32 - $less])), "\n";
    } catch (Brine\DecodeException $exception) {
        echo $exception->getReason(), ' at ', $exception->getOffset() - (strlen($frame) - strlen($payload)), "\n";
    }
}
?>
--EXPECT--
references: read, max_memory at 5
references in one another: read, max_memory at 7
strings: read, max_memory at 4097
strings of digits: read, max_memory at 4097
strings of one byte and none: read, max_memory at 2
strings again: read, max_memory at 4096
keys: read, max_memory at 4806
instances have no keys of their own: read, max_memory at 5169
2000
max_memory at 4097
