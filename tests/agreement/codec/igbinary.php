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
error_reporting(E_ALL);

const HEADER = "\0\0\0\x02";

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

/** An object whose properties hold arrays that contain it. */
final class Member
{
    public mixed $one = null;
    public mixed $two = null;
}

/** @return list<array<mixed>> arrays of members and of each other; igbinary writes those inside of themselves by their numbers */
function arraysInsideThemselves(int $seed): array
{
    $random = new \Random\Randomizer(new \Random\Engine\Xoshiro256StarStar($seed));
    $pick = static fn (array $list): mixed => $list[$random->getInt(0, count($list) - 1)];
    $members = array_map(static fn (): Member => new Member(), range(1, $random->getInt(1, 6)));
    $arrays = [[]];
    for ($i = $random->getInt(1, 6); $i > 0; --$i) {
        $array = [];
        for ($j = $random->getInt(0, 4); $j > 0; --$j) {
            $array[$random->getInt(0, 1) ? $j : "key $j"] = match ($random->getInt(0, 4)) {
                0 => $j,
                1, 2 => $pick($members),
                3 => $pick($arrays),
                4 => [$j, ['member' => $pick($members)]],
            };
        }
        $arrays[] = $array;
    }
    foreach ($members as $member) {
        foreach (['one', 'two'] as $name) {
            $member->$name = match ($random->getInt(0, 4)) {
                0 => $pick($members),
                1, 2 => $pick($arrays),
                3 => [$pick($arrays), $pick($arrays)],
                4 => ['deeper' => [$pick($arrays)]],
            };
        }
    }
    if ($random->getInt(0, 2) === 0) {
        $reference = $pick($arrays);
        $pick($members)->one = &$reference;
        $pick($members)->two = &$reference;
    }

    return $arrays;
}

/** A value of arrays that PHP references lead back into. Some of the references are held by one array only: igbinary does not write these as references. */
function arraysBehindReferences(int $seed): mixed
{
    $random = new \Random\Randomizer(new \Random\Engine\Xoshiro256StarStar($seed));
    $arrays = [];
    for ($i = $random->getInt(0, 3); $i >= 0; --$i) {
        $arrays[] = ['number' => $i];
    }
    $last = count($arrays) - 1;
    $object = new Member();
    for ($i = $random->getInt(1, 8); $i > 0; --$i) {
        $to = $random->getInt(0, $last);
        $from = $random->getInt(0, $last);
        match ($random->getInt(0, 6)) {
            0, 1 => $arrays[$to]["key $i"] = &$arrays[$from],
            2 => $arrays[$to][$i] = [$i, ['deeper' => &$arrays[$from]]],
            3 => $arrays[$to][$i] = $arrays[$from],
            4 => $arrays[$to][$i] = $object,
            5 => $object->one = &$arrays[$from],
            6 => $object->two = [$arrays[$from], &$arrays[$to]],
        };
    }

    return match ($random->getInt(0, 2)) {
        0 => $arrays[0],
        1 => array_map(static fn (array $array): array => $array, $arrays),
        2 => [$object, 'array' => $arrays[$last]],
    };
}

/**
 * What comes next to each other in a value, as far as it is looked at: an array inside of itself has no end.
 *
 * @param array<string, string> $references by place, the ids of PHP references
 */
