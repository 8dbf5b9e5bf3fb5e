<?php

/* The application of DeploymentTest, in a release's directory. */

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\Tests\Library\Deployment\Application;
use Brine\Tests\Library\Deployment\Store;
use Illuminate\Cache\CacheManager;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Log\Events\MessageLogged;

require __DIR__ . '/bootstrap.php';

Application::answer(static function (string $kind, mixed $settings): Store {
    /** @var array{directory: string, servers: array<string, string>, config: array<string, mixed>} $settings */
    ['directory' => $directory, 'servers' => $servers, 'config' => $config] = $settings;
    $app = Host::start($directory, $config + Host::store($kind, $servers)[1]);

    $cache = $app->make(CacheManager::class)->store();
    \assert($cache instanceof Repository);

    return new class ($cache, $app->make(Dispatcher::class)) implements Store {
        /** @var list<string> */
        private array $stale = [];
        private int $damaged = 0;

        public function __construct(private readonly Repository $cache, Dispatcher $events)
        {
            $events->listen(MessageLogged::class, function (MessageLogged $logged): void {
                $message = $logged->context['message'] ?? null;
                if ($logged->level === 'info') {
                    $this->stale[] = \is_string($message) && \preg_match('/(\S+) has changed since/', $message, $match) === 1 ? $match[1] : $logged->message;
                } else {
                    ++$this->damaged;
                }
            });
        }

        public function save(string $key, mixed $value): bool
        {
            return $this->cache->put($key, $value, 1000);
        }

        public function find(string $key): ?array
        {
            $value = $this->cache->get($key);

            return $value === null ? null : [$value];
        }

        public function logged(): array
        {
            return ['stale' => $this->stale, 'damaged' => $this->damaged];
        }
    };
});
