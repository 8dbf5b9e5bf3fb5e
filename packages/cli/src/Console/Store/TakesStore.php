<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Console\Command\Command;
use Brine\Console\Failed;
use Brine\Console\UsageError;
use Brine\Migration\PdoStore;
use Brine\Migration\Store;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Options that name a store, and access to the store.
 *
 * @internal
 * @phpstan-require-extends Command
 */
trait TakesStore
{
    private const STORES = "<comment>Stores</comment>\n"
        . "  redis://[[user]:password@]host[:port][/database], or redis:///path/of/socket; --match 'prefix:*'\n"
        . "  rediss://…?cafile=FILE&certfile=FILE&keyfile=FILE   by TLS, the files if they are needed; also peer_name=NAME, verify_peer=0\n"
        . "  redis+cluster://host:port,host:port           all masters; rediss+cluster:// by TLS\n"
        . "  redis+sentinel://host:26379,host/service[/database]   the master; sentinel_user, sentinel_password_env if Sentinel asks for them\n"
        . "  memcached://[user:password@]host[:port]       with --keys FILE, one key a line; a user is one of SASL\n"
        . "  sqlite:…, mysql:…, pgsql:…                    a DSN of PDO, with --table, --key-column and --data-column\n"
        . "  drupal:PATH                                   the cache tables of the site, whose settings.php is read, and not run\n"
        . '  a directory                                   of files; those of Symfony\'s and Laravel\'s file caches, too';

    /** @param bool $makesObjects whether the command can make objects of the entries */
    private function addStore(bool $makesObjects = true): static
    {
        $autoload = 'A PHP file, such as vendor/autoload.php: with it objects are made, and their hooks run';
        if ($makesObjects) {
            $this->addOption('autoload', null, InputOption::VALUE_REQUIRED, $autoload);
        }

        return $this
            ->addOption('match', null, InputOption::VALUE_REQUIRED, 'Keys of Redis, as SCAN has it', '*')
            ->addOption('keys', null, InputOption::VALUE_REQUIRED, 'A file with the keys of Memcached, one a line')
            ->addOption('table', null, InputOption::VALUE_REQUIRED, 'The table of a database')
            ->addOption('key-column', null, InputOption::VALUE_REQUIRED, 'Its column of keys, which is the primary key', 'cid')
            ->addOption('data-column', null, InputOption::VALUE_REQUIRED, 'Its column of data', 'data')
            ->addOption('where', null, InputOption::VALUE_REQUIRED, 'SQL that tells the rows that count, such as "serialized = 1"', '')
            ->addOption('user', null, InputOption::VALUE_REQUIRED, 'The user of a database')
            ->addOption('password-env', null, InputOption::VALUE_REQUIRED, 'The environment variable with the password of the store');
    }

    /**
     * The store's options as they were passed, for suggested commands.
     *
     * @param string $argument the argument that names the store
     */
    private static function again(InputInterface $input, string $argument): string
    {
        $words = self::quoted(self::masked($argument));
        foreach (['match' => '*', 'keys' => '', 'table' => '', 'key-column' => 'cid', 'data-column' => 'data', 'where' => '', 'user' => '', 'password-env' => '', 'autoload' => ''] as $name => $default) {
            $value = $input->hasOption($name) ? self::text($input, $name) : '';
            if ($value !== '' && $value !== $default) {
                $words .= " --$name " . self::quoted($value);
            }
        }

        return $words;
    }

    private static function quoted(string $word): string
    {
        return \preg_match('~\A[\w./:@…=,-]+\z~u', $word) === 1 ? $word : \escapeshellarg($word);
    }

    /** Explains why a store may seem empty. */
    private static function sayEmpty(OutputInterface $output): void
    {
        self::errors($output)->writeln('Nothing is there. Is it the right database (redis://host/1), table, or --match?');
    }

