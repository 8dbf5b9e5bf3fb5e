<?php

/* The application of DeploymentTest, in a release's directory. */

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Brine\Tests\Library\Deployment\Application;
use Brine\Tests\Library\Deployment\Store;
use Drupal\brine\CacheSerializer;
use Drupal\brine\Damage;
use Drupal\brine\TolerantFactory;
use Drupal\Component\Datetime\Time;
use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Cache\DatabaseBackendFactory;
use Drupal\Core\Cache\DatabaseCacheTagsChecksum;
use Drupal\Core\Database\Connection;
use Drupal\Core\Site\Settings;
use Symfony\Component\DependencyInjection\Container;

require __DIR__ . '/../vendor/autoload.php';

Application::answer(static function (string $bin, mixed $settings): Store {
    /** @var array{brine: array<string, mixed>, database: string} $settings */
    $log = new Log();
    $container = new Container();
    $container->set('logger.channel.brine', $log);
    $container->set('keyvalue', new KeyValueFactory());
    \Drupal::$container = $container;
    new Settings(['brine' => $settings['brine'] + ['write' => 'brine']]);
    $pdo = new \PDO('sqlite:' . $settings['database'], options: [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION]);
    $pdo->exec('PRAGMA synchronous = OFF');
    $factory = new TolerantFactory(new DatabaseBackendFactory(new Connection($pdo), new DatabaseCacheTagsChecksum(), new CacheSerializer(), new Time()));

    return new class ($factory->get($bin), $log) implements Store {
        public function __construct(private readonly CacheBackendInterface $backend, private readonly Log $log)
        {
        }

        public function save(string $key, mixed $value): bool
        {
            $this->backend->set($key, $value);

            return true;
        }

        public function find(string $key): ?array
        {
            $item = $this->backend->get($key);

            return $item === false ? null : [$item->data];
        }

        public function logged(): array
        {
            Damage::log();
            $damaged = $this->log->lines === [] ? 0 : $this->log->lines[0]['%count'];
            \assert(\is_int($damaged));
            $stale = [];
            foreach ($this->log->infos as ['%count' => $count, '%class' => $class]) {
                // Each was read twice.
                $stale[] = $count === 2 && \is_string($class) ? $class : \var_export([$count, $class], true);
            }

            return ['stale' => $stale, 'damaged' => $damaged];
        }
    };
});
