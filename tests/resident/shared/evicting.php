<?php

/*
 * One request of the test of eviction (eviction.php). Answers in JSON: the process, the status, and what is wrong.
 *
 *     ?do=read&from=A&to=B     reads numbered values, each five times, which is enough in a full memory, beside plain decodes; holds them to the end
 *     ?do=hold&...             the same; names of a stream wrapper, a filter, a setting and a session's key come from such values too
 *     ?do=fork&file=F          a child of this request holds values until F exists, and writes to F.answer what is wrong with them then; with
 *                              &daemon=1 it is a child of a child that ends at once
 *     ?do=ffi&file=F           the same by the system's function
 *     ?do=run                  runs a program
 *     ?do=probe&until=B        counts the values that another request could find, without a hit
 *     ?do=sights&times=N       reads a value that takes almost half of the memory, so many times
 *     ?do=wait&file=F          reads values once F exists
 *     ?do=large&bytes=N        reads a value of so many bytes, three times; with &plain=1 none of it
 */

declare(strict_types=1);

namespace Brine\Tests\Resident\Shared;

final class Pair
{
    public function __construct(public mixed $first = null, public mixed $second = null)
    {
    }
}

final class Wrapper
{
    /** @var resource */
    public $context;
}

/** @return array<string, mixed> of one to four kilobytes */
function numbered(int $number): array
{
    $list = [];
    for ($i = 0; $i < 4 + $number % 13; ++$i) {
        $list["row$i"] = ['id' => $i, 'label' => "label $i of value $number", 'tags' => ['a', "tag of $number"]];
    }

    return ['number' => $number, 'name' => "name.$number", 'list' => $list, 'text' => \str_repeat("text $number ", 10)];
}

/** Values of a request, and what they must be. */
final class Held
{
    /** @var array<int, array{mixed, string}> */
    private static array $values = [];

    /** @return list<string> what is wrong */
    public static function read(int $number, int $times): array
    {
        $value = $number % 3 === 0 ? [new Pair($number, numbered($number)), 'pair'] : numbered($number);
        $payload = \brine_serialize($value);
        $text = \serialize($value);
        for ($i = 0; $i < $times; ++$i) {
            $read = \brine_unserialize($payload, ['resident' => true]);
            if (\serialize($read) !== $text) {
                return ["value $number"];
            }
            self::$values[] = [$read, $text];
        }

        return [];
    }

    /** @return list<string> */
    public static function check(): array
    {
        $wrong = [];
        foreach (self::$values as $i => [$value, $text]) {
            \serialize($value) === $text || $wrong[] = "held $i";
        }

        return $wrong;
    }

    /** Whether a value is kept; a hit is counted only where the value is within the limits. */
    public static function isKept(int $number): bool
    {
        $value = $number % 3 === 0 ? [new Pair($number, numbered($number)), 'pair'] : numbered($number);
        $before = \brine_resident_status()['fallbacks'];
        try {
            \brine_unserialize(\brine_serialize($value), ['resident' => true, 'max_depth' => 1]);
        } catch (\Brine\DecodeException) {
        }

        return \brine_resident_status()['fallbacks'] > $before;
    }

    /** A string that lies in a kept value. */
    public static function name(int $number): string
    {
        $payload = \brine_serialize(numbered(3 * $number + 1));
        for ($i = 0; $i < 5; ++$i) {
            $name = \brine_unserialize($payload, ['resident' => true])['name'];
        }

        return $name;
    }
}

/** PHP holds these names until after all hooks of extensions. It releases all keys of a table that has one which is not interned. */
function hold(int $from, int $to): void
{
    \stream_wrapper_register('name.' . \getmypid(), Wrapper::class);
    \stream_filter_register('name.' . \getmypid(), \php_user_filter::class);
    for ($number = $from; $number < $to; ++$number) {
        \stream_wrapper_register(Held::name($number), Wrapper::class);
        \stream_filter_register(Held::name($number), \php_user_filter::class);
        \ini_set('user_agent', Held::name($number));
        if (isset($_SESSION)) {
            $_SESSION[Held::name($number)] = Held::name($number);
        }
    }
}

