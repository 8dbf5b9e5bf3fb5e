<?php

declare(strict_types=1);

use Brine\Tests\Library\ServerProcess;

/** An installed WordPress in a temporary directory, with a Redis server of its own. */
final class Site
{
    public const NAME = 'check.invalid';
    public const PASSWORD = 'a password of the check';

    public readonly string $root;
    public readonly int $port;
    private ?ServerProcess $redis = null;
    /** @var array<string, Host> */
    private array $hosts = [];

    /** @param string $work an empty directory */
    public function __construct(public readonly string $work, private readonly string $wordPress, private readonly string $sqlite, private readonly string $plugin, private readonly string $wpCli)
    {
        $this->root = "$work/site";
        $this->port = ServerProcess::freePort();
    }

    /** Copies the files and installs WordPress with its content. @return string the administrator's password for the REST API */
    public function install(): string
    {
        self::copy($this->wordPress, $this->root);
        $plugins = "$this->root/wp-content/plugins";
        self::copy($this->sqlite, "$plugins/sqlite-database-integration");
        $this->plugin === '' || self::copy($this->plugin, "$plugins/redis-cache");
        $root = dirname(__DIR__, 3);
        mkdir($this->package());
        foreach (['autoload.php', 'brine.php', 'object-cache.php', 'redis-object-cache.php'] as $file) {
            @copy("$root/packages/wordpress/$file", $this->package() . "/$file");
        }
        self::copy("$root/packages/wordpress/src", $this->package() . '/src');
        self::copy("$root/src", $this->package() . '/library/src');
        copy("$this->sqlite/db.copy", "$this->root/wp-content/db.php");
        mkdir("$this->root/wp-content/mu-plugins");
        copy(__DIR__ . '/site/counts.php', "$this->root/wp-content/mu-plugins/counts.php");
        copy(__DIR__ . '/site/wp-config.php', "$this->root/wp-config.php");
        $host = $this->host('install');
        $host->define(['WITHOUT_DROP_IN' => true]);
        $host->prepare(new Php());

        return $this->run($host, 'install.php');
    }

    private static function copy(string $from, string $to): void
    {
        // The checkout may be a symbolic link, and may contain some.
        @mkdir($to, 0o755, true);
        $process = proc_open(['cp', '-RL', "$from/.", $to], [], $pipes);
        proc_close($process) === 0 || throw new RuntimeException("$from cannot be copied to $to");
    }

    public function host(string $name): Host
    {
        return $this->hosts[$name] ??= new Host($name, "$this->work/host-$name", $this->root);
    }

    /** @return array<string, Host> */
    public function hosts(): array
    {
        return $this->hosts;
    }

    /**
     * Runs a file of the directory "site" in the PHP and with the constants of a host.
     *
     * @return string its output
     */
    public function run(Host $host, string $file, string ...$arguments): string
    {
        return $this->command($host, [...$host->command(), __DIR__ . "/site/$file", ...array_values($arguments)]);
    }

    /**
     * @param list<string> $command
     * @return string its output
     */
    public function command(Host $host, array $command, ?int &$status = null): string
    {
        $log = "$this->work/commands.log";
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', $log, 'a']], $pipes, $this->root, ['BRINE_CHECK_ROOT' => $this->root] + $host->environment());
        $output = (string) stream_get_contents($pipes[1]);
        $isExpected = func_num_args() > 2;
        $status = proc_close($process);
        if ($status !== 0 && !$isExpected) {
            throw new RuntimeException(implode(' ', $command) . " ended with $status: $output; see $log");
        }

        return $output;
    }

    /** Directory of the package, as a plugin with the library in it. */
    public function package(): string
    {
        return "$this->root/wp-content/plugins/brine";
    }

    /** Directory of the package of Composer beside the site's files; with Predis. */
    public function composerPackage(): string
    {
        return $this->composer('composer', ['brine/wordpress' => '*', 'predis/predis' => '*']) . '/brine/wordpress';
    }

    /** WP-CLI's phar, or a file that boots it. */
    public function wpCli(): string
    {
        return $this->wpCli !== '' ? $this->wpCli : $this->composer('wp-cli', ['wp-cli/wp-cli' => '^2.11']) . '/wp-cli/wp-cli/php/boot-fs.php';
    }

    /**
     * @param array<string, string> $packages installed at the first call
     * @return string the directory vendor/
     */
    private function composer(string $name, array $packages): string
    {
        $directory = "$this->work/$name";
        if (!is_dir($directory)) {
            mkdir($directory);
            $repository = static fn (string $path): array => ['type' => 'path', 'url' => dirname(__DIR__, 3) . $path, 'options' => ['symlink' => false]];
            $settings = ['repositories' => [$repository(''), $repository('/packages/*')], 'require' => $packages, 'minimum-stability' => 'dev', 'prefer-stable' => true];
            file_put_contents("$directory/composer.json", json_encode($settings, JSON_THROW_ON_ERROR));
            self::execute(['composer', 'update', '--no-interaction', '--no-progress', '--quiet', "--working-dir=$directory"], "$this->work/commands.log");
        }

        return "$directory/vendor";
    }

    /** @param list<string> $command */
    private static function execute(array $command, string $log): void
    {
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['file', $log, 'a'], ['file', $log, 'a']], $pipes, null, ['COMPOSER_ALLOW_SUPERUSER' => '1'] + getenv());
        proc_close($process) === 0 || throw new RuntimeException(implode(' ', $command) . " failed: see $log");
    }

    public function dropIn(): string
    {
        return "$this->root/wp-content/object-cache.php";
    }

    /** @param string|null $file the drop-in's source; null for none */
    public function setDropIn(?string $file): void
    {
        if ($file === null) {
            @unlink($this->dropIn());
        } else {
            copy($file, $this->dropIn() . '.new');
            rename($this->dropIn() . '.new', $this->dropIn());
        }
    }

    public function startRedis(): void
    {
        $this->redis = ServerProcess::start(
            fn (string $directory): array => ['redis-server', '--save', '', '--appendonly', 'no', '--dir', $directory, '--daemonize', 'no', '--port', "$this->port", '--bind', '127.0.0.1'],
            fn (): string => "tcp://127.0.0.1:$this->port",
        ) ?? throw new RuntimeException('redis-server does not start');
    }

    public function stopRedis(): void
    {
        $this->redis?->stop();
        $this->redis = null;
    }

    public function redis(): Redis
    {
        $redis = new Redis();
        $redis->connect('127.0.0.1', $this->port);

        return $redis;
    }

    public function stop(): void
    {
        array_map(static fn (Host $host) => $host->stop(), $this->hosts);
        $this->stopRedis();
    }
}
