<?php

/*
 * A web server of RollingTest: it reads and writes entries of a store that others share, which may have other extensions.
 * usage: rolling_worker.php DATABASE SECONDS SEED
 */

declare(strict_types=1);

use Drupal\brine\CacheSerializer;
use Drupal\brine\TolerantFactory;
use Drupal\Component\Datetime\Time;
use Drupal\Core\Cache\DatabaseBackendFactory;
use Drupal\Core\Cache\DatabaseCacheTagsChecksum;
use Drupal\Core\Database\Connection;
use Drupal\Core\Site\Settings;

require __DIR__ . '/../vendor/autoload.php';

[, $file, $seconds, $seed] = $argv;
\mt_srand((int) $seed);
new Settings(['brine' => ['write' => 'brine', 'compress' => ['min_bytes' => 500]]]);
\set_error_handler(static fn (int $level, string $message, string $in, int $line): never => throw new \ErrorException($message, 0, $level, $in, $line));
$pdo = new \PDO("sqlite:$file", options: [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION, \PDO::ATTR_TIMEOUT => 60]);
$pdo->exec('PRAGMA synchronous = OFF');
$connection = new Connection($pdo);
$factory = new TolerantFactory(new DatabaseBackendFactory($connection, new DatabaseCacheTagsChecksum(), new CacheSerializer(), new Time()));
$backend = $factory->get('default');
$valueOf = static function (int $number): mixed {
    $rows = [];
    for ($i = 0; $i < $number % 40; ++$i) {
        $rows[] = ['id' => $i, 'title' => "Row $i of $number", 'price' => $i / 3, 'tags' => ['a', 'b']];
    }

    return match ($number % 4) {
        0 => $rows,
        1 => new \ArrayObject($rows),
        2 => "a string, $number",
        default => ['nothing' => null, 'rows' => $rows, 'object' => (object) ['number' => $number]],
    };
};
$counts = ['reads' => 0, 'hits' => 0, 'writes' => 0, 'wrong' => 0, 'heads' => []];
$end = \hrtime(true) + (int) ((float) $seconds * 1e9);
while (\hrtime(true) < $end) {
    $number = \mt_rand(0, 199);
    if (\mt_rand(0, 4) > 0) {
        $statement = $pdo->query("SELECT hex(substr(data, 1, 2)) FROM cache_default WHERE cid = 'entry $number'");
        \assert($statement !== false);
        $head = $statement->fetchColumn();
        $statement->closeCursor();
        if ($head !== false) {
            $counts['heads'][$head] = true;
        }
        $item = $backend->get("entry $number");
        ++$counts['reads'];
        $counts['hits'] += $item === false ? 0 : 1;
        $counts['wrong'] += $item === false || \serialize($item->data) === \serialize($valueOf($number)) ? 0 : 1;
    } elseif (\function_exists('igbinary_serialize') && !\extension_loaded('brine') && $number % 4 !== 2) {
        // As another module has written before.
        $bytes = (string) \igbinary_serialize($valueOf($number));
        $bytes = $number % 2 === 0 ? $bytes : (string) \gzcompress($bytes);
        $connection->query('REPLACE INTO cache_default VALUES (:cid, :data, 1)', [':cid' => "entry $number", ':data' => $bytes]);
        ++$counts['writes'];
    } else {
        $backend->set("entry $number", $valueOf($number));
        ++$counts['writes'];
    }
}
echo \json_encode($counts);
