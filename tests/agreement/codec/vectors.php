<?php

declare(strict_types=1);

/*
 * Runs the reader in PHP over all vectors, their prefixes, and payloads with one bit flipped: values and errors are the extension's, except for
 * what agree() lists; PHP never warns.
 *
 *     scripts/php.sh release tests/agreement/codec/vectors.php [part of a vector's name]
 */

namespace Brine\Tests\Codec;

use Brine\DecodeException;
use Brine\Format\Decoder;
use Brine\Tests\Vectors\Graph;
use Brine\Tests\Vectors\Vector;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../format/vectors/Graph.php';
require __DIR__ . '/../../format/vectors/Vector.php';
require __DIR__ . '/../../format/vectors/classes.php';

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

/** Longer payloads are cut and changed only within this many bytes of either end. */
const EDGE = 64;

/** Keeps a changed count of a run or table from filling the memory. */
const MAX_ELEMENTS_OF_DAMAGED = 65_536;

/**
 * A reader's result in a comparable form; with the reason, if it threw.
 *
 * @return array{string, string|null}
 */
function outcome(\Closure $decode, string $payload, array $options): array
{
    Warnings::$all = [];
    try {
        $value = $decode($payload, $options);
        $outcome = serialize($value) . "\n" . Graph::describe($value);
    } catch (DecodeException $error) {
        // The extension has made objects before it meets what is wrong, and PHP has complained of dynamic properties.
        $warnings = array_filter(Warnings::$all, static fn (string $warning): bool => !str_contains($warning, 'Creation of dynamic property'));
        $outcome = "{$error->getReason()}: {$error->getMessage()} ({$error->getOffset()})"
            . ($error->getPrevious() === null ? '' : ', ' . $error->getPrevious()->getMessage());

        return [$outcome . implode("\n", $warnings), $error->getReason()];
    } catch (\Throwable $error) {
        return [$error::class . ': ' . $error->getMessage() . implode("\n", Warnings::$all), $error::class];
    }

    return [$outcome . implode("\n", Warnings::$all), null];
}

/**
 * Two differences are by design: the reader in PHP reads everything before it builds objects, so of two faults it may report the other one; and it
 * refuses a mangled name with a zero byte after its scope.
 *
 * @param array{string, string|null} $expected
 * @param array{string, string|null} $actual
 */
function agree(array $expected, array $actual): bool
{
    return $expected === $actual
        || $expected[1] === 'bad_property' && !in_array($actual[1], ['bad_property', null], true)
        || $actual[1] === 'bad_name' && substr_count($actual[0], '\x00') > 2;
}

final class Warnings
{
    /** @var list<string> */
    public static array $all = [];
}

set_error_handler(static function (int $level, string $message): bool {
    // The extension and unserialize() word these differently where the name is mangled in part, and two names may be worded alike.
    $message = preg_replace('/^(Creation of dynamic property) .*/s', '$1', $message);
    if (!in_array($message, Warnings::$all, true)) {
        Warnings::$all[] = $message;
    }

    return true;
});

/** @return string|null what is wrong with what the vector itself says */
function wrong(Vector $vector): ?string
{
    try {
        $value = Decoder::decode($vector->payload(), $vector->options);
    } catch (DecodeException $error) {
        return $vector->allows($error->getOffset(), $error->getReason()) ? null : "threw at {$error->getOffset()}: {$error->getMessage()} ({$error->getReason()})";
    } catch (\Throwable $error) {
        return $vector->throws === $error::class ? null : 'threw ' . $error::class . ': ' . $error->getMessage();
    }
    if (!$vector->isValid()) {
        return 'decodes to ' . serialize($value);
    }
    $expected = $vector->value();

    return match (true) {
        serialize($value) !== serialize($expected) => 'decodes to ' . serialize($value),
        Graph::describe($value) !== Graph::describe($expected) => 'decodes to the graph ' . Graph::describe($value),
        default => null,
    };
}

/** @return iterable<string, string> */
function damaged(string $payload): iterable
{
    $size = strlen($payload);
    // Those of the greatest depth take nearly all of the time.
    $edge = $size > 2048 && getenv('BRINE_ONE_BIT') !== false ? 4 : EDGE;
    for ($i = 0; $i < $size; ++$i) {
        if ($i === $edge && $size > 2 * $edge) {
            $i = $size - $edge;
        }
        yield "the first $i bytes" => substr($payload, 0, $i);
        // Of long payloads, which take time, one bit of each byte; of all in make test.
        foreach ($size > 2 * EDGE || getenv('BRINE_ONE_BIT') !== false ? [$i % 8] : range(0, 7) as $bit) {
            $changed = $payload;
            $changed[$i] = chr(ord($payload[$i]) ^ 1 << $bit);
            yield "bit $bit of byte $i" => $changed;
        }
    }
}

