<?php

/*
 * One request of the test of shared values (run.php). Answers in JSON: the process, the status, and what this request added to it.
 *
 *     ?do=read&times=N             decodes values of all kinds, each N times, and compares them with plain decodes
 *     ?do=thing&variant=V&times=N  the same for an object whose class has another property in variant 1
 *     ?do=many&from=A&to=B         decodes numbered values, each 3 times
 *     ?do=fatal                    ends by memory_limit while it holds values
 *     ?do=fork                     a child of this request decodes all kinds
 *     ?do=reset                    resets OPcache, and says whether the JIT is on
 */

declare(strict_types=1);

namespace Brine\Tests\Resident\Shared;

const SIGNING_KEY = 'a key for the test of shared values';

final class Point
{
    public function __construct(public int $x = 0, public ?array $more = null)
    {
    }
}

final class Hooked
{
    private array $data = [];

    public static function of(array $data): self
    {
        $hooked = new self();
        $hooked->data = $data;

        return $hooked;
    }

    public function __serialize(): array
    {
        return $this->data;
    }

    public function __unserialize(array $data): void
    {
        $this->data = $data;
    }
}

function value(int $number): array
{
    $list = [];
    for ($i = 0; $i < 8; ++$i) {
        $list["row$i"] = ['id' => $i, 'label' => "label $i of value $number", 'tags' => ['a', "tag of $number"]];
    }

    return ['number' => $number, 'text' => \str_repeat("text $number ", 10), 'list' => $list, 'empty' => [], 'short' => 'x'];
}

/** @return array<string, array{\Closure(): mixed, mixed}> reads a resident value; and that value */
function kinds(): array
{
    $resident = ['resident' => true];
    $long = ['page' => \str_repeat("<p>text</p>\n", 500), 'id' => 1];
    $frame = \brine_serialize_signed(value(2), SIGNING_KEY, ['context' => 'c']);
    $objects = [new Point(1, ['a' => new Point(2)]), (object) ['dynamic' => 'property'], Hooked::of(value(3))];
    // Loaded after the fork: other workers have these arrays elsewhere, or not at all.
    $id = \brine_dictionary_load(\brine_serialize([[], [], [value(4), ['nested' => value(5)]]]));
    $shared = \brine_serialize([1, value(4), [2, ['nested' => value(5)]], new Point(3, value(4))], ['dictionary' => $id]);
    $read = static fn (string $payload): \Closure => static fn (): mixed => \brine_unserialize($payload, $resident);
    $kinds = [
        'array' => [$read(\brine_serialize(value(1))), value(1)],
        'long string' => [$read(\brine_serialize($long)), $long],
        'objects' => [$read(\brine_serialize($objects)), $objects],
        'signed' => [static fn (): mixed => \brine_unserialize_signed($frame, SIGNING_KEY, ['context' => 'c'] + $resident), value(2)],
        'opened' => [static fn (): mixed => \brine_unserialize(\strrev(\brine_serialize(value(6))), $resident + ['open' => \strrev(...)]), value(6)],
        'dictionary' => [$read($shared), \brine_unserialize($shared)],
    ];
    if (\function_exists('igbinary_unserialize') && \ini_get('igbinary.format') === 'brine') {
        $kinds['igbinary'] = [static fn (): mixed => \igbinary_unserialize(\igbinary_serialize(value(7))), value(7)];
    }
    if (\function_exists('apcu_enabled') && \apcu_enabled()) {
        \apcu_add('value', value(8));
        $kinds['apcu'] = [static fn (): mixed => \apcu_fetch('value'), value(8)];
    }

    return $kinds;
}

/** Changes a value everywhere, which must not change anybody else's. */
function change(mixed &$value): void
{
    if (\is_array($value)) {
        foreach ($value as &$element) {
            change($element);
        }
        $value['changed'] = true;
    } elseif ($value instanceof Point) {
        change($value->more);
    } elseif (\is_string($value)) {
        $value .= ' changed';
    }
}

