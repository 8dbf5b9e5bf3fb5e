<?php

/*
 * Round trip of each .ser file (native text) under BRINE_CORPUS (../shared/corpus): the text stays the same. --reference and --decoder also use
 * the reference decoder and the library's.
 *
 *     php -n -d extension=ext/modules/brine.so tests/agreement/corpus/run.php [--reference|--decoder]
 */

declare(strict_types=1);

error_reporting(E_ALL);
ini_set('memory_limit', '1G');
set_error_handler(static function (int $level, string $message): never {
    throw new ErrorException($message, 0, $level);
});

$corpus = getenv('BRINE_CORPUS') ?: __DIR__ . '/../../../../shared/corpus';
if (!is_file("$corpus/stubs.php")) {
    echo "skipped: no corpus at $corpus\n";
    exit(0);
}
require "$corpus/stubs.php";

$reference = null;
// The reference decoder is written for 64-bit integers.
if (in_array('--reference', $argv, true) && PHP_INT_SIZE === 8) {
    require __DIR__ . '/../../format/reference/bootstrap.php';
    $reference = \Brine\Tests\Reference\Decoder::decode(...);
}

if (in_array('--decoder', $argv, true)) {
    if (PHP_INT_SIZE < 8) {
        echo "skipped: this needs 64-bit integers\n";
        exit(0);
    }
    require __DIR__ . '/../../bootstrap.php';
    $reference = Brine\Format\Decoder::decode(...);
}

/** Whether there are integers in a native text that this PHP has not. */
function hasLargeIntegers(string $text): bool
{
    preg_match_all('/(?<=[;{])i:(-?\d+)(?=;)/', $text, $matches);

    return array_filter($matches[1], static fn (string $digits): bool => (string) (int) $digits !== $digits) !== [];
}

/** The failure with one text, or null. */
function failure(string $text, ?Closure $reference): ?string
{
    try {
        $value = unserialize($text);
        if (serialize($value) !== $text) {
            return PHP_INT_SIZE < 8 && hasLargeIntegers($text) ? null : 'native does not round trip';
        }
        $payload = brine_serialize($value);
        $decoded = brine_unserialize($payload);

        return match (true) {
            serialize($decoded) !== $text => 'the decoded value has another native text',
            serialize($value) !== $text => 'encoding changed the value',
            brine_serialize($decoded) !== $payload => 'the decoded value encodes to another payload',
            $reference !== null && serialize($reference($payload)) !== $text => 'the other decoder disagrees',
            default => null,
        };
    } catch (Throwable $thrown) {
        return $thrown::class . ': ' . $thrown->getMessage();
    }
}

$files = new RegexIterator(new RecursiveIteratorIterator(new RecursiveDirectoryIterator($corpus)), '/\.ser$/');
$paths = array_map(strval(...), iterator_to_array($files, false));
sort($paths);
$failed = 0;
foreach ($paths as $path) {
    $failure = failure(file_get_contents($path), $reference);
    if ($failure !== null) {
        $failed++;
        echo substr($path, strlen($corpus) + 1), ": $failure\n";
    }
}
echo count($paths) - $failed, " passed, $failed failed\n";
exit($failed === 0 && $paths !== [] ? 0 : 1);
