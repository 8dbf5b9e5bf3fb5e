<?php

declare(strict_types=1);

/*
 * Checks signed.json, whose signatures OpenSSL's command line computed: hash_hmac() and the extension agree. Any bit flip, cut, other key or
 * context gives null, without decoding.
 *
 *     php -n -d extension=ext/modules/brine.so tests/format/vectors/signed.php
 *     php tests/format/vectors/signed.php --write    rewrites signed.json
 */

namespace Brine\Tests\Vectors;

use Brine\DecodeException;
use Brine\EncodeException;
use Brine\Tests\Reference\Frame;
use ReflectionExtension;
use RuntimeException;

require __DIR__ . '/../reference/Frame.php';

const VECTORS = __DIR__ . '/signed.json';
const NOT_VERIFIED = 'not verified';

/** The one of dictionaries/valid/example.vector. */
const DICTIONARY = __DIR__ . '/../../../ext/tests/dictionary/files/ca718ec21ea25cf6.dictionary';
const DICTIONARY_ID = 'ca718ec21ea25cf6';

/** Bytes of a key that signs. */
const SHORTEST_KEY = 16;

/** Frames longer than this are changed only within EDGE bytes of either end. */
const LONG = 512;
const EDGE = 96;

/** @return iterable<string, array{string, string, string, mixed}> description, key, context, value or
 *     array{payload, error or null, what is signed in place of the payload} */
function cases(): iterable
{
    $key = implode('', array_map(chr(...), range(0, 31)));
    $row = ['id' => 42, 'name' => 'Ada'];
    yield 'example' => ['A row in the place "user:42".', $key, 'user:42', $row];
    yield 'null' => ['The shortest payload.', $key, '', null];
    yield 'key_of_1_byte' => ['HMAC pads the key with zeros.', 'k', '', $row];
    yield 'key_of_64_bytes' => ['The longest key that HMAC does not hash.', str_repeat("\xAA", 64), '', $row];
    yield 'key_of_65_bytes' => ['The shortest key that HMAC hashes.', str_repeat("\xAA", 65), '', $row];
    yield 'key_of_131_bytes' => ['A key of three blocks.', str_repeat("\xAA", 131), '', $row];
    yield 'context_with_zeros' => ['A context is any bytes.', $key, "\0\0\xFF\0", $row];
    yield 'context_of_300_bytes' => ['The length of the context takes two bytes.', $key, str_repeat('ab', 150), $row];
    foreach ([55, 56, 63, 64, 65, 119, 120, 128] as $size) {
        // 14 bytes of head, and 3 of the payload that are not the string's.
        yield "message_of_{$size}_bytes" => ["The signature is computed of $size bytes.", $key, '', str_repeat('x', $size - 17)];
    }
    yield 'long_string' => ['Many blocks.', $key, 'page', str_repeat('brine ', 2_000)];
    yield 'payload_empty' => ['A right signature over nothing.', $key, '', ['', '38 truncated']];
    yield 'payload_cut' => ['A right signature over half a payload.', $key, '', ["\xC1\x10\xC1\x01", '40 truncated']];
    yield 'payload_native' => ['A right signature over another format.', $key, '', ['i:1;', '38 not_brine']];
    yield 'payload_signed' => ['A frame in a frame.', $key, '', [Frame::sign("\xC1\x10\xD8", 'another key'), '39 signed']];
    $place = "\0\0\0\2";
    yield 'igbinary_header' => ['A frame has no payload in igbinary\'s place.', $key, '', ["$place\xC1\x10\xD8", '38 not_brine']];
    yield 'igbinary_header_and_dictionary' => ['Nor one with a dictionary.', $key, '', ["$place\xC1\x12\0\1\2\3\4\5\6\7\xD8", '38 not_brine']];
    yield 'igbinary_header_and_envelope' => ['Nor an envelope.', $key, '', ["$place\xC1\x18\0\0\1\0\0\0x", '38 not_brine']];
    yield 'igbinary_header_forged' => ['The signature is checked first.', $key, '', ["$place\xC1\x10\xD8", NOT_VERIFIED, "\xC1\x10\xD8"]];
    yield 'content_envelope' => ['An envelope is no payload.', $key, '', ["\xC1\x18\0\0\1\0\0\0x", '39 flags']];
    yield 'content_version_2' => ['A payload of another version.', $key, '', ["\xC1\x20\xD8", '39 version']];
    yield 'content_flag' => ['A payload with a reserved flag.', $key, '', ["\xC1\x11\xD8", '39 flags']];
    yield 'content_followed' => ['A byte behind the value.', $key, '', ["\xC1\x10\xD8\0", '41 trailing_bytes']];
    yield 'content_unknown_tag' => ['The offset counts from the first byte of the frame.', $key, '', ["\xC1\x10\xC1\xD8\xFB", '42 unknown_tag']];
    yield 'content_forged' => ['The signature is checked before the content.', $key, '', ["\xC1\x20", NOT_VERIFIED, "\xC1\x10\xD8"]];
    $header = "\xC1\x12" . hex2bin(DICTIONARY_ID);
    $payload = "$header\xC1\xD2\x00\x70";
    yield 'dictionary' => ['A payload with a dictionary in the place "user:42".', $key, 'user:42', [$payload, null]];
    yield 'dictionary_no_context' => ['No context.', $key, '', [$payload, null]];
    yield 'dictionary_value_missing' => ['The content ends behind the id.', $key, '', [$header, '48 truncated']];
    yield 'dictionary_id_cut' => ['The content ends in the id.', $key, '', [substr($header, 0, 9), '40 truncated']];
    yield 'dictionary_header_alone' => ['The content is the header.', $key, '', [substr($header, 0, 2), '40 truncated']];
    yield 'dictionary_hash_signed' => ['The whole hash is signed behind the content.', $key, '', [$payload, NOT_VERIFIED, $payload . hash_file('sha256', DICTIONARY, true)]];
    $unknown = "\xC1\x12\x00\x01\x02\x03\x04\x05\x06\x07\xD8";
    yield 'dictionary_unknown' => ['A dictionary of this id is not known.', $key, '', [$unknown, '40 unknown_dictionary']];
    yield 'dictionary_unknown_forged' => ['The signature is that of another payload.', $key, '', [$unknown, NOT_VERIFIED, "\xC1\x10\xD8"]];
}

