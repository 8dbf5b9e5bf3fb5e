<?php

/* The application of DeploymentTest, in a release's directory. */

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\Tests\Library\Deployment\Application;
use Brine\Tests\Library\Deployment\Store;
use Psr\Cache\CacheItemPoolInterface;

require __DIR__ . '/bootstrap.php';

Application::answer(static function (string $name, mixed $settings): Store {
    /** @var array{brine: array<string, mixed>, directory: string} $settings */
    $kernel = new TestKernel($settings['brine'], $settings['directory']);
    $kernel->boot();
    $pool = $kernel->getContainer()->get($name);
    $logger = $kernel->getContainer()->get('logger');
    \assert($pool instanceof CacheItemPoolInterface && $logger instanceof TestLogger);

    return new class ($pool, $logger) implements Store {
        public function __construct(private readonly CacheItemPoolInterface $pool, private readonly TestLogger $logger)
        {
        }

        public function save(string $key, mixed $value): bool
        {
            return $this->pool->save($this->pool->getItem($key)->set($value));
        }

        public function find(string $key): ?array
        {
            $item = $this->pool->getItem($key);

            return $item->isHit() ? [$item->get()] : null;
        }

        public function logged(): array
        {
            $stale = [];
            foreach ($this->logger->infos as $message) {
                $stale[] = \is_string($message) && \preg_match('/(\S+) has changed since/', $message, $match) === 1 ? $match[1] : \var_export($message, true);
            }

            return ['stale' => $stale, 'damaged' => \count(\array_unique($this->logger->messages))];
        }
    };
});
