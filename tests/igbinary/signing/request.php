<?php

/*
 * One request to a pool. What ?visit, ?keep and ?find answer is JSON; the places are entries of both clients, and sessions of three stores with two handlers.
 *
 *     ?id=ID&visit=NUMBER   every place must have what the visit before wrote, and is written: {"kind": …, "wrong": [PLACE…], "output": …}
 *     ?keep=NAME            writes a value into every place
 *     ?find=NAME            {PLACE: "right"|"refused"|what else is there}
 *     ?shown                [what ini_get() has of the keys, whether a key is in what PHP shows]
 *     ?regenerate=NAME      gives kept sessions new ids: {PLACE: "right"|what is wrong}
 */

declare(strict_types=1);

namespace Brine\Tests\Igbinary\Signing;

use Brine\Tests\Igbinary\Kept;

require __DIR__ . '/../values.php';
require __DIR__ . '/places.php';

/** @return array<string, mixed> what a visitor has after so many visits */
function content(int $visits): array
{
    return ['visits' => $visits, 'last' => \array_map(static fn (int $i): Kept => new Kept(['visit' => $i]), \range(\max(0, $visits - 5), $visits))];
}

/** @return array{\Redis, \Memcached} */
function clients(): array
{
    static $clients = null;
    if ($clients === null) {
        $redis = new \Redis();
        $redis->connect($_SERVER['REDIS_SOCKET']);
        $redis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY);
        $memcached = new \Memcached();
        $memcached->addServer('127.0.0.1', (int) $_SERVER['MEMCACHED_PORT']);
        $memcached->setOption(\Memcached::OPT_SERIALIZER, \Memcached::SERIALIZER_IGBINARY);
        $clients = [$redis, $memcached];
    }

    return $clients;
}

/** Starts the session of a place. */
function start(string $place, string $name): void
{
    [$store, $handler] = \explode(' ', $place);
    \ini_set('session.save_handler', $store);
    \ini_set('session.save_path', $_SERVER['SESSIONS_' . \strtoupper($store)]);
    \ini_set('session.serialize_handler', $handler);
    \session_id(idOf($place, $name));
    \session_start();
}

/** What is in a place: a value, "refused" or null. */
function read(string $place, string $name): mixed
{
    [$redis, $memcached] = clients();
    if ($place === 'redis') {
        $value = $redis->get($name);

        // phpredis gives the bytes of what cannot be read.
        return \is_string($value) && \str_starts_with($value, "\0\0\0\2") ? 'refused' : ($value === false ? null : $value);
    }
    if ($place === 'memcached') {
        $value = $memcached->get($name);

        return match ($memcached->getResultCode()) {
            \Memcached::RES_SUCCESS => $value,
            \Memcached::RES_NOTFOUND => null,
            \Memcached::RES_SOME_ERRORS => 'refused',
            default => 'result ' . $memcached->getResultCode(),
        };
    }
    try {
        start($place, $name);
    } catch (\Brine\DecodeException) {
        return 'refused';
    }
    $value = $_SESSION['value'] ?? null;
    \session_abort();

    return $value;
}

function write(string $place, string $name, mixed $value): void
{
    [$redis, $memcached] = clients();
    if ($place === 'redis') {
        $redis->set($name, $value);
    } elseif ($place === 'memcached') {
        $memcached->set($name, $value);
    } else {
        start($place, $name);
        $_SESSION['value'] = $value;
        \session_write_close();
    }
}

/** The value must be that of ?keep. */
function judge(mixed $value): mixed
{
    return \is_object($value['object'] ?? null) && \serialize($value) === \serialize(content(7) + ['object' => \Brine\Tests\Igbinary\values()['object']]) ? 'right' : $value;
}

\ini_set('display_errors', '1');
\ini_set('html_errors', '0');
\ini_set('log_errors', '0');
\ob_start();
if (isset($_GET['visit'])) {
    $visit = (int) $_GET['visit'];
    $wrong = [];
    foreach (PLACES as $place) {
        $found = read($place, $_GET['id']);
        if (\serialize($found) !== \serialize($visit === 0 ? null : content($visit - 1))) {
            $wrong[] = $place;
        }
        write($place, $_GET['id'], content($visit));
    }
    // Scalars are never signed.
    foreach (['redis', 'memcached'] as $place) {
        if (read($place, "number-$_GET[id]") !== ($visit === 0 ? null : $visit - 1)) {
            $wrong[] = "number in $place";
        }
        write($place, "number-$_GET[id]", $visit);
    }
    $answer = ['kind' => $_SERVER['KIND'], 'wrong' => $wrong, 'output' => \ob_get_contents()];
} elseif (isset($_GET['keep'])) {
    foreach (PLACES as $place) {
        write($place, $_GET['keep'], content(7) + ['object' => \Brine\Tests\Igbinary\values()['object']]);
    }
    $answer = \ob_get_contents();
} elseif (isset($_GET['find'])) {
    $answer = [];
    foreach (PLACES as $place) {
        $answer[$place] = judge(read($place, $_GET['find']));
    }
} elseif (isset($_GET['regenerate'])) {
    $answer = [];
    foreach (SESSIONS as $place) {
        start($place, $_GET['regenerate']);
        $answer[$place] = \session_regenerate_id() ? judge($_SESSION['value']) : 'no new id';
        $id = \session_id();
        \session_write_close();
        $_SESSION = [];
        \session_id($id);
        \session_start();
        $again = judge($_SESSION['value'] ?? null);
        \session_destroy();
        if ($id === idOf($place, $_GET['regenerate']) || $again !== 'right') {
            $answer[$place] = [$id, $again];
        }
    }
} elseif (isset($_GET['shown'])) {
    \phpinfo();
    \var_dump(\ini_get_all(), $GLOBALS, \getenv());
    $answer = [\ini_get('brine.signing_key'), \preg_match('/' . \implode('|', \array_map(keyOf(...), ['old', 'new', 'one', 'two'])) . '/', \ob_get_contents()) === 1];
} else {
    $answer = (int) $_SERVER['GENERATION'];
}
\ob_end_clean();
echo \json_encode($answer, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
