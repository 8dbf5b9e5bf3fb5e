<?php

declare(strict_types=1);

namespace {
    use Drupal\Core\Logger\LoggerChannelInterface;
    use Symfony\Component\DependencyInjection\ContainerInterface;

    class Drupal
    {
        public static ?ContainerInterface $container = null;

        public static function service(string $id): mixed
        {
            return self::$container?->get($id) ?? throw new \LogicException('There is no container');
        }

        public static function logger(string $channel): LoggerChannelInterface
        {
            $logger = self::service("logger.channel.$channel");

            return $logger instanceof LoggerChannelInterface ? $logger : throw new \LogicException("There is no logger $channel");
        }
    }
}

namespace Drupal\Core\Logger {
    interface LoggerChannelInterface
    {
        /** @param array<string, mixed> $context */
        public function warning(string|\Stringable $message, array $context = []): void;

        /** @param array<string, mixed> $context */
        public function info(string|\Stringable $message, array $context = []): void;
    }
}

namespace Drupal\Core\Site {
    final class Settings
    {
        private static ?self $instance = null;

        /** @param array<string, mixed> $storage */
        public function __construct(private readonly array $storage)
        {
            self::$instance = $this;
        }

        /**
         * @param string $name
         * @param mixed $default
         * @return mixed
         */
        public static function get($name, $default = null)
        {
            return self::$instance?->storage[$name] ?? $default;
        }
    }
}

namespace Drupal\Core\Config {
    use Drupal\Core\Site\Settings;

    interface StorageInterface
    {
        /**
         * @param string $name
         * @return array<mixed>|bool
         */
        public function read($name);
    }

    class NullStorage implements StorageInterface
    {
        public function read($name)
        {
            return [];
        }
    }

    class BootstrapConfigStorageFactory
    {
        /**
         * @param mixed $class_loader
         * @return StorageInterface
         */
        public static function get($class_loader = null)
        {
            $factory = Settings::get('bootstrap_config_storage');
            $storage = \is_callable($factory) ? $factory($class_loader) : null;

            return $storage instanceof StorageInterface ? $storage : new NullStorage();
        }
    }
}

namespace Drupal\Core\Database {
    class Schema
    {
        public function __construct(private readonly \PDO $pdo)
        {
        }

        public function tableExists(string $table): bool
        {
            $statement = $this->pdo->prepare("SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = ?");
            $statement->execute([$table]);

            return (int) $statement->fetchColumn() === 1;
        }
    }

    /** SQLite, with Drupal's marks of tables and columns. */
    class Connection
    {
        public function __construct(public readonly \PDO $pdo)
        {
        }

        /**
         * @param array<string, mixed> $arguments
         * @return list<\stdClass>
         */
        public function query(string $query, array $arguments = []): array
        {
            $statement = $this->pdo->prepare(\strtr($query, ['{' => '', '}' => '', '[' => '"', ']' => '"']));
            foreach ($arguments as $name => $value) {
                $statement->bindValue($name, $value, $name === ':data' ? \PDO::PARAM_LOB : \PDO::PARAM_STR);
            }
            $statement->execute();

            return $statement->fetchAll(\PDO::FETCH_OBJ);
        }

        /**
         * @param int $from
         * @param int $count
         * @param array<string, mixed> $arguments
         * @return list<\stdClass>
         */
        public function queryRange(string $query, $from, $count, array $arguments = []): array
        {
            return $this->query("$query LIMIT $count OFFSET $from", $arguments);
        }

        public function schema(): Schema
        {
            return new Schema($this->pdo);
        }
    }

    class Database
    {
    }
}

namespace Drupal\Core\KeyValueStore {
    interface KeyValueStoreInterface
    {
        /**
         * @param string $key
         * @param mixed $default
         * @return mixed
         */
        public function get($key, $default = null);

        /**
         * @param string $key
         * @param mixed $value
         * @return void
         */
        public function set($key, $value);
    }

    interface KeyValueFactoryInterface
    {
        /**
         * @param string $collection
         * @return KeyValueStoreInterface
         */
        public function get($collection);
    }
}

namespace Drupal\Core\DependencyInjection {
    class ContainerBuilder extends \Symfony\Component\DependencyInjection\ContainerBuilder
    {
    }

    interface ServiceModifierInterface
    {
        /** @return void */
        public function alter(ContainerBuilder $container);
    }
}

namespace Drupal\Core\Extension {
    interface ModuleUninstallValidatorInterface
    {
        /**
         * @param string $module
         * @return list<string>
         */
        public function validate($module);
    }

    interface InstallRequirementsInterface
    {
        /** @return array<string, array<string, mixed>> */
        public static function getRequirements(): array;
    }
}

namespace Drupal\Core\Extension\Requirement {
    enum RequirementSeverity: int
    {
        case Info = -1;
        case OK = 0;
        case Warning = 1;
        case Error = 2;
    }
}

namespace Drupal\Core\Hook\Attribute {
    #[\Attribute(\Attribute::TARGET_CLASS | \Attribute::TARGET_METHOD | \Attribute::IS_REPEATABLE)]
    class Hook
    {
        public function __construct(public string $hook)
        {
        }
    }

    #[\Attribute(\Attribute::TARGET_FUNCTION)]
    class LegacyHook
    {
    }

    #[\Attribute(\Attribute::TARGET_FUNCTION)]
    class LegacyRequirementsHook
    {
    }
}

namespace Drupal\Core\Controller {
    abstract class ControllerBase
    {
        /** @return string */
        protected function t(string $string)
        {
            return $string;
        }
    }
}
