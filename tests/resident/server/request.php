<?php

/*
 * One request of the server test (run.php). The output is compared; errors after it go to the log.
 *
 *     ?do=hold&n=NUMBER            holds resident values in everything that PHP frees late
 *     ?do=class&variant=V&p=P&stale=S  decodes payload P with the classes of variant V; refuses stale ones if S is 1
 *     ?do=bring&p=P                decodes payload P; opening the bytes registers the loader of one of its classes
 *     ?do=key&variant=V            decodes a signed frame of payload 0 with the classes of variant V, while a loader changes the key
 *     ?do=read&from=A&to=B&sights=N  decodes values; says how many were resident
 *     ?do=status                   brine_resident_status() as JSON
 */

declare(strict_types=1);

namespace Brine\Tests\Resident\Server;

use Brine\Tests\SessionHandlerStub;

require __DIR__ . '/../../SessionHandlerStub.php';

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('display_errors', '1');
ini_set('html_errors', '0');
ini_set('zend.exception_ignore_args', '1');
date_default_timezone_set('UTC');

// PHP's server prepends no file to its own script. Only a sanitizer wants that nothing is left at the end.
if (\getenv('SKIP_ASAN') !== false) {
    require __DIR__ . '/../../../scripts/release_cycles.php';
}

/** Too late to be sent. */
function wrong(string $what): void
{
    \error_log("WRONG: $what");
    echo "WRONG: $what\n";
}

function check(string $what, bool $holds): void
{
    $holds || wrong($what);
}

/** The value of a number; its strings are long enough to be nobody else's. */
function value(int $number): array
{
    $list = [];
    for ($i = 0; $i < 8; ++$i) {
        $list["row$i"] = ['id' => $i, 'label' => "label $i of value $number", 'tags' => ['a', "tag of $number"]];
    }

    return [
        'number' => $number, 'scheme' => 'scheme' . \strtr((string) $number, '0123456789', 'abcdefghij'), 'text' => \str_repeat("text $number ", 10), 'list' => $list,
        'path' => "/nowhere/$number/" . \str_repeat('p', 30), 'name' => "name_of_$number", 'pattern' => "/label (\\d) of value $number/",
    ];
}

function same(mixed $held, int $number): bool
{
    return $held === value($number);
}

/** A new payload each time: its bytes are compared, not their place. */
function resident(int $number, bool $object = false): mixed
{
    $payload = \brine_serialize($object ? [new Held(value($number)), $number] : value($number));

    // Some are kept by bytes that must be opened.
    return $number % 3 === 0
        ? \brine_unserialize(\strrev($payload), ['resident' => true, 'open' => \strrev(...)])
        : \brine_unserialize($payload, ['resident' => true]);
}

final class Held
{
    public static array $kept = [];

    public function __construct(public array $value = [], public mixed $more = null)
    {
    }
}

final class Late
{
    public function __construct(private array $value, private int $number)
    {
    }

    public function __destruct()
    {
        check('destructor', same($this->value, $this->number));
        $this->value['destructed'] = resident($this->number);
        echo "destructor\n";
    }
}

/** A wrapper whose stream is closed after everything else was freed. */
final class Stream
{
    /** @var resource|null */
    public $context;
    public static array $values = [];
    private array $value = [];

    public function stream_open(string $path): bool
    {
        $this->value = self::$values;

        return true;
    }

    public function stream_read(int $count): string
    {
        return '';
    }

    public function stream_write(string $data): int
    {
        return \strlen($data);
    }

    public function stream_eof(): bool
    {
        return true;
    }

    public function stream_flush(): bool
    {
        check('flush of a stream', $this->value === [] || same($this->value, $this->value['number']));

        return true;
    }

    public function stream_close(): void
    {
        check('close of a stream', $this->value === [] || same($this->value, $this->value['number']));
    }
}

final class Session extends SessionHandlerStub
{
    private array $value = [];

    public function close(): bool
    {
        check('close of the session', $this->value === [] || same($this->value, $this->value['number']));

        return true;
    }

    public function write(string $id, string $data): bool
    {
        $this->value = resident((int) $id);
        check('session', \str_contains($data, "name_of_$id"));

        return true;
    }
}

/** Holds its argument between requests of the function, and to the end of the request. */
function kept(array $value): array
{
    static $kept = [];
    $kept[] = $value;

    return $kept[0];
}

