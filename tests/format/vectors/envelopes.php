<?php

declare(strict_types=1);

/*
 * Checks envelopes.json (docs/reference/envelope.md) with the reference and the library: contents and errors agree, also after bit flips, cuts
 * and additions.
 *
 *     scripts/php.sh release tests/format/vectors/envelopes.php
 *     scripts/php.sh release tests/format/vectors/envelopes.php --write    rewrites envelopes.json
 */

namespace Brine\Tests\Envelopes;

use Brine\Compression\Envelope;
use Brine\DecodeException;
use Brine\Dictionary;
use Brine\Tests\Reference;
use Brine\Tests\Vectors\Vector;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../reference/bootstrap.php';
require __DIR__ . '/../reference/Envelope.php';
require __DIR__ . '/Vector.php';

if (!extension_loaded('zlib')) {
    echo "skipped: PHP has no zlib\n";
    exit(0);
}

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

const VECTORS = __DIR__ . '/envelopes.json';
const MAX_LENGTH = 10_000;

function dictionary(string $name): Dictionary
{
    return Dictionary::fromBytes(Vector::parse('', (string) file_get_contents(__DIR__ . "/dictionaries/valid/$name.vector"))->payload());
}

/** @return iterable<string, array{string, string, string}> description, envelope, and content or "offset reason" */
function cases(): iterable
{
    $head = static fn (int $algorithm, int $form, int $length): string => "\xC1\x18" . pack('CCV', $algorithm, $form, $length);
    $id = (string) hex2bin(dictionary('presets')->id());
    $plain = brine_serialize(str_repeat('zlib and zstd ', 10));
    $zlib = (string) gzcompress($plain, 9);
    yield 'stored' => ['A content as it is.', $head(0, 0, strlen($plain)) . $plain, $plain];
    yield 'zlib' => ['A stream of zlib.', $head(1, 0, strlen($plain)) . $zlib, $plain];
    yield 'zlib_cut' => ['A stream without its last byte.', $head(1, 0, strlen($plain)) . substr($zlib, 0, -1), '8 bad_content'];
    yield 'zlib_fdict' => ['A stream that asks for a preset itself.', $head(1, 0, strlen($plain)) . "\x78\xBB" . substr($zlib, 2), '8 bad_content'];
    yield 'igbinary_header_before' => ['An envelope does not stand in igbinary\'s place.', "\0\0\0\2" . $head(0, 0, strlen($plain)) . $plain, '0 unknown_format'];
    yield 'igbinary_header_inside' => ['A content is any bytes.', $head(0, 0, strlen($plain) + 4) . "\0\0\0\2$plain", "\0\0\0\2$plain"];
    yield 'cut_head' => ['The head is cut.', substr($head(1, 0, 5), 0, 7), '7 truncated'];
    yield 'nothing' => ['Nothing behind the head.', $head(0, 0, 5), '8 truncated'];
    yield 'unknown_codec' => ['No algorithm 4.', $head(4, 0, strlen($plain)) . $plain, '2 unknown_codec'];
    yield 'length_0' => ['A length of 0.', $head(0, 0, 0) . $plain, '4 bad_content'];
    yield 'length_beyond' => ['A length beyond the limit.', $head(1, 0, MAX_LENGTH + 1) . $zlib, '4 max_length'];
    yield 'length_less' => ['A length that is one too small.', $head(0, 0, strlen($plain) - 1) . $plain, '8 bad_content'];
    yield 'length_more' => ['A length that is one too great.', $head(0, 0, strlen($plain) + 1) . $plain, '8 bad_content'];
    yield 'zlib_followed' => ['A byte follows the stream.', $head(1, 0, strlen($plain)) . "$zlib\0", '8 bad_content'];
    yield 'zlib_checksum' => ['Another checksum.', $head(1, 0, strlen($plain)) . substr($zlib, 0, -1) . ~substr($zlib, -1), '8 bad_content'];
    yield 'order_of_end_and_codec' => ['Nothing behind the head, before an unknown algorithm.', $head(4, 2, 0), '8 truncated'];
    yield 'order_of_codec_and_form' => ['An unknown algorithm, before the byte at offset 3.', $head(4, 2, 0) . $zlib, '2 unknown_codec'];
    yield 'order_of_form_and_length' => ['The byte at offset 3, before a length of 0.', $head(1, 2, 0) . $zlib, '3 reserved'];
    yield 'order_of_length_and_content' => ['A length beyond the limit, before what is no stream.', $head(1, 0, MAX_LENGTH + 1) . 'x', '4 max_length'];
    yield 'order_of_limit_and_ratio' => ['A length beyond all limits.', $head(1, 0, 2 ** 32 - 1) . $zlib, '4 max_length'];

    $value = substr(brine_serialize('zlib: the preset has this word'), 2);
    $content = "\xC1\x12$id$value";
    $length = strlen($content);
    $context = deflate_init(ZLIB_ENCODING_RAW, ['level' => 9, 'dictionary' => 'zlib']);
    $raw = (string) deflate_add($context, $value, ZLIB_FINISH);
    yield 'preset' => ['A stream that reaches into the preset.', $head(1, 1, $length) . $id . $raw, $content];
    $stored = "\x01" . pack('vv', strlen($value), ~strlen($value) & 0xFFFF) . $value;
    yield 'preset_stored' => ['A stored block of raw deflate.', $head(1, 1, $length) . $id . $stored, $content];
    // One block of fixed codes: the match of length 4 at the distance 4 is the whole preset; then the end.
    yield 'preset_alone' => ['Nothing but the preset.', $head(1, 1, 14) . $id . "\x03\x61\x00", "\xC1\x12{$id}zlib"];

    yield 'form_2' => ['A byte at offset 3 that has no meaning.', $head(1, 2, $length) . $id . $raw, '3 reserved'];
    yield 'preset_stored_whole' => ['What is stored has no preset.', $head(0, 1, $length) . $id . $value, '3 reserved'];
    yield 'preset_lz4' => ['LZ4 has no preset.', $head(3, 1, $length) . $id . $raw, '3 reserved'];
    yield 'preset_unknown_codec' => ['No algorithm 4.', $head(4, 1, $length) . $id . $raw, '2 unknown_codec'];
    yield 'preset_id_cut' => ['The id is cut.', $head(1, 1, $length) . substr($id, 0, 7), '15 truncated'];
    yield 'preset_nothing' => ['Nothing behind the id.', $head(1, 1, $length) . $id, '16 truncated'];
    yield 'preset_order_of_codec_and_id' => ['An unknown algorithm, before an id that is cut.', $head(4, 1, $length) . substr($id, 0, 7), '2 unknown_codec'];
    yield 'preset_order_of_form_and_id' => ['The byte at offset 3, before an id that is cut.', $head(0, 1, $length) . substr($id, 0, 7), '3 reserved'];
    yield 'preset_order_of_end_and_length' => ['Nothing behind the id, before a length of 0.', $head(1, 1, 0) . $id, '16 truncated'];
    yield 'preset_order_of_limit_and_id' => ['A length beyond the limit, before a dictionary that nobody knows.', $head(1, 1, MAX_LENGTH + 1) . 'unknown!' . $raw, '4 max_length'];
    yield 'preset_order_of_length_and_id' => ['A length of 10, before a dictionary that nobody knows.', $head(1, 1, 10) . 'unknown!' . $raw, '4 bad_content'];
    yield 'preset_order_of_id_and_stream' => ['A dictionary that nobody knows, before the stream.', $head(1, 1, $length) . 'unknown!' . 'x', '8 unknown_dictionary'];
    yield 'preset_length_0' => ['A length of 0.', $head(1, 1, 0) . $id . $raw, '4 bad_content'];
    yield 'preset_length_10' => ['A content without a value.', $head(1, 1, 10) . $id . "\x03\x00", '4 bad_content'];
    yield 'preset_length_less' => ['A length that is one too small.', $head(1, 1, $length - 1) . $id . $raw, '16 bad_content'];
    yield 'preset_length_more' => ['A length that is one too great.', $head(1, 1, $length + 1) . $id . $raw, '16 bad_content'];
    yield 'preset_length_beyond' => ['A length beyond the limit.', $head(1, 1, MAX_LENGTH + 1) . $id . $raw, '4 max_length'];
    yield 'preset_cut' => ['The stream is cut.', $head(1, 1, $length) . $id . substr($raw, 0, -1), '16 bad_content'];
    yield 'preset_followed' => ['A byte follows the stream.', $head(1, 1, $length) . "$id$raw\0", '16 bad_content'];
    yield 'preset_zlib' => ['A stream of zlib, which is not raw.', $head(1, 1, $length) . $id . gzcompress($value), '16 bad_content'];
    // A match at the distance 5, one more than the preset has.
    yield 'preset_too_far' => ['A distance beyond the preset.', $head(1, 1, 14) . $id . "\x03\x11\x00", '16 bad_content'];
    yield 'dictionary_unknown' => ['Nobody knows the dictionary.', $head(1, 1, $length) . "\x01\x02\x03\x04\x05\x06\x07\x08$raw", '8 unknown_dictionary'];
    $example = (string) hex2bin(dictionary('example')->id());
    yield 'dictionary_without' => ['The dictionary has no preset.', $head(1, 1, $length) . $example . $raw, '8 bad_content'];
}

