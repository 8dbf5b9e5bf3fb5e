<?php

declare(strict_types=1);

namespace Drupal\redis\Cache {
    use Drupal\Core\Cache\CacheBackendInterface;

    abstract class CacheBase implements CacheBackendInterface
    {
        /**
         * @param string|null $cid
         * @return string
         */
        abstract public function getKey($cid = null);
    }

    class RedisBackend implements CacheBackendInterface
    {
        use \Drupal\Tests\brine\KeepsNothing;

        public function __construct(private readonly string $prefix)
        {
        }

        /**
         * @param string|null $cid
         * @return string
         */
        public function getKey($cid = null)
        {
            return $cid === null ? $this->prefix : "$this->prefix:$cid";
        }
    }
}

namespace Drupal\redis {
    /**
     * @method mixed get(string $key)
     * @method mixed hMget(string $key, list<string> $fields)
     * @method mixed rawCommand(string ...$command)
     */
    interface ClientInterface
    {
        /** @return string */
        public function getName();

        /** @param list<mixed> $arguments */
        public function __call(string $name, array $arguments): mixed;
    }

    class ClientFactory
    {
        public function __construct(private readonly object $client)
        {
        }

        /** @return object */
        public function getClient()
        {
            return $this->client;
        }
    }
}

namespace Drush\Commands {
    use Symfony\Component\Console\Output\OutputInterface;

    abstract class DrushCommands
    {
        private OutputInterface $output;

        public function __construct()
        {
        }

        public function setOutput(OutputInterface $output): void
        {
            $this->output = $output;
        }

        protected function output(): OutputInterface
        {
            return $this->output;
        }
    }
}

namespace Drush\Attributes {
    #[\Attribute(\Attribute::TARGET_METHOD)]
    class Command
    {
        /** @param list<string> $aliases */
        public function __construct(public string $name, public array $aliases = [])
        {
        }
    }

    #[\Attribute(\Attribute::TARGET_METHOD)]
    class Help
    {
        public function __construct(public string $description)
        {
        }
    }
}
