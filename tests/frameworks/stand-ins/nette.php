<?php

declare(strict_types=1);

namespace Nette\Caching {
    interface Storage
    {
        public function read(string $key): mixed;

        public function lock(string $key): void;

        /** @param array<string, mixed> $dependencies */
        public function write(string $key, mixed $data, array $dependencies): void;

        public function remove(string $key): void;

        /** @param array<string, mixed> $conditions */
        public function clean(array $conditions): void;
    }

    final class Cache
    {
        public const All = 'all';

        public function __construct(private Storage $storage)
        {
        }

        public function load(string $key): mixed
        {
            return $this->storage->read($key);
        }

        public function save(string $key, mixed $data): mixed
        {
            $this->storage->write($key, $data, []);

            return $data;
        }
    }
}

namespace Nette\Caching\Storages {
    use Nette\Caching\Storage;

    final class FileStorage implements Storage
    {
        public function __construct(private string $directory)
        {
        }

        public function read(string $key): mixed
        {
            $text = @\file_get_contents($this->file($key));
            if ($text === false) {
                return null;
            }
            $length = 6 + (int) \substr($text, 0, 6);
            $data = \substr($text, $length);

            return \substr($text, 6, $length - 6) === 'serialized' ? \unserialize($data) : $data;
        }

        public function lock(string $key): void
        {
            \touch($this->file($key));
        }

        public function write(string $key, mixed $data, array $dependencies): void
        {
            $head = \is_string($data) ? 'text' : 'serialized';
            \file_put_contents($this->file($key), \sprintf('%06d%s', \strlen($head), $head) . (\is_string($data) ? $data : \serialize($data)));
        }

        public function remove(string $key): void
        {
            \unlink($this->file($key));
        }

        public function clean(array $conditions): void
        {
            \array_map(\unlink(...), (array) \glob("$this->directory/_*"));
        }

        private function file(string $key): string
        {
            return "$this->directory/_" . \urlencode($key);
        }
    }
}
