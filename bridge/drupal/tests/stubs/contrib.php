<?php

declare(strict_types=1);

namespace Drupal\redis\Cache {
    use Drupal\Core\Cache\CacheBackendInterface;

    abstract class CacheBase implements CacheBackendInterface
    {
        public const LAST_DELETE_ALL_KEY = '_redis_last_delete_all';

        /**
         * @param string|null $cid
         * @return string
         */
        abstract public function getKey($cid = null);
    }
}

namespace Drupal\redis {
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
