<?php

declare(strict_types=1);

namespace Brine\Bench;

use RuntimeException;

/** Builds of the extension: this tree's, and another commit's. */
final class Builds
{
    /** The newest build of this tree: 'make build' leaves it in build/, phpize in ext/. */
    public static function current(): string
    {
        $modules = \array_filter([self::root() . '/build/' . self::abi(), self::root() . '/ext'], self::isBuilt(...));
        if ($modules === []) {
            throw new RuntimeException('the extension is not built: make build');
        }
        \usort($modules, static fn (string $a, string $b) => \filemtime(self::module($b)) <=> \filemtime(self::module($a)));

        return self::module($modules[0]);
    }

    /**
     * The file or name to load for an extension: this tree's build, or an installed one.
     *
     * @return list<string>
     */
    public static function extensions(string $extension): array
    {
        return match ($extension) {
            'standard' => [],
            'brine' => [self::current()],
            default => [$extension],
        };
    }

    /** Builds the extension of a commit in build/against/HASH, unless it exists already. */
    public static function of(string $hash): string
    {
        $directory = self::root() . "/build/against/$hash-" . self::abi();
        if (!self::isBuilt("$directory/ext")) {
            \is_dir("$directory/ext") || \mkdir("$directory/ext", recursive: true);
            // Archives the folder's tree: in an archive of the commit, export-ignore attributes would drop files.
            self::shell('git -C %s archive %s | tar -x -C %s', self::root(), "$hash:ext", "$directory/ext");
            self::shell(
                "cd %s && %s && ./configure --with-php-config=%s CFLAGS='-O2 -g' && make -j2",
                "$directory/ext",
                self::tool('PHPIZE', 'phpize'),
                self::tool('PHP_CONFIG', 'php-config'),
            );
        }

        return self::module("$directory/ext");
    }

    /** The full hash of a commit. */
    public static function commit(string $ref): string
    {
        return \trim(self::shell('git -C %s rev-parse --verify %s', self::root(), "$ref^{commit}"));
    }

    /**
     * A command for a PHP without configuration.
     *
     * @param  list<string> $extensions names or files
     * @param  list<string> $arguments  script and its arguments
     * @return list<string>
     */
    public static function php(array $extensions, array $arguments): array
    {
        $command = [\PHP_BINARY, '-n'];
        foreach ($extensions as $extension) {
            \array_push($command, '-d', "extension=$extension");
        }

        return [...$command, ...$arguments];
    }

    /**
     * @param  list<string> $command
     * @param  int          $accepted highest exit status that is not a failure
     * @return string its output
     */
    public static function run(array $command, int $accepted = 0): string
    {
        $process = \proc_open($command, [1 => ['pipe', 'w']], $pipes);
        if ($process === false) {
            throw new RuntimeException('no process: ' . \implode(' ', $command));
        }
        $output = (string) \stream_get_contents($pipes[1]);
        $status = \proc_close($process);

        if ($status < 0 || $status > $accepted) {
            throw new RuntimeException(\implode(' ', $command) . " failed ($status)\n$output");
        }

        return $output;
    }

    private static function shell(string $format, string ...$arguments): string
    {
        $command = \vsprintf($format, \array_map(escapeshellarg(...), $arguments));

        return self::run(['/bin/sh', '-c', "exec 2>&1; $command"]);
    }

    private static function tool(string $variable, string $name): string
    {
        $path = \getenv($variable);

        return \is_string($path) && $path !== '' ? $path : \PHP_BINDIR . "/$name";
    }

    private static function isBuilt(string $directory): bool
    {
        return \is_file(self::module($directory));
    }

    private static function module(string $directory): string
    {
        return "$directory/modules/brine.so";
    }

    /** Whether this is a checkout with the extension's sources, not an installed package. */
    public static function isCheckout(): bool
    {
        return \file_exists(self::root() . '/.git') && \is_file(self::root() . '/ext/config.m4');
    }

    private static function abi(): string
    {
        $version = 'php' . \PHP_MAJOR_VERSION . '.' . \PHP_MINOR_VERSION;

        return $version . (\PHP_ZTS === 1 ? '-zts' : '-nts') . (\PHP_DEBUG === 1 ? '-debug' : '');
    }

    public static function root(): string
    {
        return \dirname(__DIR__, 3);
    }
}
