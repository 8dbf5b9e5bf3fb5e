<?php

/*
 * One request: ?do=write stores an object by each client, ?do=read reads them, ?list=LIST sets brine.allowed_classes first, as a front controller
 * would. Prints, as JSON, what came of each, and what user code and PHP did meanwhile.
 */

declare(strict_types=1);

namespace App;

class Gadget
{
    /** @var list<string> */
    public static array $events = [];

    public int $number = 5;

    public function __wakeup(): void
    {
        self::$events[] = 'wakeup';
    }
}

/** The object in a list; or what is there instead. */
function first(mixed $value): mixed
{
    return is_array($value) ? $value[0] : $value;
}

/** @return array<string, \Closure(mixed): mixed> by client, what writes a value, or without one reads it */
function clients(): array
{
    $redis = new \Redis();
    $redis->connect($_SERVER['REDIS']);
    $redis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY);
    $memcached = new \Memcached();
    $memcached->addServer($_SERVER['MEMCACHED'], 0);
    $memcached->setOption(\Memcached::OPT_SERIALIZER, \Memcached::SERIALIZER_IGBINARY);
    $session = static fn (string $handler, string $path): \Closure => static function (mixed $value) use ($handler, $path): mixed {
        ini_set('session.save_handler', $handler);
        ini_set('session.save_path', $path);
        session_id("visitor$handler");
        session_start();
        $read = $_SESSION['gadget'][0] ?? null;
        if ($value !== null) {
            $_SESSION['gadget'] = [$value];
        }
        session_write_close();

        return $read;
    };

    return [
        'redis' => static fn (mixed $value): mixed => $value === null ? first($redis->get('gadget')) : $redis->set('gadget', [$value]),
        'redis hash' => static fn (mixed $value): mixed => $value === null ? first($redis->hGetAll('gadgets')['a']) : $redis->hSet('gadgets', 'a', [$value]),
        'memcached' => static fn (mixed $value): mixed => $value === null ? first($memcached->get('gadget')) : $memcached->set('gadget', [$value]),
        'apcu' => static fn (mixed $value): mixed => $value === null ? first(apcu_fetch('gadget')) : apcu_store('gadget', [$value]),
        'files' => $session('files', $_SERVER['SESSIONS']),
        'redis session' => $session('redis', "unix://{$_SERVER['REDIS']}"),
        'memcached session' => $session('memcached', $_SERVER['MEMCACHED']),
    ];
}

// Headers come before output.
ob_start();
set_error_handler(static function (int $level, string $message): bool {
    Gadget::$events[] = (string) preg_replace(['/ at byte \d+, in .*/', '/^\w+(::\w+)?\(\): /'], '', $message);

    return true;
});
if ($_GET['do'] === 'number') {
    // Which php.ini it is.
    exit((string) (int) ini_get('user_agent'));
}
if (isset($_GET['list'])) {
    ini_set('brine.allowed_classes', $_GET['list']);
}
$answers = [];
foreach (clients() as $name => $client) {
    Gadget::$events = [];
    try {
        $answer = get_debug_type($client($_GET['do'] === 'write' ? new Gadget() : null));
    } catch (\Brine\DecodeException $error) {
        $answer = $error->getReason();
    }
    $answers[$name] = implode(', ', [$answer, ...Gadget::$events]);
}
ob_end_clean();
echo json_encode($answers);
