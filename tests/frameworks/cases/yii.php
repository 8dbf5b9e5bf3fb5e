<?php

declare(strict_types=1);

use Brine\Auto;
use Brine\EntryCodec;
use Brine\Format;
use Brine\Tests\Checks;
use Brine\Tests\Frameworks\Client;
use Brine\Tests\Frameworks\Frameworks;
use Brine\Tests\Frameworks\Scenario;

require __DIR__ . '/../start.php';

define('YII_DEBUG', false);
Frameworks::load(yii\caching\FileCache::class, ['yii2']);
class_exists(Yii::class) || require dirname((string) (new ReflectionClass(yii\caching\FileCache::class))->getFileName(), 2) . '/Yii.php';

$directory = sys_get_temp_dir() . '/brine-yii-' . getmypid();
$configuration = Frameworks::example('yii\caching\FileCache')['return']['components']['cache'] + ['cachePath' => $directory];
$native = new EntryCodec(new Auto([Format::Native]));
$client = static function (array $configuration) use ($directory): Client {
    $cache = Yii::createObject($configuration + ['cachePath' => $directory]);

    return new Client($cache->set(...), $cache->get(...));
};
$file = static fn (string $key): string => $directory . '/' . substr((new yii\caching\FileCache(['cachePath' => $directory]))->buildKey($key), 0, 2)
    . '/' . (new yii\caching\FileCache(['cachePath' => $directory]))->buildKey($key) . '.bin';
$scenario = new Scenario(
    $client(['class' => yii\caching\FileCache::class]),
    $client($configuration),
    $client(['class' => yii\caching\FileCache::class, 'serializer' => [$native->encode(...), $native->read(...)]]),
    static fn (string $key): string => (string) file_get_contents($file($key)),
    static function (string $key, string $bytes) use ($file): void {
        file_put_contents($file($key), $bytes);
        // The time of change is the time of expiry.
        touch($file($key), time() + 600);
    },
    miss: false,
);
$scenario->run(plain: []);

// Yii's serializer by igbinary, which wraps values with their dependency.
if (function_exists('igbinary_serialize')) {
    $igbinary = $client(['class' => yii\caching\FileCache::class, 'serializer' => ['igbinary_serialize', 'igbinary_unserialize']]);
    ($igbinary->set)('igbinary', ['a', 'b']);
    Scenario::same('igbinary', ['a', 'b'], ($client($configuration)->get)('igbinary'));
}
// A dependency comes back and is asked.
$cache = Yii::createObject($configuration);
file_put_contents("$directory/dependency", '1');
$cache->set('dependent', 'value', 600, new yii\caching\FileDependency(['fileName' => "$directory/dependency"]));
Scenario::same('dependency', 'value', $cache->get('dependent'));
touch("$directory/dependency", time() + 10);
clearstatcache();
Scenario::same('changed dependency', false, $cache->get('dependent'));
Scenario::same('several', ['new-rows' => Scenario::values()['rows'], 'absent' => false], $cache->multiGet(['new-rows', 'absent']));
// A database, whose column has to take bytes.
if (extension_loaded('pdo_sqlite')) {
    $database = new yii\db\Connection(['dsn' => 'sqlite::memory:']);
    $database->createCommand('CREATE TABLE cache (id CHAR(128) PRIMARY KEY, expire INTEGER, data BLOB)')->execute();
    $table = Yii::createObject(['class' => yii\caching\DbCache::class, 'db' => $database, 'cacheTable' => 'cache', 'serializer' => $configuration['serializer']]);
    $table->set('rows', Scenario::values()['rows']);
    Scenario::same('a database', Scenario::values()['rows'], $table->get('rows'));
    Checks::same('its bytes', Format::Brine, Format::of((string) $database->createCommand('SELECT data FROM cache')->queryScalar()));
}
yii\helpers\FileHelper::removeDirectory($directory);

require __DIR__ . '/../end.php';
