<?php

declare(strict_types=1);

use Brine\Auto;
use Brine\BrineBundle\BrineMarshaller;
use Brine\Format;
use Brine\Tests\Checks;
use Brine\Tests\Frameworks\Client;
use Brine\Tests\Frameworks\Frameworks;
use Brine\Tests\Frameworks\Scenario;
use Brine\Tests\Frameworks\Entity\Town;
use Doctrine\DBAL\DriverManager;
use Doctrine\ORM\Configuration;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\ORMSetup;
use Doctrine\ORM\Tools\SchemaTool;
use Psr\Cache\CacheItemPoolInterface;
use Symfony\Component\Cache\Adapter\RedisAdapter;

require __DIR__ . '/../start.php';

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Brine\BrineBundle\\')) {
        require dirname(__DIR__, 3) . '/packages/symfony/src/' . strtr(substr($class, 18), '\\', '/') . '.php';
    }
});
Frameworks::load(EntityManager::class, ['doctrine/orm']);
extension_loaded('pdo_sqlite') || throw new RuntimeException('there is no pdo_sqlite');

$configuration = static fn (): Configuration => ORMSetup::createAttributeMetadataConfiguration([__DIR__ . '/../Entity'], true, sys_get_temp_dir());
$page = Frameworks::example('setResultCache', ['redis' => $redis, 'configuration' => $written = $configuration()]);
$pools = [
    'today' => new RedisAdapter($redis, 'doctrine'),
    'recipe' => $page['pool'],
    'back' => new Brine\BrineBundle\Adapter\RedisAdapter($redis, 'doctrine', 0, new BrineMarshaller(new Auto([Format::Native]))),
];
$client = static fn (CacheItemPoolInterface $pool): Client => new Client(
    static fn (string $key, mixed $value): bool => $pool->save($pool->getItem($key)->set($value)),
    static function (string $key) use ($pool): mixed {
        $item = $pool->getItem($key);

        return $item->isHit() ? $item->get() : null;
    },
);
$scenario = new Scenario(
    $client($pools['today']),
    $client($pools['recipe']),
    $client($pools['back']),
    static fn (string $key): string => $bytes("doctrine:$key"),
    static fn (string $key, string $data): bool => $put("doctrine:$key", $data),
);
$scenario->run(plain: []);
$scenario->readsIgbinary();

// Entities and results, written by Doctrine itself.
$connection = DriverManager::getConnection(['driver' => 'pdo_sqlite', 'memory' => true]);
$manager = static function (string $state) use ($connection, $configuration, $pools): EntityManager {
    $made = $configuration();
    $made->setResultCache($pools[$state]);
    $made->setSecondLevelCacheEnabled();
    $made->getSecondLevelCacheConfiguration()->setCacheFactory(
        new Doctrine\ORM\Cache\DefaultCacheFactory(new Doctrine\ORM\Cache\RegionsConfiguration(), $pools[$state]),
    );

    return new EntityManager($connection, $made);
};
$first = $manager('today');
(new SchemaTool($first))->createSchema($first->getMetadataFactory()->getAllMetadata());
foreach (['Turin', 'Udine'] as $i => $name) {
    $first->persist(new Town($i + 1, $name));
}
$first->flush();
/** What a state reads: an entity of the second level cache, and a result. The database has other names by then. */
$read = static function (EntityManager $manager): array {
    $query = $manager->createQuery('SELECT t.name FROM ' . Town::class . ' t ORDER BY t.id')->enableResultCache(600, 'towns');

    return [$manager->find(Town::class, 1)?->name, array_column($query->getArrayResult(), 'name')];
};
$cached = ['Turin', ['Turin', 'Udine']];
Checks::same('before the switch', $cached, $read($manager('today')));
$connection->executeStatement("UPDATE Town SET name = 'changed'");
foreach (['today', 'recipe', 'back'] as $state) {
    Checks::same("entries of Doctrine, $state", $cached, $read($manager($state)));
}
$redis->flushAll();
Checks::same('without entries', ['changed', ['changed', 'changed']], $read($manager('recipe')));
$connection->executeStatement("UPDATE Town SET name = 'changed again'");
Checks::same('entries of the recipe', ['changed', ['changed', 'changed']], $read($manager('recipe')));
Checks::same('entries of the recipe, on the way back', ['changed', ['changed', 'changed']], $read($manager('back')));
foreach ($redis->keys('*') as $key) {
    Checks::same("format of $key", Format::Brine, Format::of((string) $redis->get($key)));
    $redis->set($key, "\xc1\x10\xff");
}
Checks::same('damaged entries are misses', ['changed again', ['changed again', 'changed again']], $read($manager('recipe')));
Checks::that('the page configures both caches', $written->getResultCache() === $page['pool'] && $written->isSecondLevelCacheEnabled());

require __DIR__ . '/../end.php';
