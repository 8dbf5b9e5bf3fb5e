<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Deployment;

use Brine\Tests\Resident\Server\FpmServer;

/** php-fpm with two workers, which serves the release that a link leads to. */
final class Host
{
    /** Modules that are loaded before others. */
    private const FIRST = ['igbinary', 'msgpack', 'pdo', 'dom', 'xml'];

    private readonly FpmServer $server;

    /** @param list<string> $settings of php.ini */
    public function __construct(string $directory, string $link, array $settings)
    {
        require_once \dirname(__DIR__, 2) . '/resident/server/Servers.php';
        \mkdir($directory);
        $fpm = (string) \getenv('PHP_FPM');
        // As in a deployment, a link is followed at each request unless OPcache keeps the script.
        $this->server = new FpmServer('host', $directory, [...self::modules(), 'memory_limit=512M', 'realpath_cache_size=0', 'log_errors=1', ...$settings], $fpm, "$link/index.php");
    }

    public static function program(): ?string
    {
        $fpm = \getenv('PHP_FPM');

        // Its workers would need the sanitizers' library.
        return $fpm === false || $fpm === '' || \getenv('SKIP_ASAN') !== false ? null : $fpm;
    }

    /** @return list<string> settings that load the modules of this process */
    private static function modules(): array
    {
        $names = \array_map(\strtolower(...), \get_loaded_extensions());
        $names = [...\array_intersect(self::FIRST, $names), ...\array_diff($names, self::FIRST, ['brine', 'pcntl'])];
        $modules = \array_filter($names, static fn (string $name): bool => \is_file(\ini_get('extension_dir') . "/$name.so"));

        return \array_map(static fn (string $name): string => "extension=$name", \array_values($modules));
    }

    public function reload(): void
    {
        $this->server->reload();
    }

    /** @return list<string> changes whose object was not stored */
    public function write(string $store): array
    {
        /** @var list<string> $failed */
        $failed = $this->ask("do=write&store=$store");

        return $failed;
    }

    /** @return array{hits: list<string>, wrong: list<string>, logged: array{stale: list<string>, damaged: int}, resident: int} */
    public function read(string $store): array
    {
        /** @var array{hits: list<string>, wrong: list<string>, logged: array{stale: list<string>, damaged: int}, resident: int} $read */
        $read = $this->ask("do=read&store=$store");

        return $read;
    }

    private function ask(string $query): mixed
    {
        $answer = $this->server->get($query);

        return \json_decode($answer, true) ?? throw new \RuntimeException("$query: $answer\n" . $this->server->log());
    }

    /** @return string what the workers have printed or logged */
    public function stop(): string
    {
        $log = $this->server->log();
        $status = $this->server->stop();

        return $status === 0 ? $log : "status $status: $log";
    }
}