function openssl(string $message, string $key): string
{
    $command = ['openssl', 'dgst', '-sha256', '-mac', 'HMAC', '-macopt', 'hexkey:' . bin2hex($key), '-binary'];
    $process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
    fwrite($pipes[0], $message);
    fclose($pipes[0]);
    $signature = stream_get_contents($pipes[1]);
    if (proc_close($process) !== 0 || strlen($signature) !== 32) {
        throw new RuntimeException('openssl dgst failed');
    }

    return $signature;
}

function write(): void
{
    $vectors = [];
    foreach (cases() as $name => [$description, $key, $context, $value]) {
        [$payload, $error, $signed] = (is_array($value) && array_is_list($value) ? $value : [\brine_serialize($value)]) + [1 => null, 2 => null];
        $id = substr(openssl('brine key id', $key), 0, 4) & "\x7F\x7F\x7F\x7F";
        $head = "\xC1\x14$id";
        $vectors[] = [
            'name' => $name,
            'description' => $description,
            'key' => bin2hex($key),
            'context' => bin2hex($context),
            'frame' => bin2hex($head . openssl(Frame::message($head, $signed ?? $payload, $context), $key) . $payload),
        ] + ($error === null ? ['value' => serialize(\brine_unserialize($payload))] : ['error' => $error]);
    }
    file_put_contents(VECTORS, json_encode($vectors, JSON_PRETTY_PRINT | JSON_THROW_ON_ERROR) . "\n");
}

/** How many payloads the extension's decoder was given in this process. */
function decodes(): int
{
    ob_start();
    (new ReflectionExtension('brine'))->info();
    preg_match('/^Payloads decoded => (\d+)$/m', ob_get_clean(), $match);

    return (int) $match[1];
}

/** @return iterable<string, string> every frame that is not quite this one */
function damaged(string $frame): iterable
{
    $size = strlen($frame);
    for ($position = 0; $position < $size; ++$position) {
        if ($position === EDGE && $size > LONG) {
            $position = $size - EDGE;
        }
        yield "the first $position bytes" => substr($frame, 0, $position);
        for ($bit = 0; $bit < 8; ++$bit) {
            $changed = $frame;
            $changed[$position] = chr(ord($frame[$position]) ^ 1 << $bit);
            yield "bit $bit of byte $position changed" => $changed;
        }
    }
    yield 'a byte more' => $frame . "\0";
    yield 'the payload alone' => substr($frame, 38);
}

/**
 * @param  array{name: string, description: string, key: string, context: string, frame: string, value?: string, error?: string} $vector
 * @return iterable<string, bool> what holds, and whether it does
 */
