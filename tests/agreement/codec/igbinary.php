<?php

declare(strict_types=1);

/*
 * Compares the igbinary reader with the extension igbinary on random graphs and the corpus: values (native text), order of hooks, both headers.
 * Hostile bytes give a value or a DecodeException with an offset, without warnings.
 *
 *     scripts/php.sh release tests/agreement/codec/igbinary.php [--count N] [--seed N] [--only INDEX]
 */

namespace Brine\Tests\Codec;

use Brine\DecodeException;
use Brine\Igbinary\Decoder;
use Brine\Tests\Differential\Generator;
use Brine\Tests\Differential\Log;
use Brine\Tests\Differential\Outcome;
use Brine\Tree\Builder;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';

if (PHP_INT_SIZE < 8 || !extension_loaded('igbinary')) {
    echo "skipped: this needs 64-bit integers and the extension igbinary\n";
    exit(0);
}

ini_set('memory_limit', '256M');
ini_set('zend.exception_ignore_args', '1');
date_default_timezone_set('UTC');
error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../differential/classes.php';
require __DIR__ . '/../differential/variants.php';
require __DIR__ . '/../differential/generate.php';
require __DIR__ . '/../differential/check.php';
require __DIR__ . '/igbinary_values.php';
error_reporting(E_ALL);

final class Tally
{
    public static int $passed = 0;
    public static int $failed = 0;

    public static function note(string $name, ?string $wrong): void
    {
        if ($wrong === null) {
            ++self::$passed;
        } elseif (++self::$failed <= 40) {
            echo "$name: ", addcslashes(substr($wrong, 0, 600), "\0..\37\177..\377"), "\n";
        }
    }
}

/** @return string|null what is wrong with the reader's answer to what igbinary wrote of a value, or null */
function difference(mixed $value, string $bytes): ?string
{
    $expected = new Outcome(igbinary_unserialize(...), $bytes);
    $actual = new Outcome(Decoder::decode(...), $bytes);
    if ($actual->thrown !== null || $expected->thrown !== null) {
        $thrown = $actual->thrown?->getPrevious() ?? $actual->thrown;
        if ($thrown?->getMessage() === $expected->thrown?->getMessage()) {
            return null;
        }

        return 'throws ' . $thrown . ', igbinary ' . $expected->thrown;
    }
    $text = serialize($actual->result);
    if ($text === serialize($expected->result) && $actual->hooks === $expected->hooks) {
        // Native text has no bits of a NaN.
        [$other, $bits] = [brine_serialize($expected->result), brine_serialize($actual->result)];

        return $other === $bits ? null : firstDifference('Brine', $other, $bits);
    }
    $native = new Outcome(static fn (string $text): mixed => unserialize($text), serialize($value));

    return $text === serialize($native->result) && $actual->hooks === $native->hooks
        ? null
        : firstDifference('igbinary', serialize($expected->result), $text) . '; ' . firstDifference('native', serialize($native->result), $text)
            . '; ' . firstDifference('hooks', implode(', ', $expected->hooks), implode(', ', $actual->hooks));
}

function firstDifference(string $what, string $expected, string $actual): string
{
    $at = strspn($expected ^ $actual, "\0");
    $from = max(0, $at - 50);

    return $expected === $actual ? "$what: the same" : "$what at $at: " . substr($expected, $from, 90) . ' HERE ' . substr($actual, $from, 90);
}

/** @return string|null what is wrong with the reader's answer to any bytes, or null */
function misbehaviour(string $bytes): ?string
{
    $warnings = [];
    set_error_handler(static function (int $level, string $message) use (&$warnings): bool {
        // PHP's deprecation of properties that damaged names make, and what hooks say of values that they did not write.
        if (!str_starts_with($message, 'Creation of dynamic property') && !isInHook(debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS))) {
            $warnings[] = $message;
        }

        return true;
    });
    try {
        Decoder::decode($bytes, ['max_elements' => 100_000]);
    } catch (DecodeException $error) {
        if ($error->getOffset() < 0 || $error->getOffset() > strlen($bytes)) {
            return "the error is reported at {$error->getOffset()}";
        }
    } catch (\Throwable $error) {
        // What PHP's own classes refuse is an exception of ours.
        if (!isInHook($error->getTrace()) || $error->getFile() === Builder::FILE && $error->getPrevious() === null) {
            return 'throws ' . $error;
        }
    } finally {
        restore_error_handler();
    }

    return $warnings === [] ? null : 'PHP says: ' . implode('; ', $warnings);
}

/**
 * Compares the values themselves: they may have no end, and where igbinary lost a reference, the array that it leads to is a part of
 * itself in the extension's value, and a reference in the reader's.
 *
 * @return string|null what is wrong with the reader's answer to what igbinary wrote of a value, or null
 */
