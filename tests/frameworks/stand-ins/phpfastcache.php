<?php

declare(strict_types=1);

namespace Phpfastcache {
    use Phpfastcache\Drivers\Redis\Config;
    use Phpfastcache\Drivers\Redis\Driver;

    class CacheManager
    {
        /** @var array<string, class-string<Driver>> */
        private static array $drivers = ['redis' => Driver::class];

        /** @param class-string<Driver> $class */
        public static function addCustomDriver(string $name, string $class): void
        {
            self::$drivers[$name] = $class;
        }

        public static function getInstance(string $name, Config $config): Driver
        {
            return new self::$drivers[$name]($config);
        }
    }
}

namespace Phpfastcache\Drivers\Redis {
    class Config
    {
        protected string $host = '';
        protected int $port = 0;

        /** @param array<string, mixed> $parameters */
        public function __construct(array $parameters = [])
        {
            foreach ($parameters as $name => $value) {
                $this->{'set' . \ucfirst($name)}($value);
            }
        }

        public function setHost(string $host): static
        {
            return $this->setProperty('host', $host);
        }

        public function getHost(): string
        {
            return $this->host;
        }

        public function setPort(int $port): static
        {
            return $this->setProperty('port', $port);
        }

        public function getPort(): int
        {
            return $this->port;
        }

        protected function setProperty(string $name, mixed $value): static
        {
            $this->$name = $value;

            return $this;
        }
    }

    class Item
    {
        public function __construct(private string $key, private mixed $value, private bool $isHit)
        {
        }

        public function getKey(): string
        {
            return $this->key;
        }

        public function isHit(): bool
        {
            return $this->isHit;
        }

        public function get(): mixed
        {
            return $this->value;
        }

        public function set(mixed $value): static
        {
            $this->value = $value;

            return $this;
        }

        public function expiresAfter(int $seconds): static
        {
            return $this;
        }
    }

    class Driver
    {
        private \Redis $redis;

        public function __construct(protected Config $config)
        {
            $this->redis = new \Redis();
            $this->redis->connect($config->getHost(), $config->getPort());
        }

        public function getConfig(): Config
        {
            return $this->config;
        }

        public function getItem(string $key): Item
        {
            $bytes = $this->redis->get($key);
            $wrapped = \is_string($bytes) && $bytes !== '' ? $this->decode($bytes) : null;

            return new Item($key, $wrapped['d'] ?? null, $wrapped !== null);
        }

        public function save(Item $item): bool
        {
            return $this->redis->set($item->getKey(), $this->encode(['d' => $item->get()]));
        }

        public function detachAllItems(): void
        {
        }

        protected function encode(mixed $data): string
        {
            return \serialize($data);
        }

        /** @return array<string, mixed>|null */
        protected function decode(?string $value): ?array
        {
            return \unserialize((string) $value) ?: null;
        }
    }
}
