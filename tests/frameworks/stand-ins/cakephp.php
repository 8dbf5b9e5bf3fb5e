<?php

declare(strict_types=1);

namespace Cake\Log {
    class Log
    {
        public static function warning(string $message): bool
        {
            return $message !== '';
        }

        public static function info(string $message): bool
        {
            return $message !== '';
        }
    }
}

namespace Cake\Cache\Engine {
    class RedisEngine
    {
        protected \Redis $redis;
        private string $prefix;

        /** @param array<string, mixed> $config */
        public function init(array $config = []): bool
        {
            $this->redis = new \Redis();
            $this->prefix = $config['prefix'];

            return $this->redis->connect($config['server'], $config['port']);
        }

        public function set(string $key, mixed $value): bool
        {
            return $this->redis->set($this->prefix . $key, $this->serialize($value));
        }

        public function get(string $key, mixed $default = null): mixed
        {
            $bytes = $this->redis->get($this->prefix . $key);

            return \is_string($bytes) ? $this->unserialize($bytes) : $default;
        }

        public function increment(string $key, int $offset = 1): int|false
        {
            return $this->redis->incrBy($this->prefix . $key, $offset);
        }

        protected function serialize(mixed $value): string
        {
            return \is_int($value) ? (string) $value : \serialize($value);
        }

        protected function unserialize(string $value): mixed
        {
            return \is_numeric($value) ? (int) $value : \unserialize($value);
        }
    }
}
