<?php

declare(strict_types=1);

namespace TYPO3\CMS\Core\Utility {
    class GeneralUtility
    {
        /** @var array<class-string, object> */
        private static array $instances = [];

        /**
         * @template T of object
         * @param class-string<T> $class
         * @return T
         */
        public static function makeInstance(string $class): object
        {
            $instance = self::$instances[$class] ?? new $class();
            \assert($instance instanceof $class);

            return $instance;
        }

        /** @param class-string $class */
        public static function setSingletonInstance(string $class, object $instance): void
        {
            self::$instances[$class] = $instance;
        }

        /** @param array<string, mixed> $parameters */
        public static function callUserFunction(mixed $function, array &$parameters, ?object $caller = null): mixed
        {
            return \is_callable($function) ? $function($parameters, $caller) : null;
        }
    }
}

namespace TYPO3\CMS\Core\Log {
    use Psr\Log\LoggerInterface;
    use Psr\Log\NullLogger;

    class LogManager
    {
        public function getLogger(string $name = ''): LoggerInterface
        {
            return new NullLogger();
        }
    }
}

namespace TYPO3\CMS\Core\Cache\Backend {
    interface BackendInterface
    {
        /**
         * @param array<string> $tags
         * @param int|null $lifetime
         */
        public function set(string $entryIdentifier, string $data, array $tags = [], $lifetime = null): void;

        public function get(string $entryIdentifier): mixed;
    }

    interface TransientBackendInterface extends BackendInterface
    {
    }

    abstract class AbstractBackend implements BackendInterface
    {
    }

    class TransientMemoryBackend implements TransientBackendInterface
    {
        /** @var array<string, mixed> */
        private array $entries = [];

        public function set(string $entryIdentifier, mixed $data, array $tags = [], $lifetime = null): void
        {
            $this->entries[$entryIdentifier] = $data;
        }

        public function get(string $entryIdentifier): mixed
        {
            return $this->entries[$entryIdentifier] ?? false;
        }
    }
}

namespace TYPO3\CMS\Core\Cache\Frontend {
    use TYPO3\CMS\Core\Cache\Backend\BackendInterface;
    use TYPO3\CMS\Core\Cache\Backend\TransientBackendInterface;

    /** As in version 13, whose signatures are the widest. */
    class VariableFrontend
    {
        public function __construct(protected string $identifier, protected BackendInterface $backend)
        {
        }

        /**
         * @param string $entryIdentifier
         * @param mixed $variable
         * @param array<string> $tags
         * @param int|null $lifetime
         * @return void
         */
        public function set($entryIdentifier, $variable, array $tags = [], $lifetime = null)
        {
            $isTransient = $this->backend instanceof TransientBackendInterface;
            $this->backend->set($entryIdentifier, $isTransient ? $variable : \serialize($variable), $tags, $lifetime);
        }

        /**
         * @param string $entryIdentifier
         * @return mixed
         */
        public function get($entryIdentifier)
        {
            $data = $this->backend->get($entryIdentifier);

            return $data === false || $this->backend instanceof TransientBackendInterface ? $data : @\unserialize($data);
        }

        /**
         * @param string $identifier
         * @return bool
         */
        public function isValidEntryIdentifier($identifier)
        {
            return \preg_match('/^[a-z0-9_-]{1,250}$/i', $identifier) === 1;
        }

        /**
         * @param string $tag
         * @return bool
         */
        public function isValidTag($tag)
        {
            return \preg_match('/^[a-z0-9_-]{1,250}$/i', $tag) === 1;
        }
    }
}