    /**
     * @throws UsageError if the argument names no known store
     * @throws Failed if it does not answer
     */
    private static function openStore(InputInterface $input, string $name): Store
    {
        try {
            return match (true) {
                RedisAddress::is($name) => RedisServers::open(RedisAddress::of($name, self::password($input)), self::text($input, 'match')),
                \str_starts_with($name, 'memcached://') => self::openMemcached($input, $name),
                \preg_match('/\A(?:sqlite|mysql|pgsql):/', $name) === 1 => self::openDatabase($input, $name),
                \str_starts_with($name, 'drupal:') => self::openDrupal(\substr($name, 7)),
                !\str_contains($name, '://') && \is_dir($name) => DirectoryStore::of(\rtrim($name, '/')),
                default => throw new UsageError(self::noStore($name, $input->getFirstArgument() ?? 'stats')),
            };
        } catch (\PDOException|\RedisException|\Predis\PredisException|\RuntimeException $error) {
            throw $error instanceof UsageError || $error instanceof Failed ? $error : new Failed(self::masked($name) . ": {$error->getMessage()}" . self::advice($name, $error->getMessage()), 0, $error);
        }
    }

    /** The name of a store, without its password. */
    private static function masked(string $name): string
    {
        return (string) \preg_replace(['~://.+@~s', '~\b(password|passwd|pwd)=[^;\s]*~i'], ['://…@', '$1=…'], $name);
    }

    /** What distinguishes a store from others: its address without a password, and the options by which entries are found. */
    private static function identity(InputInterface $input, string $name): string
    {
        $address = match (true) {
            RedisAddress::is($name) => RedisAddress::of($name)->identity(),
            \str_starts_with($name, 'memcached://') => 'memcached://' . self::memcached($name)['address'] . "\n" . \implode("\n", self::keysOf($input)),
            \str_starts_with($name, 'drupal:') => \implode("\n", self::drupal(\substr($name, 7))),
            \str_starts_with($name, 'sqlite:') => 'sqlite:' . self::real(\substr($name, 7)),
            \is_dir($name) => 'file://' . self::real($name),
            default => self::masked($name),
        };

        return \implode("\n", [$address, ...\array_map(static fn (string $option): string => self::text($input, $option), ['table', 'key-column', 'data-column', 'where', 'user'])]);
    }

    private static function real(string $path): string
    {
        $real = \realpath($path);

        return $real !== false ? $real : $path;
    }

    private static function noStore(string $name, string $command): string
    {
        $guess = match (true) {
            \preg_match('/\A[\w.-]+:\d+(?:\/\d+)?\z/', $name) === 1 => ": if it is Redis, write redis://$name",
            \str_starts_with($name, 'redis:') => '. Redis is redis://host, or redis://host:port/database',
            \preg_match('~\A(?:tls|redis-?(?:cluster|sentinel)|sentinel)://~', $name) === 1 => '. Redis is redis:// or, by TLS, rediss://; its clusters are redis+cluster://, what Sentinel watches is redis+sentinel://',
            !\str_contains($name, '://') => '. A directory has to be there; Redis is redis://host',
            default => '',
        };

        return 'There is no store ' . self::masked($name) . "$guess. See: brine help $command";
    }

    /** Suggests what to do about an error of Redis. */
    private static function advice(string $name, string $message): string
    {
        return match (true) {
            !RedisAddress::is($name) => '',
            \str_contains($message, 'NOAUTH') => ' Give the password by --password-env NAME, or as redis://:password@host',
            \str_contains($message, 'certificate verify failed') => '. Give the CA of its certificate by ?cafile=FILE',
            \str_contains($message, 'refused') => '. Does Redis listen there? It is redis://host:port, or redis:///path/of/socket',
            default => '',
        };
    }

    private static function isStore(string $name): bool
    {
        return RedisAddress::is($name) || \preg_match('~\Amemcached://|\A(?:sqlite|mysql|pgsql|drupal):~', $name) === 1 || (!\str_contains($name, '://') && \is_dir($name));
    }

    /** Loads the file of --autoload. Without it, no objects are created. */
    private static function autoload(InputInterface $input): bool
    {
        $file = self::textOrNull($input, 'autoload');
        if ($file !== null) {
            self::read($file);
            (static fn (): mixed => require $file)();
        }

        return $file !== null;
    }

    private static function openMemcached(InputInterface $input, string $name): Store
    {
        $server = self::memcached($name);
        $isForIgbinary = $input->hasOption('for') && self::textOrNull($input, 'for') === 'igbinary';
        if ($server['user'] === null) {
            return new MemcachedStore($server['address'], self::keysOf($input), $isForIgbinary);
        }
        $ttl = $input->hasOption('ttl') ? self::number($input, 'ttl', 0) : null;

        return new SaslMemcachedStore($server['address'], $server['user'], self::password($input) ?? $server['password'], self::keysOf($input), $ttl, $isForIgbinary);
    }