/**
 * @param array<string, array{\Closure(): mixed, mixed}> $kinds
 * @return list<string> what is wrong
 */
function read(array $kinds, int $times): array
{
    $wrong = $held = [];
    foreach ($kinds as $name => [$read, $expected]) {
        $text = \serialize($expected);
        for ($i = 0; $i < $times; ++$i) {
            $value = $held[] = $read();
            if (\serialize($value) !== $text) {
                $wrong[] = $name;
            }
            change($value);
        }
    }

    return $wrong;
}

/** @return list<string> */
function readMany(int $from, int $to): array
{
    $kinds = [];
    for ($number = $from; $number < $to; ++$number) {
        $payload = \brine_serialize($number % 3 === 0 ? [new Point($number, value($number))] : value($number));
        $kinds["value $number"] = [static fn (): mixed => \brine_unserialize($payload, ['resident' => true]), \brine_unserialize($payload)];
    }

    return read($kinds, 3);
}

/** @return list<string> */
function readThing(int $variant, int $times): array
{
    eval('namespace ' . __NAMESPACE__ . '; final class Thing { public int $a = 1; ' . ($variant === 1 ? 'public array $b = ["default"]; ' : '') . '}');
    $payload = (string) \file_get_contents(__DIR__ . '/thing');
    $expected = \brine_unserialize($payload);

    return read(['thing' => [static fn (): mixed => \brine_unserialize($payload, ['resident' => true]), $expected]], $times);
}

/** @return array<string, mixed> what a child of this request says */
function fork(): array
{
    $held = \array_map(static fn (array $kind): mixed => $kind[0](), kinds());
    $file = \tempnam(\sys_get_temp_dir(), 'brine');
    $child = \pcntl_fork();
    if ($child === 0) {
        $before = \brine_resident_status();
        $wrong = read(kinds(), 3);
        foreach (kinds() as $name => [, $expected]) {
            \serialize($held[$name]) === \serialize($expected) || $wrong[] = "held $name";
        }
        $wrong = [...$wrong, ...readMany(5000, 5010)];
        $after = \brine_resident_status();
        \file_put_contents($file, \json_encode(['wrong' => $wrong, 'state' => $after['shared']['state'], 'hits' => $after['hits'] - $before['hits']]));
        // Without PHP's end of a process, which closes the connection.
        \posix_kill(\getmypid(), 9);
    }
    \pcntl_waitpid($child, $status);
    $answer = (array) \json_decode((string) \file_get_contents($file), true);
    \unlink($file);

    return $answer;
}

\error_reporting(\E_ALL);
\ini_set('display_errors', '1');
\ini_set('html_errors', '0');
$times = (int) ($_GET['times'] ?? 0);
$before = \brine_resident_status();
$answer = ['pid' => \getmypid(), 'wrong' => []];
switch ($_GET['do'] ?? '') {
    case 'read':
        $kinds = kinds();
        $before = \brine_resident_status();
        $answer['wrong'] = read($kinds, $times);
        $answer['kinds'] = \count($kinds);
        break;
    case 'thing':
        $answer['wrong'] = readThing((int) $_GET['variant'], $times);
        break;
    case 'many':
        $answer['wrong'] = readMany((int) $_GET['from'], (int) $_GET['to']);
        break;
    case 'fatal':
        $held = \array_map(static fn (array $kind): mixed => $kind[0](), kinds());
        $text = \str_repeat('x', 1 << 40);
        break;
    case 'fork':
        $answer['child'] = fork();
        break;
    case 'reset':
        $answer['jit'] = \opcache_get_status(false)['jit']['on'];
        $answer['reset'] = \opcache_reset();
        break;
}
$status = \brine_resident_status();
foreach (['hits', 'misses', 'fallbacks'] as $name) {
    $answer[$name] = $status[$name] - $before[$name];
}
foreach ($status['refused'] as $reason => $count) {
    $answer['refused'][$reason] = $count - $before['refused'][$reason];
}
$answer['refused'] = \array_filter($answer['refused']);
echo \json_encode($answer + ['status' => $status]);