function outline(mixed $value, array &$references): string
{
    $text = '';
    $objects = [];
    for ($queue = [$value], $i = 0; $i < count($queue) && $i < 1000; ++$i) {
        $value = $queue[$i];
        if (is_object($value)) {
            $isNew = !isset($objects[spl_object_id($value)]);
            $number = $objects[spl_object_id($value)] ??= count($objects);
            $text .= get_class($value) . " $number ";
            $value = $isNew ? get_mangled_object_vars($value) : null;
        }
        if (!is_array($value)) {
            $text .= json_encode($value) . ' ';
            continue;
        }
        foreach ($value as $key => $element) {
            $id = \ReflectionReference::fromArrayElement($value, $key)?->getId();
            if ($id !== null) {
                $references["$i $key"] = bin2hex($id);
            }
            $queue[] = $element;
        }
        $text .= json_encode(array_keys($value)) . ' ';
    }

    return $text;
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
    foreach (['decoded' => outline($decoded, $actual), 'native' => outline(unserialize(serialize($decoded)), $ignored)] as $what => $made) {
        if ($made !== $text) {
            return firstDifference($what, $text, $made) . ' ' . bin2hex($bytes);
        }
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

/** @return iterable<string, string> */
function changed(string $bytes): iterable
{
    $size = strlen($bytes);
    for ($i = 0; $i < $size; ++$i) {
        yield "the first $i bytes" => substr($bytes, 0, $i);
        foreach ([0x00, 0x01, 0x7F, 0x80, 0xFF, ord($bytes[$i]) ^ 1 << $i % 8] as $byte) {
            yield "byte $i is $byte" => substr_replace($bytes, chr($byte), $i, 1);
        }
    }
}

/** The beginning of a member with one property, whose value follows. */
const MEMBER = "\x17\x18" . Member::class . "\x14\x01\x11\x03one";

/** Members of an array that each of them has as its property. */
function siblings(int $count): string
{
    return "\x15" . pack('n', $count) . "\x06\0" . MEMBER . "\x01\0" . implode('', array_map(
        static fn (int $i): string => "\x08" . pack('n', $i) . "\x1A\0\x14\x01\x0E\x01\x01\0",
        range(1, $count - 1),
    ));
}

/** @return iterable<string, string> values whose numbers lie */
function bombs(): iterable
{
    foreach ([0x11, 0x12, 0x13, 0x26, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1D, 0x1E, 0x1F, 0x0E, 0x10, 0x01, 0x03, 0x22, 0x24, 0x1A, 0x1C] as $type) {
        foreach (["\xFF", "\x7F\xFF\xFF\xFF", str_repeat("\xFF", 8), "\x80" . str_repeat("\0", 7)] as $number) {
            yield sprintf('type %02X, %s', $type, bin2hex($number)) => chr($type) . $number . str_repeat("\0", 16);
        }
    }
    yield 'a million levels' => str_repeat("\x14\x01\x06\0", 1_000_000) . "\0";
    yield 'a million levels of objects' => "\x17\x01A" . str_repeat("\x14\x01\x0E\0\x1A\0", 1_000_000) . "\x14\0";
    yield 'doubled 60 times' => "\x14\x3D\x06\0\x14\x01\x06\0\0" . implode('', array_map(
        static fn (int $i): string => "\x06" . chr($i) . "\x14\x02\x06\0\x01" . chr($i) . "\x06\x01\x01" . chr($i),
        range(1, 60),
    ));
    $object = "\x17\x08stdClass\x14\0";
    yield 'doubled 60 times, with an object' => "\x14\x3D\x06\0\x14\x01\x06\0$object" . implode('', array_map(
        static fn (int $i): string => "\x06" . chr($i) . "\x14\x02\x06\0\x01" . chr($i === 1 ? 1 : $i + 1) . "\x06\x01\x01" . chr($i === 1 ? 1 : $i + 1),
        range(1, 60),
    ));
    $long = "\x13" . pack('N', 1_000_000) . str_repeat('x', 1_000_000);
    yield 'a long string 65,535 times beside an object' => "\x15\xFF\xFF\x06\0$object\x06\x01$long" . implode('', array_map(
        static fn (int $i): string => "\x08" . pack('n', $i) . "\x0E\x01",
        range(2, 65_534),
    ));
    foreach (['true' => "\x05", 'an object' => "\x22\x01"] as $what => $other) {
        yield "a string of 60,000 bytes 30,000 times, $what behind each" => "\x15\xEA\x60\x06\0$object\x06\x01\x12\xEA\x60" . str_repeat('x', 60_000)
            . implode('', array_map(static fn (int $i): string => "\x08" . pack('n', $i) . ($i % 2 === 0 ? $other : "\x0E\x01"), range(2, 59_999)));
    }
    yield 'the same in an array of its own' => "\x14\x02\x06\0$object\x06\x01\x15\xFF\xFF\x06\x01$long" . implode('', array_map(
        static fn (int $i): string => "\x08" . pack('n', $i) . "\x0E\x01",
        range(2, 65_535),
    ));
    // The doubled array has no size of its own when it is met: that of the array around it is not known yet.
    yield 'array inside of itself, doubled 40 times' => "\x14\x01\x06\0" . MEMBER . "\x14\x29\x06\0\x14\x02\x06\0\x01\0\x06\x01\x01\0" . implode('', array_map(
        static fn (int $i): string => "\x06" . chr($i) . "\x14\x02\x06\0\x01" . chr($i + 2) . "\x06\x01\x01" . chr($i + 2),
        range(1, 40),
    ));
    yield 'array inside of itself in 4,000 objects' => siblings(4000);
    yield 'property that is a scope alone' => "\x17\x18" . Member::class . "\x14\x01\x11\x03\0*\0\0";
    yield 'reference inside of itself' => "\x14\x01\x06\0\x25\x14\x01\x06\0\x25\x01\x01";
    yield 'bytes after the value' => "\0\0";
    yield 'reference in front' => "\x25\0";
    yield 'reference to a reference' => "\x14\x01\x06\0\x25\x25\0";
    yield 'two large integers' => "\x14\x02\x06\0\x20\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x06\x01\x21\x80\0\0\0\0\0\0\x01";
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
    // The array stands twice, and 100 elements in each come when both are open: 1 + 2 + 1 + 2 + 2 * 100.
    $behind = "\x14\x01\x06\0\x14\x02\x06\0" . MEMBER . "\x01\x01\x06\x01\x14\x64"
        . implode('', array_map(static fn (int $i): string => "\x06" . chr($i) . "\0", range(0, 99)));
    foreach ([
        [siblings(500), 'max_elements', 500 * 501 + 500, null],
        [siblings(500), 'max_elements', 500 * 501 + 499, 'max_elements'],
        [siblings(1900), 'max_depth', 4096, 'too_slow'],
        [$limits, 'max_elements', 3, null],
        [$limits, 'max_elements', 2, 'max_elements'],
        [$limits, 'max_depth', 4, null],
        [$limits, 'max_depth', 2, 'max_depth'],
        [$behind, 'max_elements', 206, null],
        [$behind, 'max_elements', 205, 'max_elements'],
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