class Holder
{
    public mixed $public = null;

    public function __construct(private mixed $private)
    {
    }
}

final class Inherits extends \DateTime
{
}

final class Gives
{
    public function __construct(public mixed $value)
    {
    }

    public function __serialize(): array
    {
        return ['value' => $this->value, 5 => null];
    }

    public function __unserialize(array $data): void
    {
        $this->value = $data['value'] ?? null;
    }
}

/** @return array<string, mixed> values with objects of PHP's own classes, which reject most damage */
function objectsOfPhp(): array
{
    $date = new \DateTime('2020-01-01 12:00');
    $storage = new \SplObjectStorage();
    $storage[new \stdClass()] = 1;
    $list = new \SplQueue();
    $list[] = 1;

    return [
        'a date' => $date,
        'dates' => [new \DateTimeImmutable('2020-01-01'), $date, [new Inherits('2021-01-01')]],
        'a period' => new \DatePeriod($date, new \DateInterval('P1D'), 3),
        'arrays' => new \ArrayObject([1, 'a' => new \ArrayIterator([2]), $date]),
        'containers' => [$storage, $list, \SplFixedArray::fromArray([1, $date])],
        'a date in objects' => new Holder([$date, new Gives(['x' => $date])]),
        'dates in rows' => array_map(static fn (int $i): array => ['i' => $i, 'd' => $i === 5 ? new \DateTime('@5') : null], range(1, 10)),
        'dates in objects that are rows' => array_map(static fn (int $i): Holder => new Holder($i === 5 ? new \DateTime('@5') : $i), range(1, 10)),
        'random numbers' => new \Random\Engine\Mt19937(1),
    ];
}

set_time_limit(1200);
$part = $argv[1] ?? '';
$passed = $failed = 0;
foreach (Vector::all(__DIR__ . '/../../format/vectors') as $vector) {
    if (!str_contains($vector->name, $part)) {
        continue;
    }
    Warnings::$all = [];
    $wrong = wrong($vector);
    $wrong === null ? ++$passed : ++$failed;
    if ($wrong !== null) {
        echo "$vector->name: ", addcslashes(substr($wrong, 0, 400), "\0..\37\177..\377"), "\n";
    }
    $options = $vector->options;
    $options['max_elements'] = min($options['max_elements'] ?? PHP_INT_MAX, MAX_ELEMENTS_OF_DAMAGED);
    foreach (damaged($vector->payload()) as $what => $payload) {
        // Until the extension has dictionaries: tests/format/vectors/dictionaries.php has payloads with one.
        if (str_starts_with($payload, "\xC1\x12") && !function_exists('brine_dictionary_load')) {
            continue;
        }
        $expected = outcome(\brine_unserialize(...), $payload, $options);
        $actual = outcome(Decoder::decode(...), $payload, $options);
        if (agree($expected, $actual)) {
            ++$passed;
        } else {
            ++$failed;
            echo "$vector->name, $what: ", addcslashes(substr("extension: $expected[0], here: $actual[0]", 0, 600), "\0..\37\177..\377"), "\n";
        }
    }
}
$refused = 0;
foreach (str_contains('objects of PHP', $part) ? objectsOfPhp() : [] as $name => $value) {
    foreach (damaged(\brine_serialize($value)) as $what => $payload) {
        if (str_starts_with($payload, "\xC1\x12") && !function_exists('brine_dictionary_load')) {
            continue;
        }
        $expected = outcome(\brine_unserialize(...), $payload, ['max_elements' => MAX_ELEMENTS_OF_DAMAGED]);
        $actual = outcome(Decoder::decode(...), $payload, ['max_elements' => MAX_ELEMENTS_OF_DAMAGED]);
        $refused += $expected[1] === 'bad_object' ? 1 : 0;
        // No other exception than ours.
        if (agree($expected, $actual) && !is_a($expected[1] ?? '', \Throwable::class, true)) {
            ++$passed;
        } else {
            ++$failed;
            echo "$name, $what: ", addcslashes(substr("extension: $expected[0], here: $actual[0]", 0, 600), "\0..\37\177..\377"), "\n";
        }
    }
}
if ($part === '' && $refused < (getenv('BRINE_ONE_BIT') === false ? 500 : 50)) {
    ++$failed;
    echo "only $refused damaged objects were refused\n";
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
