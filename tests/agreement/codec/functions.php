<?php

declare(strict_types=1);

/*
 * Compares src/functions.php and packages/msgpack/functions.php with the extension: signatures, exceptions, errors of arguments and options,
 * signed frames (also signed.json), and results of the MessagePack functions. Runs itself without the extension, and compares both outputs.
 *
 *     scripts/php.sh release tests/agreement/codec/functions.php [--count N] [--seed N]
 */

namespace Brine\Tests\Codec;

use Brine\Format\SignedFrame;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';
require_once __DIR__ . '/../../../src/functions.php';
require_once __DIR__ . '/../../../packages/msgpack/functions.php';

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

const FUNCTIONS = [
    'brine_serialize', 'brine_unserialize', 'brine_serialize_signed', 'brine_unserialize_signed',
    'brine_dictionary_load', 'brine_dictionary_info', 'brine_dictionary_preset',
    'brine_msgpack_pack', 'brine_msgpack_unpack', 'brine_msgpack_unpack_at', 'brine_msgpack_scan',
];
const CLASSES = [
    'Brine\Exception', 'Brine\EncodeException', 'Brine\DecodeException',
    'Brine\MessagePack\Exception\PackingFailedException', 'Brine\MessagePack\Exception\UnpackingFailedException',
    'Brine\MessagePack\Exception\InsufficientDataException', 'Brine\MessagePack\Exception\InvalidOptionException',
];

$arguments = getopt('', ['count:', 'seed:', 'answers', 'gmp']);
if (isset($arguments['gmp']) && !extension_loaded('gmp')) {
    dl('gmp');
}
if (!class_exists('Decimal\Decimal')) {
    require __DIR__ . '/FakeDecimal.php';
}
$seed = \Brine\Tests\seed($arguments['seed'] ?? null);
$count = (int) ($arguments['count'] ?? 3000);

function attributes(\ReflectionParameter $parameter): string
{
    return implode(' ', array_map(static fn (\ReflectionAttribute $attribute): string => $attribute->getName(), $parameter->getAttributes()));
}

/** @return iterable<string, string> */
function declarations(): iterable
{
    foreach (FUNCTIONS as $name) {
        $function = new \ReflectionFunction($name);
        yield "$name returns" => (string) $function->getReturnType();
        yield "$name needs" => (string) $function->getNumberOfRequiredParameters();
        foreach ($function->getParameters() as $i => $parameter) {
            // An integer by reference has no declared type, since PHP would convert other values.
            $type = $parameter->isPassedByReference() ? 'reference' : $parameter->getType();
            yield "$name parameter $i" => $type . ' $' . $parameter->getName() . ' ' . attributes($parameter)
                . ($parameter->isDefaultValueAvailable() ? ' = ' . json_encode($parameter->getDefaultValue()) : '');
        }
    }
    foreach (CLASSES as $name) {
        $class = new \ReflectionClass($name);
        yield "$name is" => implode(' ', \Reflection::getModifierNames($class->getModifiers()))
            . ' < ' . implode(' < ', array_keys(class_parents($name)));
        foreach ($class->getProperties() as $property) {
            if ($property->getDeclaringClass()->getName() === $name) {
                yield "$name::\${$property->getName()}" => implode(' ', \Reflection::getModifierNames($property->getModifiers()))
                    . " {$property->getType()} = " . json_encode($property->getDefaultValue());
            }
        }
        foreach ($class->getMethods() as $method) {
            if ($method->getDeclaringClass()->getName() === $name) {
                yield "$name::{$method->getName()}()" => implode(' ', \Reflection::getModifierNames($method->getModifiers()))
                    . " {$method->getReturnType()} {$method->getNumberOfParameters()}";
            }
        }
    }
}

final class Text implements \Stringable
{
    public function __toString(): string
    {
        return 'stdClass';
    }
}

