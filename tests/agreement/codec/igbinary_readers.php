<?php

declare(strict_types=1);

/*
 * Compares brine_igbinary_unserialize() with the reader in PHP: the same value and hooks, or the same reason at the same offset. Bytes of random
 * values, whole and damaged; samples with every bit changed; hostile bytes.
 *
 *     scripts/php.sh release tests/agreement/codec/igbinary_readers.php [--count N] [--seed N] [--only INDEX]
 */

namespace Brine\Tests\Codec;

use Brine\DecodeException;
use Brine\Igbinary\Decoder;
use Brine\Tests\Differential\Generator;
use Brine\Tests\Differential\Log;
use Brine\Tests\Differential\Outcome;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';

if (PHP_INT_SIZE < 8 || !extension_loaded('igbinary') || !function_exists('brine_igbinary_unserialize')) {
    echo "skipped: this needs 64-bit integers and the extensions igbinary and brine\n";
    exit(0);
}

ini_set('memory_limit', '512M');
ini_set('zend.exception_ignore_args', '1');
date_default_timezone_set('UTC');
error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../differential/classes.php';
require __DIR__ . '/../differential/variants.php';
require __DIR__ . '/../differential/generate.php';
require __DIR__ . '/../differential/check.php';
require __DIR__ . '/igbinary_values.php';

/** Reasons of the reader in PHP only: it builds values by native text, which repeats arrays that are inside themselves. */
const OF_NATIVE_TEXT = ['too_large', 'too_slow', 'colliding_keys'];
const OF_REPEATED_ARRAYS = ['too_deep', 'max_elements', 'max_depth'];

final class Tally
{
    public static int $passed = 0;
    public static int $failed = 0;

    public static function note(string $name, ?string $wrong): void
    {
        if ($wrong === null) {
            ++self::$passed;
        } elseif (++self::$failed <= 40) {
            echo "$name: ", addcslashes(substr($wrong, 0, 3000), "\0..\37\177..\377"), "\n";
        }
    }
}

/** @return string|null a reader's reason and offset; null if it returned a value */
function refusal(Outcome $outcome): ?string
{
    $thrown = $outcome->thrown;

    return match (true) {
        $thrown === null => null,
        $thrown instanceof DecodeException => "{$thrown->getReason()} at {$thrown->getOffset()}",
        default => get_class($thrown) . ': ' . $thrown->getMessage(),
    };
}

/** What stands for native text if there is none. */
const ENDLESS = 'R:0;';

/** Native text. From PHP 8.3 on there is none of an array that lies inside itself. */
function text(mixed $value): string
{
    try {
        return serialize($value);
    } catch (\Error) {
        return ENDLESS;
    }
}

/** @return string|null what differs */
function differenceOfValues(mixed $inPhp, mixed $inC): ?string
{
    [$expected, $actual] = [text($inPhp), text($inC)];
    // Native serialize() misses that an object with one holder is the one that its own hook returns.
    if ($expected !== $actual && brine_serialize($inPhp) === brine_serialize($inC)) {
        return null;
    }
    // A damaged exception keeps the place and trace of its reader.
    if (($expected === $actual && $actual !== ENDLESS) || preg_match('/\0(Exception|Error)\0trace"/', $actual) === 1) {
        return null;
    }
    // In C, an array inside itself is the same array, for which native text has null; in PHP it is another one.
    $references = [];
    $isSame = preg_match('/R:\d|N;/', $actual) === 1 && outline($inPhp, $references) === outline($inC, $references);

    $from = max(0, strspn($expected ^ $actual, "\0") - 50);

    return $isSame ? null : 'PHP: ' . substr($expected, $from, 200) . "\nC: " . substr($actual, $from, 200);
}

/**
 * @param bool $isDamaged whether keys may come again: the reader in PHP builds only the last value of such a key, in the first one's place; in C
 *     the others live to the end
 * @return list<string> the calls to compare
 */
function hooks(Outcome $outcome, bool $isDamaged): array
{
    $hooks = $isDamaged ? array_values(preg_grep('/::__destruct /', $outcome->hooks, PREG_GREP_INVERT)) : $outcome->hooks;
    if ($isDamaged) {
        sort($hooks);
    }

    return $hooks;
}

/**
 * @param array<string, mixed> $options
 * @return string|null what differs
 */
