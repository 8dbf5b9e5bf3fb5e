<?php

/*
 * What PHP writes with and without the extensions brine and igbinary, PHP with and without them reads: each
 * configuration is a process that writes files, and then one that reads those of all others.
 *
 *     scripts/php.sh release tests/library/exchange.php
 */

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\EncodeException;
use Brine\Format;
use Brine\IgbinarySerializer;
use Brine\JsonSerializer;
use Brine\MessagePackSerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;

require __DIR__ . '/../bootstrap.php';

if (\PHP_INT_SIZE < 8) {
    echo "skipped: without extensions this needs 64-bit integers\n";
    exit(0);
}

/** @return array<string, mixed> */
function values(): array
{
    $object = (object) ['a' => 1, 'b' => ['x' => 'text', 'y' => 2.5]];
    $object->self = $object;
    $object->list = [Suit::Hearts, $object->b, new \DateTimeImmutable('2001-02-03 04:05:06.7 Europe/Paris'), new \ArrayObject(['a' => $object])];
    $references = ['a' => 1, 'b' => [2]];
    $references['c'] = &$references['a'];
    $references['b']['d'] = &$references['b'][0];
    $rows = \array_map(static fn (int $i): array => ['id' => $i, 'price' => $i * 1.25, 'on' => $i % 3 === 0, 'tag' => 'tag ' . $i % 5], \range(1, 300));

    return [
        'null' => null, 'false' => false, 'empty string' => '', 'empty array' => [], 'integer' => \PHP_INT_MIN, 'float' => -0.0,
        'text' => \str_repeat("Text of many bytes, \u{20ac}. ", 200), 'binary' => \implode('', \array_map(\chr(...), \range(0, 255))),
        'rows' => $rows, 'map' => [5 => 'a', 'x' => ['b' => null], -1 => 1e300], 'objects' => [$object, $object], 'references' => $references,
    ];
}

/** @return array<string, Serializer> those that can write here */
function writers(): array
{
    $writers = [
        'auto' => new Auto(), 'brine' => new BrineSerializer(), 'native' => new NativeSerializer(), 'msgpack' => new MessagePackSerializer(),
        'json' => new JsonSerializer(),
    ];
    $compressing = new Auto();
    if (Algorithm::Zlib->isAvailable()) {
        $writers['compressed'] = $compressing = new Compressed(new Auto());
    }
    if (IgbinarySerializer::canWrite()) {
        $writers['igbinary'] = new IgbinarySerializer();
    }
    $writers['signed'] = new Signed($compressing, 'key of this test', 'context');

    return $writers;
}

function write(string $directory): void
{
    foreach (writers() as $name => $writer) {
        foreach (values() as $what => $value) {
            if ($what === 'references' && \in_array($name, ['json', 'msgpack'], true)) {
                continue;
            }
            try {
                \file_put_contents("$directory/$name, $what", $writer->serialize($value));
            } catch (EncodeException) {
                // The format does not have it.
            }
        }
    }
}

/** Prints what is wrong, and a line with the counts. */
function read(string $directory): void
{
    $passed = 0;
    $failed = 0;
    $expected = \array_map(\serialize(...), values());
    foreach ((array) \glob("$directory/*/*") as $file) {
        $file = (string) $file;
        [$name, $what] = \explode(', ', \basename($file));
        $foreign = ['msgpack' => Format::MessagePack, 'json' => Format::Json][$name] ?? null;
        $auto = new Auto(foreign: $foreign);
        $auto = $name === 'signed' ? Signed::alsoUnsigned($auto, 'key of this test', 'context') : $auto;
        try {
            $text = \serialize($auto->unserialize((string) \file_get_contents($file)));
        } catch (\Throwable $error) {
            $text = $error::class . ': ' . $error->getMessage();
        }
        if ($text === $expected[$what]) {
            $passed++;
        } else {
            $failed++;
            echo \substr($file, \strlen($directory) + 1), ': ', \substr($text, 0, 300), "\n";
        }
    }
    echo "$passed passed, $failed failed\n";
}

/** @return array<string, list<string>> arguments of PHP by configuration */
function configurations(string $build): array
{
    $brine = ['-d', "extension=$build/modules/brine.so"];
    $igbinary = \extension_loaded('igbinary') ? ['-d', 'extension=igbinary'] : [];

    return ['both' => [...$brine, ...$igbinary], 'no igbinary' => $brine, 'no brine' => $igbinary, 'neither' => []];
}

/**
 * @param list<string> $arguments
 * @return string what it prints
 */
function run(array $arguments, string $mode, string $directory): string
{
    // Sanitizers have one.
    $prepended = 'auto_prepend_file=' . \ini_get('auto_prepend_file');
    $command = [\PHP_BINARY, '-n', '-d', 'memory_limit=1G', '-d', $prepended, ...$arguments, __FILE__, $mode, $directory];
    $process = \proc_open($command, [1 => ['pipe', 'w']], $pipes);
    if ($process === false) {
        throw new \RuntimeException('PHP cannot be run');
    }
    $output = (string) \stream_get_contents($pipes[1]);

    return \proc_close($process) === 0 ? $output : "$output\nPHP has ended with an error\n0 passed, 1 failed\n";
}

if (isset($argv[2])) {
    $argv[1] === 'write' ? write($argv[2]) : read($argv[2]);
    exit(0);
}

$directory = \sys_get_temp_dir() . '/brine-exchange-' . \bin2hex(\random_bytes(8));
\mkdir($directory, 0700);
$configurations = configurations((string) \getenv('BRINE_BUILD'));
$passed = 0;
$failed = 0;
foreach ($configurations as $name => $arguments) {
    \mkdir("$directory/$name");
    $output = run($arguments, 'write', "$directory/$name");
    if ($output !== '') {
        echo "written with $name:\n$output\n";
        $failed++;
    }
}
foreach ($configurations as $name => $arguments) {
    $output = run($arguments, 'read', $directory);
    \preg_match('/(\d+) passed, (\d+) failed\n\z/', $output, $counts);
    $passed += (int) ($counts[1] ?? 0);
    $failed += (int) ($counts[2] ?? 1);
    $output = \substr($output, 0, -\strlen($counts[0] ?? ''));
    if ($output !== '') {
        echo "read with $name:\n$output";
    }
}
foreach ((array) \glob("$directory/*/*") as $file) {
    \unlink((string) $file);
}
foreach ((array) \glob("$directory/*") as $file) {
    \rmdir((string) $file);
}
\rmdir($directory);
echo "$passed passed, $failed failed\n";
exit($failed > 0 ? 1 : 0);
