<?php

declare(strict_types=1);

/*
 * Compares brine_igbinary_serialize() with igbinary_serialize(), byte by byte: random graphs, graphs of shared arrays and references, strings whose
 * fingerprints collide, and the corpus, with igbinary.compact_strings on and off. What is written, igbinary reads back as the same value.
 *
 *     scripts/php.sh release tests/agreement/codec/igbinary_writer.php [--count N] [--seed N] [--only INDEX]
 */

namespace Brine\Tests\Codec;

use Brine\DecodeException;
use Brine\EncodeException;
use Brine\Igbinary\Decoder;
use Brine\Tests\Differential\Generator;
use Brine\Tests\Differential\Log;
use Brine\Tests\Differential\Outcome;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}
// Without igbinary, which leaks where it fails, sanitizers look at the writer alone.
define('HAS_PEER', extension_loaded('igbinary'));

ini_set('memory_limit', '1G');
date_default_timezone_set('UTC');
error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/SharedGraph.php';
require __DIR__ . '/../differential/classes.php';
require __DIR__ . '/../differential/variants.php';
require __DIR__ . '/../differential/generate.php';
require __DIR__ . '/../differential/check.php';
error_reporting(E_ALL);

$passed = $failed = 0;
$note = static function (string $name, ?string $wrong) use (&$passed, &$failed): void {
    if ($wrong === null) {
        ++$passed;
    } elseif (++$failed <= 40) {
        echo "$name: $wrong\n";
    }
};

/** @return string|null the first difference of the bytes, or null */
function differenceOfBytes(string $expected, string $actual): ?string
{
    $at = strspn($expected ^ $actual, "\0");
    $from = max(0, $at - 20);

    return $expected === $actual ? null : sprintf(
        'differs at %d of %d: igbinary %s, here %s',
        $at,
        strlen($expected),
        bin2hex(substr($expected, $from, 60)),
        bin2hex(substr($actual, $from, 60)),
    );
}

/**
 * @param bool $oursFirst before igbinary makes the property tables of the objects
 * @return string|null what is wrong with the bytes of a value, or with the hooks that were called, or null
 */
function difference(mixed $value, bool $compact, bool $oursFirst): ?string
{
    HAS_PEER && ini_set('igbinary.compact_strings', $compact ? '1' : '0');
    $ours = static fn (): Outcome => new Outcome(static fn (mixed $value): string => brine_igbinary_serialize($value, $compact), $value);
    $actual = $oursFirst || !HAS_PEER ? $ours() : null;
    if (!HAS_PEER) {
        return differenceToReader($value, $actual);
    }
    $expected = new Outcome(igbinary_serialize(...), $value);
    $actual ??= $ours();
    $message = $expected->thrown?->getMessage() ?? '';
    // igbinary ends earlier: Brine skips uninitialised properties, like serialize().
    if (str_contains($message, 'must not be accessed before initialization (in __sleep)')) {
        $common = min(count($actual->hooks), count($expected->hooks));

        return array_slice($actual->hooks, 0, $common) === array_slice($expected->hooks, 0, $common) ? null : 'other hooks until one of the two ended';
    }
    if ($actual->hooks !== $expected->hooks) {
        return 'hooks: igbinary ' . implode(', ', $expected->hooks) . '; here ' . implode(', ', $actual->hooks);
    }
    if ($expected->thrown === null && $actual->thrown === null) {
        return differenceOfBytes($expected->result, $actual->result);
    }
    if ($actual->thrown instanceof EncodeException) {
        return $message !== '' && str_starts_with($actual->thrown->getMessage(), $message) ? null : "throws {$actual->thrown->getMessage()}, igbinary $message";
    }

    return $actual->thrown?->getMessage() === $message ? null : "throws $actual->thrown, igbinary $expected->thrown";
}

/** @return string|null why the library cannot read the written bytes, or null */
function differenceToReader(mixed $value, Outcome $actual): ?string
{
    if ($actual->thrown !== null) {
        return $actual->thrown instanceof \Error && !$actual->thrown instanceof \TypeError ? "throws $actual->thrown" : null;
    }
    try {
        Decoder::decode($actual->result);

        return null;
    } catch (DecodeException $error) {
        // If a class rejects its data, the writer is not at fault.
        return in_array($error->getReason(), ['bad_object', 'bad_class', 'bad_property'], true) ? null : $error->getMessage() . ' ' . bin2hex($actual->result);
    } catch (\Throwable) {
        return null;
    }
}

/** @return string|null how the value that igbinary reads from the written bytes differs, or null */
function differenceOfValues(mixed $value): ?string
{
    $read = HAS_PEER ? igbinary_unserialize(...) : Decoder::decode(...);

    return serialize($read(brine_igbinary_serialize($value))) === serialize($value) ? null : 'another value is read';
}

/** @return iterable<string, array<mixed>> strings that are hard to tell apart, each twice */
function manyStrings(): iterable
{
    $list = array_map(static fn (int $i): string => "string $i", range(1, 100_000));
    yield '100,000 strings' => [$list, $list];
    // What lies between the first, middle and last 8 bytes.
    $alike = array_map(static fn (int $i): string => sprintf('beginning%010d%s%010d the end', $i % 100, str_repeat('-', 40), intdiv($i, 100)), range(0, 9_999));
    yield '10,000 strings with the same ends and middle' => [$alike, $alike];
    $keys = array_fill_keys($alike, true);
    yield 'the same as keys, and classes among them' => [$keys, new Shared(), $keys, Shared::class, $list, new Shared(), $list];
    $bytes = array_map(chr(...), range(0, 255));
    yield 'all strings of one byte' => [$bytes, $bytes, array_map(static fn (string $byte): string => "$byte\0", $bytes), $bytes];
}

$options = getopt('', ['count:', 'seed:', 'only:']);
$seed = \Brine\Tests\seed($options['seed'] ?? null);
$first = (int) ($options['only'] ?? 0);
$count = isset($options['only']) ? 1 : (int) ($options['count'] ?? 2000);
echo "seed $seed\n";
set_error_handler(Log::error(...));
gc_disable();
for ($index = $first; $index < $first + $count; ++$index) {
    $value = Generator::graph($seed, $index)->value;
    $note("graph $index (--seed $seed --only $index)", difference($value, $index % 3 !== 0, $index % 2 === 0));
    $value = SharedGraph::make($seed, $index);
    $note("shared graph $index (--seed $seed --only $index)", difference($value, $index % 3 !== 0, $index % 2 === 0));
    unset($value);
    \Brine\Tests\collectGarbage();
}
gc_collect_cycles();
if (!isset($options['only'])) {
    foreach (manyStrings() as $name => $value) {
        $note($name, difference($value, true, true));
        $note("$name, without compact_strings", difference($value, false, true));
        $note("$name, read", differenceOfValues($value));
    }
    $corpus = getenv('BRINE_CORPUS') ?: __DIR__ . '/../../../../shared/corpus';
    $files = is_file("$corpus/stubs.php") ? new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($corpus, \FilesystemIterator::SKIP_DOTS)) : [];
    $files !== [] && require "$corpus/stubs.php";
    foreach ($files as $file) {
        if ($file->getExtension() === 'ser') {
            $value = unserialize((string) file_get_contents((string) $file));
            $note("$file", difference($value, true, true));
            $note("$file, without compact_strings", difference($value, false, false));
            $note("$file, read", differenceOfValues($value));
            unset($value);
            gc_collect_cycles();
        }
    }
}
echo "$passed passed, $failed failed\n";
exit($failed > 0 ? 1 : 0);