function disagreement(string $bytes, array $options = [], bool $isDamaged = false): ?string
{
    $inPhp = new Outcome(static fn (string $bytes): mixed => Decoder::decode($bytes, $options), $bytes);
    $inC = new Outcome(static fn (string $bytes): mixed => brine_igbinary_unserialize($bytes, $options), $bytes);
    [$expected, $actual] = [refusal($inPhp), refusal($inC)];
    if ($expected === null && $actual === null) {
        $difference = differenceOfValues($inPhp->result, $inC->result);
        $called = hooks($inC, $isDamaged);
        $expectedCalls = hooks($inPhp, $isDamaged);
        if ($difference === null && array_values(array_intersect($called, $expectedCalls)) !== $expectedCalls) {
            $difference = 'PHP: ' . implode(', ', $inPhp->hooks) . "\nC: " . implode(', ', $inC->hooks);
        }
    } else {
        $reason = (string) strstr((string) $expected, ' ', true);
        $isAllowed = $expected === $actual
            // Both estimate memory, and the reader in PHP charges some of it later.
            || isset($options['max_memory']) && in_array('max_memory', [$reason, strstr((string) $actual, ' ', true)], true)
            // The reader in PHP checks names and types once all is read.
            // So it does not see that the type of a property refuses such a value.
            || $expected === null && str_starts_with((string) $actual, 'bad_property ')
            || $expected !== null && preg_match('/^bad_(name|property) at (\d+)$/', (string) $actual, $match) === 1 && (int) $match[2] < $inPhp->thrown->getOffset()
            // It is stricter about names with zero bytes, which native text could not have.
            || $reason === 'bad_name'
            || in_array($reason, OF_NATIVE_TEXT, true)
            || in_array($reason, OF_REPEATED_ARRAYS, true) && str_ends_with((string) $expected, ' at 4');
        $difference = $isAllowed ? null : "PHP: $expected\nC: $actual";
    }

    return $difference === null ? null : $difference . "\n" . bin2hex(substr($bytes, 0, 1000)) . ($options === [] ? '' : ' ' . json_encode($options));
}

const ALL_OPTIONS = [
    [],
    ['allowed_classes' => false],
    ['missing_classes' => 'throw'],
    ['max_depth' => 3],
    ['max_elements' => 20],
    ['max_memory' => 3000],
];

$options = getopt('', ['count:', 'seed:', 'only:']);
$seed = \Brine\Tests\seed($options['seed'] ?? null);
$first = (int) ($options['only'] ?? 0);
$count = isset($options['only']) ? 1 : (int) ($options['count'] ?? 2000);
echo "seed $seed\n";
set_error_handler(Log::error(...));
gc_disable();
for ($index = $first; $index < $first + $count; ++$index) {
    try {
        $bytes = igbinary_serialize(Generator::graph($seed, $index)->value);
    } catch (\Throwable) {
        continue;
    }
    if (!is_string($bytes)) {
        continue;
    }
    $name = "graph $index (--seed $seed --only $index)";
    mt_srand($seed ^ $index);
    Tally::note($name, disagreement($bytes));
    Tally::note("$name in format 1", disagreement("\0\0\0\x01" . substr($bytes, 4)));
    Tally::note("$name with options", disagreement($bytes, ALL_OPTIONS[$index % count(ALL_OPTIONS)]));
    Tally::note("$name of changed classes", disagreement(strtr($bytes, \Brine\Tests\Differential\VARIANTS)));
    for ($i = 0; $i < 3; ++$i) {
        $damaged = $bytes;
        for ($j = mt_rand(1, 3); $j > 0; --$j) {
            $damaged[mt_rand(4, max(4, strlen($bytes) - 1))] = chr(mt_rand(0, 255));
        }
        Tally::note("$name, damaged", disagreement($damaged, ['max_elements' => 100_000], true));
    }
    \Brine\Tests\collectGarbage();
}
if (!isset($options['only'])) {
    for ($index = 0; $index < intdiv($count, 10); ++$index) {
        mt_srand($seed + $index);
        $bytes = igbinary_serialize(arraysInsideThemselves($seed + $index));
        Tally::note('arrays inside themselves, ' . ($seed + $index), disagreement($bytes));
        $bytes = igbinary_serialize(arraysBehindReferences($seed + $index));
        for ($i = 0; $i < 10; ++$i) {
            $bytes[mt_rand(4, strlen($bytes) - 1)] = chr(mt_rand(0, 6));
            Tally::note('arrays behind references, damaged', disagreement($bytes, ['max_elements' => 10_000], true));
        }
        \Brine\Tests\collectGarbage();
    }
    foreach (bombs() as $name => $bytes) {
        Tally::note($name, disagreement(HEADER . $bytes, ['max_elements' => 100_000], true));
    }
    for ($index = 0; $index < 150; ++$index) {
        try {
            $bytes = igbinary_serialize(Generator::graph(1, $index)->value);
        } catch (\Throwable) {
            continue;
        }
        foreach (strlen($bytes) > 400 ? [] : flipped($bytes) as $what => $damaged) {
            Tally::note("sample $index, $what", disagreement($damaged, ['max_elements' => 100_000], true));
        }
        \Brine\Tests\collectGarbage();
    }
}
echo Tally::$passed, ' passed, ', Tally::$failed, " failed\n";
exit(Tally::$failed === 0 ? 0 : 1);