function check(array $vector, bool $hasOpenssl): iterable
{
    $key = hex2bin($vector['key']);
    $options = ['context' => hex2bin($vector['context'])];
    $context = $options['context'];
    $frame = hex2bin($vector['frame']);
    $payload = substr($frame, 38);
    $otherKey = $key ^ "\1";
    $isVerified = ($vector['error'] ?? '') !== NOT_VERIFIED;
    if ($hasOpenssl) {
        $head = substr($frame, 0, 6);
        yield 'the key id is what OpenSSL computes' =>
            substr($head, 2) === (substr(openssl('brine key id', $key), 0, 4) & "\x7F\x7F\x7F\x7F");
        yield 'the signature is what OpenSSL computes, if it is right' => (substr($frame, 6, 32) === openssl(Frame::message($head, $payload, $context), $key)) === $isVerified;
    }
    yield 'hash_hmac() makes the same frame, if it is right' => (Frame::sign($payload, $key, $context) === $frame) === $isVerified;
    yield 'hash_hmac() verifies it, if it is right' => Frame::open($frame, [$otherKey, $key], $context) === ($isVerified ? $payload : null);

    $before = decodes();
    yield 'another key' => \brine_unserialize_signed($frame, $otherKey, $options) === null;
    yield 'other keys' => \brine_unserialize_signed($frame, [$otherKey, $otherKey . $key], $options) === null;
    yield 'no context, or one' => \brine_unserialize_signed($frame, $key, $context === '' ? ['context' => "\0"] : []) === null;
    yield 'a longer context' => \brine_unserialize_signed($frame, $key, ['context' => "$context\0"]) === null;
    if ($payload !== '') {
        $moved = substr_replace($frame, '', 38, 1);
        yield 'a context that takes in the first byte of the payload' =>
            \brine_unserialize_signed($moved, $key, ['context' => $context . $payload[0]]) === null;
    }
    $read = [];
    foreach (damaged($frame) as $what => $bytes) {
        if (\brine_unserialize_signed($bytes, [$key, $otherKey], $options) !== null || Frame::open($bytes, [$key], $context) !== null) {
            $read[] = $what;
        }
    }
    yield 'every damaged frame is refused ' . implode(', ', $read) => $read === [];
    yield 'the decoder has not run' => decodes() === $before;

    foreach ([$key, [$key], [$otherKey, $key]] as $keys) {
        try {
            $value = \brine_unserialize_signed($frame, $keys, $options);
            $result = serialize($value);
        } catch (DecodeException $error) {
            $result = $error->getOffset() . ' ' . $error->getReason();
        }
        yield "reads as it should: $result" => $result === ($isVerified ? $vector['value'] ?? $vector['error'] : serialize(null));
    }
    yield 'the decoder has run three times, or never' => decodes() === $before + ($isVerified ? 3 : 0);
    if (isset($vector['value'])) {
        $options += str_starts_with($payload, "\xC1\x12") ? ['dictionary' => DICTIONARY_ID] : [];
        try {
            $signed = \brine_serialize_signed(unserialize($vector['value'], ['allowed_classes' => false]), $key, $options);
        } catch (EncodeException) {
            $signed = null;
        }
        yield 'the extension makes the same frame, or none with a short key' => $signed === (strlen($key) < SHORTEST_KEY ? null : $frame);
    }
}

/** The example of section 9 of docs/format.md. */
function isDocumented(string $frame): bool
{
    $document = file_get_contents(__DIR__ . '/../../../docs/format.md');
    preg_match('/\(`example_signed`\).*?```\n(.*?)```/s', $document, $match);
    $hex = preg_replace('/#.*|\s/', '', $match[1] ?? '');

    return strtolower($hex) === $frame;
}

\brine_dictionary_load(file_get_contents(DICTIONARY));
if (in_array('--write', $argv, true)) {
    write();
    exit(0);
}
$hasOpenssl = trim((string) shell_exec('command -v openssl')) !== '';
if (!$hasOpenssl) {
    echo "the command openssl is not there: signatures are not computed again\n";
}
$passed = $failed = 0;
foreach (json_decode(file_get_contents(VECTORS), true, flags: JSON_THROW_ON_ERROR) as $vector) {
    $checks = check($vector, $hasOpenssl);
    foreach ($checks as $what => $holds) {
        $holds ? ++$passed : ++$failed;
        if (!$holds) {
            echo "$vector[name]: not so: $what\n";
        }
    }
    if ($vector['name'] === 'example') {
        isDocumented($vector['frame']) ? ++$passed : ++$failed;
        echo isDocumented($vector['frame']) ? '' : "docs/format.md shows another frame than example_signed\n";
    }
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