function differenceOfOutlines(mixed $value): ?string
{
    $bytes = igbinary_serialize($value);
    $ignored = $expected = $actual = [];
    $text = outline($value, $ignored);
    outline(igbinary_unserialize($bytes), $expected);
    try {
        $decoded = Decoder::decode($bytes);
    } catch (DecodeException $error) {
        return $error->getMessage() . ' ' . bin2hex($bytes);
    }
    $made = outline($decoded, $actual);
    if ($made !== $text) {
        return firstDifference('decoded', $text, $made) . ' ' . bin2hex($bytes);
    }
    foreach (array_count_values($expected) as $id => $places) {
        $ids = array_map(static fn (string $place): ?string => $actual[$place] ?? null, array_keys($expected, (string) $id, true));
        if ($places > 1 && (count(array_unique($ids)) > 1 || $ids[0] === null)) {
            return "$places places of a reference are not one: " . bin2hex($bytes);
        }
    }

    return null;
}

/**
 * Compares Brine's bytes: native text has null for an array inside of itself.
 *
 * @return string|null what is wrong with the reader's answer to what igbinary wrote of a value, or null
 */
function differenceOfGraphs(mixed $value): ?string
{
    $bytes = igbinary_serialize($value);
    try {
        $actual = brine_serialize(Decoder::decode($bytes));
    } catch (DecodeException $error) {
        return $error . ' ' . bin2hex($bytes);
    }

    return $actual === brine_serialize($value) || $actual === brine_serialize(igbinary_unserialize($bytes))
        ? null
        : firstDifference('the graph', brine_serialize($value), $actual) . ' ' . bin2hex($bytes);
}

final class Typed
{
    public int $number = 5;
    public mixed $other = null;
}

enum Answer
{
    case Yes;
}

/** @return iterable<array{string, array<mixed>, string}> bytes, options, and the message */
function faults(): iterable
{
    $typed = new Typed();
    $typed->other = ['deep' => [new Typed(), '5' => Answer::Yes]];
    $bytes = igbinary_serialize(['list' => [1, $typed]]);
    $inner = (int) strpos($bytes, "\x1A\x01\x14\x02\x0E\x02\x06\x05");
    $case = (int) strpos($bytes, "\x17\x18");
    $deep = "in \$value['list'][1]->other['deep']";
    yield ['', [], 'The payload is empty: was the cache entry missing (false)?'];
    yield [substr($bytes, 0, -1), [], 'the payload ends too early at byte ' . strlen($bytes) - 3 . ", {$deep}[5]"];
    yield [substr($bytes, 0, $inner + 7), [], 'the payload ends too early at byte ' . $inner + 7 . ", {$deep}[0]->number"];
    yield [
        substr_replace($bytes, "\x0E\x03", $inner + 6, 2), [],
        'Cannot assign string to property ' . Typed::class . "::\$number of type int at byte $inner, {$deep}[0]->number",
    ];
    yield [str_replace('Answer', 'Answe!', $bytes), [], "'" . __NAMESPACE__ . "\\Answe!' is not the name of a class at byte " . $case + 1 . ", {$deep}[5]"];
    yield [str_replace('Yes', 'Not', $bytes), [], 'the enum ' . Answer::class . " has no case 'Not' at byte $case, {$deep}[5]"];
    yield [$bytes, ['allowed_classes' => [Typed::class]], 'the enum ' . Answer::class . " is not allowed (allowed_classes) at byte $case, {$deep}[5]"];
    yield [$bytes, ['max_depth' => 4], 'the value is nested deeper than max_depth (4) at byte ' . $inner - 4 . ", $deep"];
    yield [$bytes, ['max_elements' => 6], 'the value has more elements than max_elements (6) at byte ' . $inner - 4 . ", $deep"];
    $zone = new \DateTimeZone('Europe/Berlin');
    $dates = igbinary_serialize([new \DateTime('@0'), 'x' => [new \DateTime('now', $zone), new \DateTime('now', new \DateTimeZone('Europe/Paris'))]]);
    $last = (int) strrpos($dates, "\x1A\x00\x14");
    yield [
        str_replace('Europe/Paris', 'Europe/Pariz', $dates), [],
        "DateTime refuses its data: Invalid serialization data for DateTime object at byte $last, in \$value['x'][1]",
    ];
}

/** @return string|null what is wrong with what the reader says of bytes */
function differenceOfMessages(string $bytes, array $options, string $expected): ?string
{
    try {
        Decoder::decode($bytes, $options);
    } catch (DecodeException $error) {
        return $error->getMessage() === $expected ? null : "says {$error->getMessage()}, not $expected";
    }

    return 'decodes';
}

/** @param list<array<string, mixed>> $trace */
function isInHook(array $trace): bool
{
    foreach ($trace as $frame) {
        if (isset($frame['class']) && in_array($frame['function'], ['__unserialize', '__wakeup', 'unserialize', '__destruct'], true)) {
            return true;
        }
    }

    return false;
}