/** @return array<string, array<string, mixed>> options with "open" among them */
function openers(string $payload): array
{
    $options = [];
    foreach ([
        static fn (): string => $payload, strrev(...), static fn (): ?string => null, static fn (): array => [], static fn (): bool => true,
        static fn (): float => 1.5, static fn (): object => new Text(), static fn () => throw new \DomainException('not opened'), 'strrev', null, true, new Text(),
        [new Text(), '__toString'],
    ] as $i => $value) {
        $options["open, value $i"] = ['open' => $value];
        $options["open, value $i, resident"] = ['resident' => true, 'open' => $value];
        $options["open, value $i, limits"] = ['max_depth' => 1, 'max_memory' => 100, 'open' => $value];
        $options["open, value $i, wrong limit"] = ['max_depth' => 0, 'open' => $value];
        $options["open, value $i, unknown"] = ['open' => $value, 'nope' => 1];
    }

    return $options;
}

/** @return iterable<string, \Closure(): mixed> */
function calls(): iterable
{
    $payload = "\xC1\x10\xF0\x27stdClass\x00";
    $frame = hex2bin('c1142e5d380fe7bb19ffae3f0963967c2432cefa1a978c6d3ab5d6937b4c6386a1104a2b3e36c110e902216964236e616d65db2a22416461');
    $key = implode('', array_map(chr(...), range(0, 31)));
    $resource = fopen('php://memory', 'r');
    $closed = fopen('php://memory', 'r');
    fclose($closed);
    $nameless = new class {
    };
    $options = [
        'no options' => [], 'a list' => ['max_depth'], 'an unknown option' => ['max_Depth' => 1], 'an integer' => [3 => 1],
        'one known, one not' => ['max_depth' => 0, 'nope' => 1], 'a null byte' => ["max_depth\0x" => 1],
    ];
    foreach (['max_depth', 'max_elements'] as $name) {
        foreach ([1, 0, -1, 4096, 4097, PHP_INT_MAX, PHP_INT_MIN, '5', 5.0, null, true, false, [], new Text(), $resource, $closed, $nameless] as $i => $value) {
            $options["$name, value $i"] = [$name => $value];
        }
    }
    foreach ([
        true, false, null, 1, 'stdClass', [], ['stdClass'], ['STDCLASS'], ['x', 5, 'stdClass'], [1.5, null, true], [new Text()], [''],
        ["std\0Class"], ['k' => 'stdClass'], new Text(), ['no name'], ['App\\*', 'stdClass'], ['stdclass\\*'], ['*'], ['std*'], ['\\*'],
    ] as $i => $value) {
        $options["allowed_classes, value $i"] = ['allowed_classes' => $value];
    }
    foreach ([true, false, null, 0, 1, 'yes', [], $nameless] as $i => $value) {
        $options["resident, value $i"] = ['resident' => $value];
        $options["resident, value $i, behind another"] = ['max_depth' => 0, 'resident' => $value];
        $options["resident, value $i, before another"] = ['resident' => $value, 'allowed_classes' => null];
    }
    foreach (['throw', 'incomplete', 'Throw', '', true, null, 1, ['throw'], new Text()] as $i => $value) {
        $options["missing_classes, value $i"] = ['missing_classes' => $value];
        $options["missing_classes, value $i, before another"] = ['missing_classes' => $value, 'max_depth' => 5];
    }
    $options += openers($payload);
    foreach ($options as $name => $array) {
        yield "brine_unserialize, $name" => static fn (): mixed => \brine_unserialize($payload, $array);
        yield "brine_unserialize_signed, $name" => static fn (): mixed => \brine_unserialize_signed($frame, $key, $array + ['context' => 'user:42']);
    }
    foreach (['user:42', 'user:43', '', null, 5, new Text(), ['x']] as $i => $context) {
        yield "context $i" => static fn (): mixed => \brine_unserialize_signed($frame, $key, ['context' => $context]);
        yield "context $i of an empty key" => static fn (): mixed => \brine_unserialize_signed($frame, '', ['context' => $context]);
    }
    $other = ['context' => 'user:42'];
    foreach ([$key, '', [], [$key], ['k', $key], ['k'], ['', $key], [$key, ''], [$key, null], [$key, 5], [$key, [$key]], [$key, new Text()], ['a' => $key]] as $i => $keys) {
        yield "keys $i" => static fn (): mixed => \brine_unserialize_signed($frame, $keys, $other);
        yield "keys $i of no frame" => static fn (): mixed => \brine_unserialize_signed('', $keys, $other);
    }
    yield 'empty key' => static fn (): mixed => \brine_serialize_signed(1, '');
    yield 'empty key, wrong option' => static fn (): mixed => \brine_serialize_signed(1, '', ['x' => 1]);
    foreach (["\0", 'key of 15 bytes', 'key of 16 bytes.'] as $i => $short) {
        yield "short key $i" => static fn (): mixed => \brine_serialize_signed(static fn (): int => 1, $short);
        yield "short key $i of a frame" => static fn (): mixed => \brine_unserialize_signed($frame, [$short, $key], $other);
    }
    foreach ([['x' => 1], [1], ['context' => 1], ['context' => null], ['context' => '', 'max_depth' => 1]] as $i => $array) {
        yield "serialize_signed, options $i" => static fn (): mixed => \brine_serialize_signed(1, 'key of this test', $array);
        yield "short key, options $i" => static fn (): mixed => \brine_serialize_signed(1, 'k', $array);
    }
    foreach ([[['top secret', '']], ['top secret', ['x' => 1]], [['top secret', 5]], [['top secret'], ['context' => 1]]] as $i => $arguments) {
        yield "secret in trace $i" => static function () use ($arguments): bool {
            try {
                \brine_unserialize_signed('', ...$arguments);
            } catch (\Error $error) {
                return str_contains((string) $error, 'top secret');
            }

            return true;
        };
    }
    yield 'payload alone' => static fn (): mixed => \brine_unserialize_signed($payload, 'key of this test');
    yield 'frame as payload' => static fn (): mixed => \brine_unserialize($frame);
    yield from signedVectors();
}

