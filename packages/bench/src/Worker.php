<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\Result\Row;
use Closure;
use Composer\Autoload\ClassLoader;
use ReflectionClass;
use ReflectionFunction;
use RuntimeException;

/**
 * A PHP without ini files, with the extensions and settings that one measurement needs. It runs a function of the benchmark, and returns its
 * result.
 */
final class Worker
{
    private const CODE = 'require $argv[1]; ' . self::class . '::answer($argv[2], $argv[3]);';

    /**
     * @param list<string>          $extensions names of required extensions
     * @param array<string, string> $settings   ini settings
     * @param list<string>          $others     names of optional extensions
     * @param bool                  $isServed   whether functions run in one of two workers of PHP's own server
     */
    public function __construct(
        private readonly array $extensions,
        private readonly array $settings = [],
        private readonly array $others = [],
        private readonly bool $isServed = false,
    ) {
    }

    /** Why it cannot run: a missing extension; null if all are available. */
    public function lacks(): ?string
    {
        $missing = $this->without();

        return $missing === [] ? null : 'the extension ' . \implode(', ', $missing) . ' is not installed';
    }

    /** @return list<string> missing extensions */
    public function without(): array
    {
        $missing = $this->run(self::missing(...), ...$this->extensions);

        return \is_array($missing) ? \array_values(\array_filter($missing, is_string(...))) : [];
    }

    /** @return list<string> extensions that this process lacks */
    public static function missing(string ...$extensions): array
    {
        return \array_values(\array_filter($extensions, static fn (string $name): bool => !\extension_loaded($name === 'opcache' ? 'Zend OPcache' : $name)));
    }

    /** Whether the JIT compiler is on in this process. */
    public static function compiles(): bool
    {
        $status = \function_exists('opcache_get_status') ? \opcache_get_status(false) : false;
        $jit = \is_array($status) ? $status['jit'] ?? null : null;

        return \is_array($jit) && ($jit['on'] ?? false) === true;
    }

    /**
     * @param Closure $function  a public static method that returns rows, as Name::method(...)
     * @param mixed   $arguments JSON data
     * @return list<Row>
     * @throws RuntimeException if it fails
     */
    public function rows(Closure $function, mixed ...$arguments): array
    {
        $rows = $this->run($function, ...$arguments);

        return \is_array($rows) ? \array_values(\array_filter($rows, static fn (mixed $row): bool => $row instanceof Row)) : [];
    }

    /**
     * Like rows(), with the rounds divided between processes.
     *
     * @param Closure $function receives the first round, the number of rounds and the milliseconds per sample before its arguments
     * @return list<Row>
     * @throws RuntimeException if it fails
     */
    public function rowsOfRounds(Method $method, Closure $function, mixed ...$arguments): array
    {
        $rows = [];
        foreach (Processes::division($method) as [$first, $rounds]) {
            foreach ($this->rows($function, $first, $rounds, $method->sampleMs, ...$arguments) as $row) {
                isset($rows[$row->name]) ? $rows[$row->name]->append($row) : $rows[$row->name] = $row;
            }
        }

        return \array_values($rows);
    }

    /**
     * @param Closure $function  as for rows()
     * @param mixed   $arguments JSON data
     * @return mixed a number, text, row, or array of such
     * @throws RuntimeException if it fails
     */
    public function run(Closure $function, mixed ...$arguments): mixed
    {
        $reflection = new ReflectionFunction($function);
        $class = $reflection->getClosureScopeClass()->name ?? throw new RuntimeException('A worker runs static methods');
        $call = ["$class::{$reflection->getName()}", \json_encode($arguments, \JSON_THROW_ON_ERROR)];
        $output = $this->isServed
            ? Served::answer([...$this->command(), '-d', 'max_execution_time=0'], '<?php require ' . \var_export(self::autoloader(), true) . '; ' . self::class . '::answer(...$_POST["call"]);', $call)
            : Builds::run([...$this->command(), '-r', self::CODE, '--', self::autoloader(), ...$call]);
        $answer = @\unserialize($output, ['allowed_classes' => [Row::class]]);

        return \is_array($answer) ? $answer[0] : throw new RuntimeException("A process of the benchmark says: $output");
    }

    /** Runs in the process: calls the function, and prints its result. */
    public static function answer(string $function, string $arguments): void
    {
        $list = \json_decode($arguments, true, flags: \JSON_THROW_ON_ERROR);
        if (!\is_callable($function) || !\is_array($list)) {
            throw new RuntimeException("There is no $function");
        }
        echo \serialize([$function(...$list)]);
    }

    /** @return list<string> */
    private function command(): array
    {
        $command = [\PHP_BINARY, '-n', '-d', 'memory_limit=-1', '-d', 'display_errors=stderr'];
        // A phar needs this extension to read itself.
        foreach ([...$this->others, ...$this->extensions, ...(\str_starts_with(__FILE__, 'phar://') ? ['phar'] : [])] as $extension) {
            $file = self::file($extension);
            if ($file !== null) {
                \array_push($command, '-d', ($extension === 'opcache' ? 'zend_extension=' : 'extension=') . $file);
            }
        }
        foreach ($this->settings as $name => $value) {
            \array_push($command, '-d', "$name=$value");
        }

        return $command;
    }

    /** Path of an extension's module; null if it is missing or built into PHP. */
    private static function file(string $extension): ?string
    {
        $files = [\ini_get('extension_dir') . "/$extension." . \PHP_SHLIB_SUFFIX];
        if ($extension === 'brine') {
            // The build under test, or this checkout's newest, takes precedence over installed ones.
            \array_unshift($files, \getenv('BRINE_BUILD') . '/modules/brine.so', self::newest());
        }
        foreach ($files as $file) {
            if ($file !== null && \is_file($file)) {
                return $file;
            }
        }

        return null;
    }

    private static function newest(): ?string
    {
        try {
            return Builds::current();
        } catch (RuntimeException) {
            return null;
        }
    }

    private static function autoloader(): string
    {
        return \dirname((string) (new ReflectionClass(ClassLoader::class))->getFileName(), 2) . '/autoload.php';
    }
}
