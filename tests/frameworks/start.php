<?php

/* What each case begins with: the library, a Redis server of its own, and warnings as exceptions. */

declare(strict_types=1);

use Brine\Tests\Library\RedisServer;

// MediaWiki brings an older psr/log.
if (!isset($hasOwnPackages)) {
    require __DIR__ . '/../../vendor/autoload.php';
}
require_once __DIR__ . '/../bootstrap.php';

set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    // Messages of the frameworks about newer versions of PHP are theirs.
    if (($level & (E_DEPRECATED | E_USER_DEPRECATED)) !== 0 || (error_reporting() & $level) === 0) {
        return true;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});

$server = RedisServer::onPort() ?? throw new RuntimeException('there is no Redis');
$redis = new Redis();
$redis->connect('127.0.0.1', $server->port);

/** Reads and replaces bytes in Redis. */
$bytes = static fn (string $key): string => (string) $redis->get($key);
$put = static fn (string $key, string $bytes): bool => $redis->set($key, $bytes);