$options = getopt('', ['count:', 'seed:', 'only:']);
$seed = \Brine\Tests\seed($options['seed'] ?? null);
$first = (int) ($options['only'] ?? 0);
$count = isset($options['only']) ? 1 : (int) ($options['count'] ?? 2000);
echo "seed $seed\n";
set_error_handler(Log::error(...));
gc_disable();
mt_srand($seed);
for ($index = $first; $index < $first + $count; ++$index) {
    $value = Generator::graph($seed, $index)->value;
    try {
        $bytes = igbinary_serialize($value);
    } catch (\Throwable) {
        continue;
    }
    // Of this class' __sleep() igbinary writes what native does not: names without properties.
    if (!is_string($bytes) || str_contains($bytes, 'SleepBad')) {
        continue;
    }
    Tally::note("graph $index (--seed $seed --only $index)", difference($value, $bytes));
    $old = "\0\0\0\x01" . substr($bytes, 4);
    Tally::note("graph $index in format 1", difference($value, $old));
    for ($i = 0; $i < 3; ++$i) {
        $damaged = $bytes;
        for ($j = mt_rand(1, 3); $j > 0; --$j) {
            $damaged[mt_rand(4, max(4, strlen($bytes) - 1))] = chr(mt_rand(0, 255));
        }
        Tally::note("graph $index (--seed $seed --only $index), damaged: " . bin2hex(substr($damaged, 0, 2000)), misbehaviour($damaged));
    }
    unset($value);
    \Brine\Tests\collectGarbage();
}
gc_enable();
if (!isset($options['only'])) {
    for ($index = 0; $index < intdiv($count, 10); ++$index) {
        Tally::note('arrays inside of themselves, ' . ($seed + $index), differenceOfGraphs(arraysInsideThemselves($seed + $index)));
        $value = arraysBehindReferences($seed + $index);
        Tally::note('arrays behind references, ' . ($seed + $index), differenceOfOutlines($value));
        $bytes = igbinary_serialize($value);
        for ($i = 0; $i < 20; ++$i) {
            $damaged = $bytes;
            $damaged[mt_rand(4, strlen($bytes) - 1)] = chr(mt_rand(0, 6));
            Tally::note('arrays behind references, damaged: ' . bin2hex($damaged), misbehaviour($damaged));
        }
    }
    $limits = "\x14\x01\x06\0" . MEMBER . "\x01\0";
    // An array inside itself adds no elements: 1 + 2 + 1 + 100.
    $behind = "\x14\x01\x06\0\x14\x02\x06\0" . MEMBER . "\x01\x01\x06\x01\x14\x64"
        . implode('', array_map(static fn (int $i): string => "\x06" . chr($i) . "\0", range(0, 99)));
    foreach ([
        [siblings(500), 'max_elements', 1000, null],
        [siblings(500), 'max_elements', 999, 'max_elements'],
        [siblings(4000), 'max_depth', 2, null],
        [$limits, 'max_elements', 2, null],
        [$limits, 'max_elements', 1, 'max_elements'],
        [$limits, 'max_depth', 2, null],
        [$limits, 'max_depth', 1, 'max_depth'],
        [$behind, 'max_elements', 104, null],
        [$behind, 'max_elements', 103, 'max_elements'],
    ] as [$bytes, $name, $limit, $expected]) {
        try {
            Decoder::decode(HEADER . $bytes, [$name => $limit]);
            $reason = null;
        } catch (DecodeException $error) {
            $reason = $error->getReason();
        }
        Tally::note("array inside of itself, $name $limit", $reason === $expected ? null : "$reason");
    }
    foreach (faults() as $i => [$bytes, $options, $message]) {
        Tally::note("fault $i", differenceOfMessages($bytes, $options, $message));
    }
    foreach (bombs() as $name => $bytes) {
        Tally::note($name, misbehaviour(HEADER . $bytes));
        try {
            Decoder::decode(HEADER . $bytes);
            Tally::note($name, $name === 'reference inside of itself' ? null : 'decodes');
        } catch (DecodeException) {
            Tally::note($name, null);
        }
    }
    for ($index = 0; $index < 150; ++$index) {
        try {
            $bytes = igbinary_serialize(Generator::graph(1, $index)->value);
        } catch (\Throwable) {
            continue;
        }
        foreach (strlen($bytes) > 400 ? [] : changed($bytes) as $what => $damaged) {
            Tally::note("sample $index, $what: " . bin2hex($damaged), misbehaviour($damaged));
        }
    }
    $corpus = getenv('BRINE_CORPUS') ?: __DIR__ . '/../../../../shared/corpus';
    if (is_file("$corpus/stubs.php")) {
        require "$corpus/stubs.php";
        foreach (new \RegexIterator(new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($corpus)), '/\.ser$/') as $path) {
            $value = unserialize(file_get_contents((string) $path));
            Tally::note((string) $path, difference($value, igbinary_serialize($value)));
        }
    }
}
echo Tally::$passed, ' passed, ', Tally::$failed, " failed\n";
exit(Tally::$failed === 0 ? 0 : 1);