/** Holds resident values where PHP looks at them when the request ends. */
function hold(int $n): void
{
    $numbers = [];
    for ($i = 0; $i < 12; ++$i) {
        // Some come again and again, others for a while.
        $numbers[] = $i < 3 ? $i : \intdiv($n, 12) * 3 + ($n * 7 + $i * 5) % 24;
    }
    $values = \array_map(resident(...), $numbers);
    foreach ($numbers as $i => $number) {
        check("value $number", same($values[$i], $number));
        $held = resident($number, true);
        check("object $number", $held[0] instanceof Held && same($held[0]->value, $number));
        $held[0]->value['list']['row1']['id'] = 'written';
        $held[0]->more = $held;
        $copy = $values[$i];
        $copy['list']['row0']['tags'][] = 'written';
    }
    \function_exists('apcu_fetch') && fetched($n, $numbers);
    [$a, $b, $c, $d, $e, $f, $g, $h] = \array_slice($values, 3);
    \define($a['name'], $a);
    \define("{$a['name']}_again", $b['text']);
    Held::$kept = $b;
    check('static variable', same(kept($c), $c['number']));
    $GLOBALS['held'] = $d;
    $GLOBALS['late'] = new Late($e, $e['number']);
    $cycle = (object) $f;
    $cycle->self = $cycle;
    $GLOBALS['cycle'] = $cycle;
    \session_set_save_handler(new Session(), $n % 2 === 0);
    \session_id((string) $g['number']);
    \session_start(['use_cookies' => '0', 'cache_limiter' => '', 'serialize_handler' => $n % 3 === 0 ? 'brine' : 'php']);
    $_SESSION['value'] = $g;
    $_SESSION[$g['name']] = $g['list'];
    surroundings($h, $n);
    \register_shutdown_function(static function (array $value, string $name) use ($a): void {
        check('shutdown function', same($value, $value['number']) && \constant($a['name']) === $a);
        \register_shutdown_function(static fn () => check('shutdown function of another', same(resident($value['number']), $value['number'])));
        echo "shutdown $name\n";
    }, $h, $h['name']);
    echo "right\n";
}

/** Entries of APCu, whose place another one takes while what was fetched is still held. */
function fetched(int $n, array $numbers): void
{
    $held = [];
    foreach ($numbers as $number) {
        $key = "value $number";
        \apcu_add($key, $n % 2 === 0 ? value($number) : [new Held(value($number)), value($number)]);
        $held[$number] = [\apcu_fetch($key), \apcu_fetch($key)];
    }
    \apcu_delete('value ' . $numbers[$n % 12]);
    $n % 9 === 0 && \apcu_clear_cache();
    for ($i = 0; $i < 20; ++$i) {
        \apcu_store("text $i", \str_repeat("text $n", 200));
    }
    foreach ($held as $number => $values) {
        foreach ($values as $i => $value) {
            $value = isset($value[0]) ? $value[1] : $value;
            check("fetched value $number, $i", same($value, $number));
            $values[$i]['written'] = 1;
        }
    }
    $GLOBALS['fetched'] = $held;
}

/** Settings, handlers, streams and the environment keep strings. */
function surroundings(array $value, int $n): void
{
    \ini_set('user_agent', $value['text']);
    \ini_set('error_append_string', $value['name']);
    \ini_set('error_append_string', '');
    \ini_set('date.timezone', 'Europe/Berlin');
    \set_include_path($value['path']);
    check('include path', (@include $value['name']) === false);
    \putenv("BRINE_HELD={$value['path']}");
    \putenv($value['name'] . '=' . $value['number']);
    \stream_wrapper_register($value['scheme'], Stream::class);
    // With a name that is counted in it, PHP looks at all names of its table when it frees that: after the last hook of extensions.
    \stream_wrapper_register('own' . $n, Stream::class);
    Stream::$values = $value;
    $GLOBALS['stream'] = \fopen("{$value['scheme']}://{$value['path']}", 'w');
    \fwrite($GLOBALS['stream'], $value['text']);
    $GLOBALS['context'] = \stream_context_create(['http' => ['header' => $value['list']]]);
    \stream_context_set_default(['http' => ['user_agent' => $value['text'], 'header' => $value['tags'] ?? []]]);
    check('pattern', \preg_match($value['pattern'], $value['list']['row3']['label'], $match) === 1 && $match[1] === '3');
    \set_error_handler(static fn (int $level, string $message): bool => $message !== $value['text']);
    \set_exception_handler(static fn () => wrong($value['name']));
    \ob_start(static fn (string $buffer): string => same($value, $value['number']) ? $buffer : "WRONG: output $buffer");
    \spl_autoload_register(static fn (string $class): bool => $class === $value['name']);
    check('class', !\class_exists($value['name']));
    \header_register_callback(static fn () => check('headers', same($value, $value['number'])));
    \setlocale(\LC_CTYPE, $value['name']);
    $GLOBALS['generator'] = (static function () use ($value): \Generator {
        try {
            yield $value['list'];
        } finally {
            check('generator', same($value, $value['number']));
        }
    })();
    $GLOBALS['generator']->current();
    if ($n % 5 === 0) {
        $GLOBALS[$value['name']] = &$GLOBALS['held'];
        $GLOBALS['closure'] = static fn (): array => $value;
        \Closure::bind(static fn () => null, null, Held::class);
    }
    if ($n % 7 === 0) {
        \gc_collect_cycles();
    }
}