function write(): void
{
    $vectors = [];
    foreach (cases() as $name => [$description, $envelope, $what]) {
        $isError = preg_match('/^\d+ \w+$/D', $what) === 1;
        $vectors[] = ['name' => $name, 'description' => $description, 'envelope' => bin2hex($envelope)]
            + ($isError ? ['error' => $what] : ['content' => bin2hex($what)]);
    }
    file_put_contents(VECTORS, json_encode($vectors, JSON_PRETTY_PRINT | JSON_THROW_ON_ERROR) . "\n");
}

/**
 * Each reader's result for an envelope: the content in hexadecimal, or offset and reason.
 *
 * @param  array<string, array<int, string>> $known
 * @return array{string, string}
 */
function answers(string $envelope, array $known): array
{
    $answers = [];
    try {
        $answers[] = bin2hex(Reference\Envelope::open($envelope, $known, MAX_LENGTH));
    } catch (Reference\MalformedPayload $error) {
        $answers[] = "$error->offset $error->reason";
    }
    try {
        $answers[] = bin2hex(Envelope::open($envelope, MAX_LENGTH));
    } catch (DecodeException $error) {
        $answers[] = "{$error->getOffset()} {$error->getReason()}";
    }

    return $answers;
}

/** @return iterable<string> */
function damaged(string $envelope): iterable
{
    for ($i = 0; $i < strlen($envelope); ++$i) {
        yield substr($envelope, 0, $i);
        for ($bit = 0; $bit < 8; ++$bit) {
            yield substr_replace($envelope, chr(ord($envelope[$i]) ^ 1 << $bit), $i, 1);
        }
    }
    yield "$envelope\0";
}