function fork(string $file): void
{
    if (\pcntl_fork() === 0) {
        // As daemons do: then a child of the child goes on.
        if (isset($_GET['daemon']) && \pcntl_fork() !== 0) {
            \posix_kill(\getmypid(), 9);
        }
        holdUntil($file);
        // Without PHP's end of a process, which closes the connection.
        \posix_kill(\getmypid(), 9);
    }
}

function forkByFfi(string $file): void
{
    $system = \FFI::cdef('int fork(void); void _exit(int status);');
    if ($system->fork() === 0) {
        holdUntil($file);
        $system->_exit(0);
    }
}

/** A child holds values until a file exists. */
function holdUntil(string $file): void
{
    while (!\file_exists($file)) {
        \usleep(10_000);
    }
    \file_put_contents("$file.writing", \json_encode(Held::check()));
    \rename("$file.writing", "$file.answer");
}

function large(int $bytes): string
{
    $rows = [];
    for ($size = 0; $size < $bytes; $size += 200) {
        $rows[] = ['id' => $size, 'title' => "a row of a large value: $size", 'tags' => ["tag $size", 'b']];
    }

    return \brine_serialize($rows);
}

\error_reporting(\E_ALL);
\ini_set('display_errors', '1');
\ini_set('html_errors', '0');
[$from, $to] = [(int) ($_GET['from'] ?? 0), (int) ($_GET['to'] ?? 0)];
$before = \brine_resident_status();
$wrong = [];
$do = $_GET['do'] ?? '';
if ($do === 'hold' && \function_exists('session_start')) {
    \session_id('evicting' . \getmypid());
    \session_start(['save_path' => __DIR__, 'use_cookies' => 0, 'cache_limiter' => '']);
}
if ($do === 'wait') {
    while (!\file_exists($_GET['file'])) {
        \usleep(10_000);
    }
}
for ($number = $from; $number < $to; ++$number) {
    $wrong = [...$wrong, ...Held::read($number, 5)];
}
$do === 'hold' && hold($from, $to);
$do === 'run' && \proc_close(\proc_open(['true'], [], $pipes));
$do === 'fork' && fork($_GET['file']);
$do === 'ffi' && forkByFfi($_GET['file']);
$answer = [];
if ($do === 'sights') {
    $payload = large(\intdiv($before['limit'], 5));
    for ($i = 0; $i < (int) $_GET['times']; ++$i) {
        \brine_unserialize($payload, ['resident' => true]);
    }
}
if ($do === 'probe') {
    $answer['found'] = \count(\array_filter(\range(0, (int) $_GET['until'] * 3), Held::isKept(...)));
}
if ($do === 'large') {
    $file = __DIR__ . '/large';
    \file_exists($file) || \file_put_contents($file, large((int) $_GET['bytes']));
    $payload = \file_get_contents($file);
    \memory_reset_peak_usage();
    $usage = \memory_get_usage();
    for ($i = 0; !isset($_GET['plain']) && $i < 3; ++$i) {
        $value = \brine_unserialize($payload, ['resident' => true, 'max_memory' => PHP_INT_MAX, 'max_elements' => PHP_INT_MAX]);
    }
    $answer = ['peak' => \memory_get_peak_usage() - $usage, 'length' => \strlen($payload), 'count' => \count($value ?? [])];
}
$status = \brine_resident_status();
foreach (['hits', 'misses'] as $name) {
    $answer[$name] = $status[$name] - $before[$name];
}
foreach ($status['refused'] as $reason => $count) {
    $answer['refused'][$reason] = $count - $before['refused'][$reason];
}
$answer += ['pid' => \getmypid(), 'status' => $status];
\register_shutdown_function(static function () use ($answer, $wrong): void {
    echo \json_encode(['wrong' => [...$wrong, ...Held::check()]] + $answer);
    // The client may wait for this, and the server for the rest of the request.
    while (\ob_get_level() > 0) {
        \ob_end_flush();
    }
    \flush();
});
if ($do === 'fatal') {
    $text = \str_repeat('x', 1 << 40);
}