/** Native text, messages, exceptions, and missing classes for which loaders were called. */
function outcome(string $payload, array $options): string
{
    $messages = '';
    $asked = [];
    $loader = static function (string $class) use (&$asked): void {
        $asked[] = $class;
    };
    \spl_autoload_register($loader);
    \set_error_handler(static function (int $level, string $message) use (&$messages): bool {
        $messages .= "\n$message";

        return true;
    });
    try {
        $text = \print_r(\brine_unserialize($payload, $options), true);
    } catch (\Throwable $error) {
        $text = $error::class . ': ' . $error->getMessage();
    } finally {
        \restore_error_handler();
        \spl_autoload_unregister($loader);
    }

    return $text . $messages . ' asked: ' . \implode(' ', $asked);
}

/** Opens bytes, and finds a class that other loaders did not. */
function bringLoader(string $bytes): string
{
    \spl_autoload_register(static function (string $class): void {
        if ($class === __NAMESPACE__ . '\Thing') {
            eval('namespace Brine\Tests\Resident\Server; class Thing { public int $a = 1; protected ?string $b = null; private array $c = []; public mixed $list = []; }');
        }
    });

    return $bytes;
}

switch ($_GET['do'] ?? '') {
    case 'hold':
        hold((int) $_GET['n']);
        break;
    case 'class':
        require __DIR__ . '/variants.php';
        declareVariant((int) $_GET['variant']);
        $payload = (string) \file_get_contents(\getenv('RESIDENT_PAYLOADS') . '/' . (int) $_GET['p']);
        $first = (int) $_GET['variant'] % 2 === 0;
        // Values that were kept without the check, and with it.
        $options = (int) $_GET['stale'] === 1 ? ['stale_classes' => 'throw'] : [];
        $plain = $first ? outcome($payload, $options) : '';
        $resident = outcome($payload, ['resident' => true] + $options);
        $again = outcome($payload, ['resident' => true] + $options);
        $opened = outcome($payload, ['resident' => true, 'open' => static fn (string $bytes): string => $bytes] + $options);
        $plain = $first ? $plain : outcome($payload, $options);
        echo [$plain, $plain, $plain] === [$resident, $again, $opened] ? "right\n" : "plain: $plain\nresident: $resident\nagain: $again\nopened: $opened\n";
        break;
    case 'bring':
        require __DIR__ . '/variants.php';
        declareVariant(3);
        $payload = (string) \file_get_contents(\getenv('RESIDENT_PAYLOADS') . '/' . (int) $_GET['p']);
        $opened = outcome($payload, ['resident' => true, 'open' => bringLoader(...)]);
        $plain = outcome($payload, []);
        // Earlier loaders are called before the bytes are opened.
        echo \strstr($plain, ' asked: ', true) === \strstr($opened, ' asked: ', true) ? "right\n" : "plain: $plain\nopened: $opened\n";
        break;
    case 'key':
        require __DIR__ . '/variants.php';
        declareVariant((int) $_GET['variant']);
        $frame = (string) \file_get_contents(\getenv('RESIDENT_PAYLOADS') . '/frame');
        $key = \str_rot13(\str_rot13(FRAME_KEY));
        $others = [];
        \spl_autoload_register(static function () use (&$key, &$others): void {
            $key = 'another key';
            for ($i = 0; $i < 100; ++$i) {
                $others[] = \str_repeat('o', \strlen(FRAME_KEY));
            }
        });
        echo \get_debug_type(\brine_unserialize_signed($frame, ['a new key', &$key], ['resident' => true])), "\n";
        break;
    case 'read':
        $hits = \brine_resident_status()['hits'];
        for ($number = (int) $_GET['from']; $number <= (int) $_GET['to']; ++$number) {
            for ($sight = 0; $sight < (int) $_GET['sights']; ++$sight) {
                check("value $number", same(resident($number), $number));
            }
        }
        echo \brine_resident_status()['hits'] - $hits;
        break;
    case 'status':
        echo \json_encode(\brine_resident_status() + ['pid' => \getmypid()]);
        break;
    default:
        echo 'ready';
}