    /** @return array{address: string, user: string|null, password: string} */
    private static function memcached(string $name): array
    {
        if (\preg_match('~\A(?:([^:@/]*)(?::([^@/]*))?@)?(/.*|(?:\[[0-9A-Fa-f:.]+\]|[^:@/\[\]]+)(?::([0-9]{1,5}))?)/?\z~', \substr($name, 12), $parts, \PREG_UNMATCHED_AS_NULL) !== 1) {
            throw new UsageError('The URL of Memcached is wrong: it is memcached://host:port or memcached://user:password@host:port, and characters such as / in a password are written %2F');
        }
        if (($parts[1] ?? null) === '') {
            throw new UsageError('The URL of Memcached is wrong: the user is missing, as in memcached://user:password@host:port');
        }
        $address = $parts[3];

        return [
            'address' => \str_starts_with($address, '/') || isset($parts[4]) ? $address : \rtrim($address, '/') . ':11211',
            'user' => isset($parts[1]) ? \rawurldecode($parts[1]) : null,
            'password' => \rawurldecode($parts[2] ?? ''),
        ];
    }

    private static function openDatabase(InputInterface $input, string $name): Store
    {
        $table = self::textOrNull($input, 'table') ?? throw new UsageError('Give the table by --table, and its columns by --key-column and --data-column');
        $connection = self::connectDatabase($name, self::textOrNull($input, 'user'), self::password($input));

        return new PdoStore($connection, $table, self::text($input, 'key-column'), self::text($input, 'data-column'), self::text($input, 'where'));
    }

    private static function openDrupal(string $path): Store
    {
        $site = self::drupal($path);

        return new Tables(self::connectDatabase($site['dsn'], $site['user'], self::scalar(DrupalSettings::database($path), 'password')), $site['prefix']);
    }

    /** @return array{dsn: string, user: string, prefix: string} the database of a site */
    private static function drupal(string $path): array
    {
        $database = DrupalSettings::database($path);
        $text = static fn (string $name): string => self::scalar($database, $name);
        $driver = $text('driver');
        $dsn = match ($driver) {
            'sqlite' => 'sqlite:' . $text('database'),
            'mysql', 'pgsql' => "$driver:dbname={$text('database')};host={$text('host')}" . ($text('port') !== '' ? ";port={$text('port')}" : ''),
            default => throw new UsageError("The site's database is of the driver \"$driver\", which is not known here"),
        };

        return ['dsn' => $dsn, 'user' => $text('username'), 'prefix' => $text('prefix')];
    }

    /** @param array<array-key, mixed> $values */
    private static function scalar(array $values, string $name): string
    {
        return \is_scalar($values[$name] ?? null) ? (string) $values[$name] : '';
    }

    /** @throws UsageError if there is no such file: SQLite would create one */
    private static function connectDatabase(string $dsn, ?string $user, ?string $password): \PDO
    {
        $driver = \strstr($dsn, ':', true);
        if (!\extension_loaded("pdo_$driver")) {
            throw new UsageError("PHP has no client for this database here. Install the extension pdo_$driver");
        }
        if ($driver === 'sqlite' && !\str_starts_with($dsn, 'sqlite::') && !\str_starts_with($dsn, 'sqlite:file:') && !\is_file(\substr($dsn, 7))) {
            throw new UsageError("$dsn: there is no such file");
        }

        return new \PDO($dsn, $user, $password, [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION]);
    }

    private static function password(InputInterface $input): ?string
    {
        $name = self::textOrNull($input, 'password-env');
        if ($name === null) {
            return null;
        }
        $password = \getenv($name);

        return \is_string($password) ? $password : throw new UsageError("The environment variable $name is not set");
    }

    /** @return list<string> */
    private static function keysOf(InputInterface $input): array
    {
        $file = self::textOrNull($input, 'keys') ?? throw new UsageError('Memcached does not tell its keys: give them by --keys FILE, one a line');

        return \array_values(\array_filter(\explode("\n", \str_replace("\r", '', self::read($file))), static fn (string $key): bool => $key !== ''));
    }
}
