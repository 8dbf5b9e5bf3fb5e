<?php

declare(strict_types=1);

/*
 * Checks vectors of dictionaries and payloads with them in all readers: parts, values, canonical bytes, errors. All prefixes, and all payloads
 * with one bit flipped, must behave alike.
 *
 *     scripts/php.sh release tests/format/vectors/dictionaries.php [part of a vector's name]
 */

namespace Brine\Tests\Dictionaries;

use Brine\DecodeException;
use Brine\Format\Decoder;
use Brine\Format\Dictionary\Checker;
use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Registry;
use Brine\Format\Encoder;
use Brine\Tests\Reference;
use Brine\Tests\Vectors\Graph;
use Brine\Tests\Vectors\Vector;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../reference/bootstrap.php';
require __DIR__ . '/DictionaryLoader.php';
require __DIR__ . '/Graph.php';
require __DIR__ . '/Vector.php';
require __DIR__ . '/classes.php';

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

/** Longer bytes are cut and changed only within this many bytes of either end. */
const EDGE = 128;

/** Keeps a changed count of a run or table from filling the memory. */
const MAX_ELEMENTS_OF_DAMAGED = 65_536;

/**
 * Who reads: a dictionary, of which the id comes back, and payloads with the dictionaries that were read.
 *
 * @return array<string, array{\Closure(string): string, \Closure(string, array<string, mixed>): mixed}>
 */
function readers(): array
{
    /** @var list<Reference\Dictionary> $known */
    $known = [];
    $readers = [
        'reference decoder' => [
            static function (string $file) use (&$known): string {
                $dictionary = new Reference\Dictionary($file);
                $known = [$dictionary, ...array_slice($known, 0, 8)];

                return bin2hex($dictionary->id);
            },
            static function (string $payload, array $options) use (&$known): mixed {
                return Reference\Decoder::decode($payload, $options, $known);
            },
        ],
        'reader in PHP' => [
            static function (string $file): string {
                $contents = Checker::read($file);
                Registry::add($contents);

                return bin2hex($contents->id());
            },
            Decoder::decode(...),
        ],
    ];
    if (function_exists('brine_dictionary_load')) {
        $readers['extension'] = [(new DictionaryLoader())->load(...), \brine_unserialize(...)];
    }

    return $readers;
}

/**
 * A reader's result in a comparable form: a value or an id; or the offset and reason of the error.
 *
 * @param \Closure(): mixed $read
 * @return array{string, bool}
 */
function outcome(\Closure $read): array
{
    try {
        $value = $read();

        return [is_string($value) ? $value : serialize($value) . "\n" . Graph::describe($value), true];
    } catch (DecodeException $error) {
        return ["error: {$error->getOffset()} {$error->getReason()}", false];
    } catch (Reference\MalformedPayload $error) {
        // What PHP refuses to build has its place in the native text, and none in the payload.
        return ['error: ' . ($error->offset ?? '?') . " $error->reason", false];
    } catch (\Throwable $error) {
        return ['throws: ' . $error::class . ' ' . $error->getMessage(), false];
    }
}

/** @return array{string, bool} */
function stated(Vector $vector, ?string $id): array
{
    return $vector->isValid() ? outcome(static fn (): mixed => $id ?? $vector->value()) : ["error: $vector->offset $vector->reason", false];
}

/** @return iterable<string, string> */
function damaged(string $bytes): iterable
{
    $size = strlen($bytes);
    for ($i = 0; $i < $size; ++$i) {
        if ($i === EDGE && $size > 2 * EDGE) {
            $i = $size - EDGE;
        }
        yield "the first $i bytes" => substr($bytes, 0, $i);
        // Of long ones, which take time, one bit of each byte; of all in make test.
        foreach ($size > 2 * EDGE || getenv('BRINE_ONE_BIT') !== false ? [$i % 8] : range(0, 7) as $bit) {
            $changed = $bytes;
            $changed[$i] = chr(ord($bytes[$i]) ^ 1 << $bit);
            yield "bit $bit of byte $i" => $changed;
        }
    }
}

/** Whether there is a class that only one of the readers has a word for: what PHP does not build is refused later by native text. */
function isOfPhp(string $outcome): bool
{
    return preg_match('/ (bad_class|bad_enum|bad_property|bad_object|bad_name|class_load)$|^throws/', $outcome) === 1;
}

final class Check
{
    public int $passed = 0;
    public int $failed = 0;

    /** @param array{string, bool} $expected */
    public function same(string $what, array $expected, array $actual): void
    {
        if ($expected === $actual || isOfPhp($expected[0]) && isOfPhp($actual[0])) {
            ++$this->passed;
        } else {
            $this->fail("$what is $actual[0] and not $expected[0]");
        }
    }