/** @return iterable<string, \Closure(): mixed> */
function signedVectors(): iterable
{
    foreach (json_decode(file_get_contents(__DIR__ . '/../../format/vectors/signed.json'), true, flags: JSON_THROW_ON_ERROR) as $vector) {
        [$vectorKey, $context, $signed] = array_map(hex2bin(...), [$vector['key'], $vector['context'], $vector['frame']]);
        $read = static fn (string $bytes, string $key, string $context): mixed => \brine_unserialize_signed($bytes, [$key], ['context' => $context]);
        yield "vector {$vector['name']}" => static fn (): mixed => $read($signed, $vectorKey, $context);
        yield "vector {$vector['name']}, other key" => static fn (): mixed => $read($signed, "$vectorKey.", $context);
        yield "vector {$vector['name']}, other context" => static fn (): mixed => $read($signed, $vectorKey, "$context.");
        for ($i = 0; $i < min(60, strlen($signed)); ++$i) {
            $changed = $signed;
            $changed[$i] = chr(ord($signed[$i]) ^ 1 << $i % 8);
            yield "vector {$vector['name']}, byte $i changed" => static fn (): mixed => $read($changed, $vectorKey, $context);
            yield "vector {$vector['name']}, cut at $i" => static fn (): mixed => $read(substr($signed, 0, $i), $vectorKey, $context);
        }
    }
}

/** @return iterable<string, \Closure(): mixed> what a client returns for a missing entry */
function missing(): iterable
{
    yield 'null' => static fn (): mixed => \brine_unserialize(null);
    yield 'null, with an option' => static fn (): mixed => \brine_unserialize(null, ['resident' => true]);
    yield 'null, signed' => static fn (): mixed => \brine_unserialize_signed(null, 'key of this test');
    yield 'null, MessagePack' => static fn (): mixed => \brine_msgpack_unpack(null);
}

