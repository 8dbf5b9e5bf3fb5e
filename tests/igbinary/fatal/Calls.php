<?php

declare(strict_types=1);

namespace Brine\Tests\Igbinary\Fatal;

/** The calls in which a hook runs. */
final class Calls
{
    /** Hooks by the direction in which they run. */
    public const WRITING = ['__serialize', '__sleep', 'serialize', 'error handler'];
    public const READING = ['__unserialize', '__wakeup', 'unserialize', 'class loader', 'class callback'];

    /** igbinary's functions, a session, and the clients of Redis and APCu. */
    public const CALLS = ['function', 'session', 'redis', 'apcu'];

    private static ?\Redis $redis = null;
    private string $bytes = '';

    public function __construct(private readonly string $call, private readonly string $hook)
    {
    }

    /** Puts what is read where it is read from. */
    public function prepare(): void
    {
        if ($this->call === 'redis') {
            self::$redis = new \Redis();
            self::$redis->connect((string) \getenv('REDIS_SOCKET'));
        }
        if ($this->hook === 'error handler') {
            \set_error_handler(static function (int $level, string $message): bool {
                $level === E_WARNING && Actions::do('error handler');

                return $level === E_WARNING;
            });
        }
        $this->bytes = \igbinary_serialize(self::value($this->object()));
        if ($this->hook === 'class loader' || $this->hook === 'class callback') {
            $this->bytes = \str_replace('Missing', 'Missin_', $this->bytes);
        }
        // An object of a missing class keeps its name.
        $this->call === 'apcu' && \apcu_store('entry', \igbinary_unserialize($this->bytes));
        $this->loadClasses();
        self::$redis?->set('entry', $this->bytes);
        self::$redis?->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY);
        if ($this->call === 'session') {
            \ini_set('session.serialize_handler', 'igbinary');
            \ini_set('session.use_cookies', '0');
            \ini_set('session.use_strict_mode', '0');
            \session_cache_limiter('');
            \session_save_path((string) \getenv('SESSIONS'));
            \session_id('test');
            \file_put_contents(\getenv('SESSIONS') . '/sess_test', \in_array($this->hook, self::READING, true) ? $this->bytes : '');
        }
    }

    /** What came of the call. */
    public function run(): string
    {
        $value = self::value($this->object());
        if (\in_array($this->hook, self::WRITING, true)) {
            match ($this->call) {
                'function' => $written = \igbinary_serialize($value),
                'redis' => self::$redis->set('written', $value),
                'apcu' => \apcu_store('written', $value),
                'session' => self::writeSession($value),
            };
            $written ??= match ($this->call) {
                'redis' => self::$redis->rawCommand('GET', 'written'),
                // It does not show its bytes.
                'apcu' => \igbinary_serialize(\apcu_fetch('written')),
                'session' => \file_get_contents(\getenv('SESSIONS') . '/sess_test'),
            };

            return $written === $this->bytes ? 'written' : 'wrong bytes';
        }
        $read = match ($this->call) {
            'function' => \igbinary_unserialize($this->bytes),
            'redis' => self::$redis->get('entry'),
            'apcu' => \apcu_fetch('entry'),
            'session' => self::readSession(),
        };

        return \print_r($read, true) === \print_r($value, true) ? 'read' : 'wrong value';
    }

    /** Whether calls of all kinds work; null, or what is wrong. */
    public static function difference(): ?string
    {
        $all = [new Custom(), new Sleeper(), new Old(), new Missing(), ...\Brine\Tests\Igbinary\values()];
        $value = self::value($all);
        foreach (['igbinary', 'brine'] as $format) {
            \ini_set('igbinary.format', $format);
            $bytes = \igbinary_serialize($value);
            $read = \igbinary_unserialize($bytes);
            if (\print_r($read, true) !== \print_r($value, true) || \igbinary_serialize($read) !== $bytes) {
                return "another value in the format $format";
            }
            self::$redis?->set('other', $value);
            if (self::$redis !== null && \print_r(self::$redis->get('other'), true) !== \print_r($value, true)) {
                return "another value in Redis in the format $format";
            }
        }
        \ini_set('igbinary.format', $_GET['format']);

        return null;
    }

    /** Whether the stored session is what prepare() has stored; null, or what is wrong. */
    public function storedDifference(): ?string
    {
        $bytes = \str_replace('Missing', \str_starts_with($this->hook, 'class') ? 'Missin_' : 'Missing', \igbinary_serialize(self::value($this->object())));

        return \file_get_contents(\getenv('SESSIONS') . '/sess_test') === $bytes ? null : 'another stored session';
    }

    /** A value with the object in the middle, and what takes room in the reader and the writer: arrays, strings, classes, references. */
    private static function value(mixed $object): array
    {
        $shared = ['shared' => [1, 2]];
        $reference = 'referred';

        return [
            'rows' => \array_map(static fn (int $i): array => ['id' => $i, 'name' => "name $i", 'tags' => [$i, "tag $i"]], \range(1, 80)),
            'objects' => [(object) ['a' => 1], new \ArrayObject([1]), new Custom()], 'shared' => [$shared, $shared], 'one' => &$reference, 'two' => &$reference,
            'object' => [$object, ['again' => $object]], 'after' => [new Sleeper(), 'rows', $shared, new Old(), \str_repeat('long ', 2000)],
        ];
    }

    private function object(): object
    {
        return match ($this->hook) {
            '__serialize', '__unserialize' => new Custom(),
            '__sleep', '__wakeup' => new Sleeper(),
            'serialize', 'unserialize' => new Old(),
            'error handler' => new Warned(),
            'class loader', 'class callback' => new Missing(),
        };
    }

    private function loadClasses(): void
    {
        $load = static function (string $class): void {
            Actions::do($_GET['hook']);
            \class_alias(Missing::class, $class);
        };
        if ($this->hook === 'class loader') {
            \spl_autoload_register($load);
        } elseif ($this->hook === 'class callback') {
            $GLOBALS['load'] = $load;
            \ini_set('unserialize_callback_func', __NAMESPACE__ . '\load_class');
        }
    }

    private static function writeSession(array $value): void
    {
        \session_start();
        $_SESSION = $value;
        \session_write_close();
    }

    private static function readSession(): array
    {
        \session_start();
        $session = $_SESSION;
        \session_abort();

        return $session;
    }
}

function load_class(string $class): void
{
    $GLOBALS['load']($class);
}