    /** @param array<string, array{string, bool}> $outcomes by reader */
    public function alike(string $what, array $outcomes): void
    {
        $read = array_filter($outcomes, static fn (array $outcome): bool => $outcome[1]);
        $refusals = array_column(array_diff_key($outcomes, $read), 0);
        $isRefusedByPhp = array_filter($refusals, isOfPhp(...)) !== [];
        if (count(array_unique(array_column($read, 0))) <= 1 && ($read === [] || $refusals === [] || $isRefusedByPhp)) {
            ++$this->passed;
        } else {
            $this->fail("$what: " . implode(', ', array_map(static fn (string $name): string => "$name: {$outcomes[$name][0]}", array_keys($outcomes))));
        }
    }

    public function fail(string $what): void
    {
        ++$this->failed;
        echo addcslashes(substr($what, 0, 600), "\0..\37\177..\377"), "\n";
    }
}

set_error_handler(static function (int $level, string $message) use (&$check): bool {
    // Natively, too, a property that the class does not have is created with this notice.
    if (!str_starts_with($message, 'Creation of dynamic property')) {
        $check->fail("PHP says: $message");
    }

    return true;
});
error_reporting(E_ALL & ~E_DEPRECATED);
set_time_limit(1200);
ini_set('memory_limit', '1G');
$part = $argv[1] ?? '';
$check = new Check();
$readers = readers();

foreach (Vector::all(__DIR__ . '/dictionaries') as $vector) {
    if (!str_contains("dictionaries/$vector->name", $part)) {
        continue;
    }
    $file = $vector->payload();
    $id = $vector->isValid() ? substr(hash('sha256', $file), 0, 16) : null;
    foreach ($readers as $name => [$load]) {
        Registry::clear();
        $check->same("dictionaries/$vector->name, $name", stated($vector, $id), outcome(static fn (): string => $load($file)));
    }
    if ($vector->isValid()) {
        $check->same("dictionaries/$vector->name, its parts", stated($vector, null), outcome(static fn (): mixed => Decoder::decode($file)));
        if ($vector->canonical) {
            $check->same("dictionaries/$vector->name, written", [$file, true], outcome(static fn (): string => Encoder::encode($vector->value())));
        }
    }
    foreach (damaged($file) as $what => $bytes) {
        Registry::clear();
        $outcomes = array_map(static fn (array $reader): array => outcome(static fn (): string => $reader[0]($bytes)), $readers);
        $check->alike("dictionaries/$vector->name, $what", $outcomes);
        if ($id !== null && array_search([$id, true], $outcomes, true) !== false) {
            $check->fail("dictionaries/$vector->name, $what: has the same id");
        }
    }
}

Registry::clear();
$ids = [];
foreach (Vector::all(__DIR__ . '/dictionaries') as $vector) {
    if ($vector->isValid()) {
        $ids[basename($vector->name)] = array_map(static fn (array $reader): string => $reader[0]($vector->payload()), $readers);
        if (isset($readers['extension'])) {
            // Here, too: those that were read before are known to other processes.
            \brine_dictionary_load($vector->payload());
        }
    }
}
foreach (Vector::all(__DIR__ . '/with_dictionary') as $vector) {
    if (!str_contains("with_dictionary/$vector->name", $part)) {
        continue;
    }
    // The reference decoder keeps the last ones.
    $file = Vector::parse('', (string) file_get_contents(__DIR__ . "/dictionaries/valid/$vector->dictionary.vector"))->payload();
    $readers['reference decoder'][0]($file);
    $payload = $vector->payload();
    foreach ($readers as $name => [, $decode]) {
        $check->same("with_dictionary/$vector->name, $name", stated($vector, null), outcome(static fn (): mixed => $decode($payload, $vector->options)));
    }
    if ($vector->canonical) {
        $contents = Registry::find((string) hex2bin($ids[$vector->dictionary]['reader in PHP']));
        \assert($contents instanceof Contents);
        $check->same("with_dictionary/$vector->name, written", [$payload, true], outcome(static fn (): string => Encoder::encodeWith($vector->value(), $contents, $vector->writing() !== [])));
        if (isset($readers['extension'])) {
            $write = static fn (): string => \brine_serialize($vector->value(), $vector->writing() + ['dictionary' => $ids[$vector->dictionary]['extension']]);
            $check->same("with_dictionary/$vector->name, written by the extension", [$payload, true], outcome($write));
        }
    }
    $options = $vector->options;
    $options['max_elements'] = min($options['max_elements'] ?? PHP_INT_MAX, MAX_ELEMENTS_OF_DAMAGED);
    foreach (damaged($payload) as $what => $bytes) {
        $check->alike("with_dictionary/$vector->name, $what", array_map(
            static fn (array $reader): array => outcome(static fn (): mixed => $reader[1]($bytes, $options)),
            $readers,
        ));
    }
}

echo "$check->passed passed, $check->failed failed\n";
exit($check->failed === 0 ? 0 : 1);