function answer(\Closure $call): string
{
    $warnings = '';
    set_error_handler(static function (int $level, string $message) use (&$warnings): bool {
        $warnings .= "$message; ";

        return true;
    });
    try {
        $answer = serialize($call());
    } catch (\Throwable $error) {
        $answer = $error::class . ": {$error->getMessage()}, {$error->getCode()}";
        foreach (['getReason', 'getOffset'] as $method) {
            $answer .= method_exists($error, $method) ? ", {$error->$method()}" : '';
        }
    } finally {
        restore_error_handler();
    }

    return $warnings . (strlen($answer) > 3000 ? substr($answer, 0, 300) . '... ' . md5($answer) : $answer);
}

/** @return array<string, string> */
function answers(int $seed, int $count): array
{
    $answers = iterator_to_array(declarations());
    foreach ([calls(), missing(), MessagePackCalls::all(), RandomMessagePackCalls::all($seed, $count)] as $calls) {
        foreach ($calls as $name => $call) {
            $answers[$name] = answer($call);
        }
    }

    return $answers;
}

/** What SignedFrame makes, beside a frame: "same", "another", or "refused" if the key is too short. */
function signed(string $payload, string $key, string $context, string $frame): string
{
    try {
        return SignedFrame::sign($payload, $key, $context) === $frame ? 'same' : 'another';
    } catch (\Brine\EncodeException) {
        return 'refused';
    }
}

\brine_dictionary_load(file_get_contents(__DIR__ . '/../../../ext/tests/dictionary/files/ca718ec21ea25cf6.dictionary'));
if (isset($arguments['answers'])) {
    echo serialize(answers($seed, $count));
    exit(0);
}
echo "seed $seed\n";
$command = [PHP_BINARY, '-n', '-d', 'memory_limit=1G', __FILE__, '--answers', '--seed', (string) $seed, '--count', (string) $count];
if (extension_loaded('gmp')) {
    $command[] = '--gmp';
}
$process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
$actual = unserialize((string) stream_get_contents($pipes[1]), ['allowed_classes' => false]);
if (proc_close($process) !== 0 || !is_array($actual)) {
    echo "0 passed, 1 failed\n";
    exit(1);
}
$expected = answers($seed, $count);
$passed = $failed = 0;
foreach ($expected + $actual as $name => $ignored) {
    if (($expected[$name] ?? null) === ($actual[$name] ?? null)) {
        ++$passed;
    } else {
        ++$failed;
        echo "$name: extension: ", $expected[$name] ?? 'nothing', ', here: ', $actual[$name] ?? 'nothing', "\n";
    }
}
foreach (json_decode(file_get_contents(__DIR__ . '/../../format/vectors/signed.json'), true, flags: JSON_THROW_ON_ERROR) as $vector) {
    [$key, $context, $frame] = array_map(hex2bin(...), [$vector['key'], $vector['context'], $vector['frame']]);
    $payload = substr($frame, SignedFrame::PAYLOAD_OFFSET);
    $isVerified = ($vector['error'] ?? '') !== 'not verified';
    $verified = $isVerified ? $payload : null;
    $checks = [
        'signs, unless the key is short' => signed($payload, $key, $context, $frame) === (strlen($key) < 16 ? 'refused' : ($isVerified ? 'same' : 'another')),
        'verifies' => SignedFrame::verify($frame, $key, $context) === $verified,
        'verifies with one of the keys' => SignedFrame::verify($frame, ['old', $key, 'new'], $context) === $verified,
        'refuses another key' => SignedFrame::verify($frame, ["$key\0."], $context) === null,
        'refuses another context' => SignedFrame::verify($frame, $key, "$context ") === null,
        'refuses another payload' => SignedFrame::verify("$frame ", $key, $context) === null,
    ];
    foreach ($checks as $check => $holds) {
        $holds ? ++$passed : ++$failed;
        echo $holds ? '' : "{$vector['name']}: SignedFrame $check: no\n";
    }
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