if (in_array('--write', $argv, true)) {
    write();
    exit;
}
$known = [];
foreach (['presets', 'example', 'large'] as $name) {
    $dictionary = dictionary($name);
    $dictionary->load();
    $known[(string) hex2bin($dictionary->id())] = $dictionary->contents()->compression;
}
$passed = $failed = 0;
/** @var list<array{name: string, description: string, envelope: string, content?: string, error?: string}> $vectors */
$vectors = json_decode((string) file_get_contents(VECTORS), true, flags: JSON_THROW_ON_ERROR);
foreach ($vectors as $vector) {
    $envelope = (string) hex2bin($vector['envelope']);
    $wanted = $vector['content'] ?? $vector['error'] ?? '';
    $faults = [];
    foreach (answers($envelope, $known) as $i => $answer) {
        if ($answer !== $wanted) {
            $faults[] = ['the reference', 'the library'][$i] . " says $answer";
        }
    }
    foreach (damaged($envelope) as $bytes) {
        [$reference, $library] = answers($bytes, $known);
        // Algorithms 2 and 3 are not the reference's.
        if ($reference !== $library && !in_array(ord($bytes[2] ?? "\0"), [2, 3], true)) {
            $faults[] = bin2hex($bytes) . ": $reference and $library";
        }
    }
    echo $faults === [] ? '' : "$vector[name]: " . implode("\n  ", array_slice($faults, 0, 5)) . "\n";
    $faults === [] ? ++$passed : ++$failed;
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
