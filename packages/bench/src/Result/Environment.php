<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

use Brine\Bench\Method;

/** Machine and software of a run. */
final class Environment
{
    private const EXTENSIONS = ['brine', 'brine_igbinary', 'igbinary', 'phpser', 'msgpack', 'apcu', 'redis', 'zlib', 'zstd', 'lz4'];

    /** Load average of the last minute; 0 if unknown. */
    public static function load(): float
    {
        $load = \sys_getloadavg();

        return \round($load === false ? 0.0 : $load[0], 2);
    }

    /**
     * @param float $load load before the first measurement
     * @return array<string, mixed> as ResultFile describes
     */
    public static function now(Method $method, float $load): array
    {
        $versions = [];
        foreach (self::EXTENSIONS as $extension) {
            $version = \phpversion($extension);
            if ($version !== false) {
                $versions[$extension] = $version;
            }
        }
        if (isset($versions['brine_igbinary'])) {
            // It gives igbinary's name the version whose functions it has.
            unset($versions['igbinary']);
        }

        return [
            'php' => \PHP_VERSION . ((bool) \PHP_ZTS ? ' ZTS' : ' NTS') . ((bool) \PHP_DEBUG ? ' debug' : ''),
            'system' => \php_uname('s') . ' ' . \php_uname('m'),
            'cpu' => self::cpu(),
            'opcache' => self::opcache(),
            'jit' => self::jit(),
            'extensions' => (object) $versions,
            'load' => $load,
            'processors' => self::processors(),
            'rounds' => $method->rounds,
            'processes' => $method->processes,
            'sample_ms' => $method->sampleMs,
            'encode' => match ($method->fresh) {
                null => 'fresh values of caches, warm shapes',
                true => 'fresh values',
                false => 'warm values',
            },
            'missing' => (object) $method->missing(),
        ];
    }

    /** The processor's name on Linux and macOS; elsewhere the architecture. */
    private static function cpu(): string
    {
        $info = @\file_get_contents('/proc/cpuinfo');
        if ($info !== false && \preg_match('/^(?:model name|Model|cpu model)\s*:\s*(.+)$/m', $info, $match) === 1) {
            return $match[1];
        }
        $model = \PHP_OS_FAMILY === 'Darwin' ? @\shell_exec('sysctl -n machdep.cpu.brand_string') : null;

        return \is_string($model) && \trim($model) !== '' ? \trim($model) : \php_uname('m');
    }

    /** Processors that this process may use; 0 if unknown. */
    public static function processors(): int
    {
        foreach (['nproc', 'getconf _NPROCESSORS_ONLN', 'sysctl -n hw.ncpu'] as $command) {
            $count = \trim((string) @\shell_exec("$command 2>/dev/null"));
            if (\preg_match('/\A[1-9][0-9]{0,4}\z/', $count) === 1) {
                return (int) $count;
            }
        }

        return 0;
    }

    /** @return string|null reason to doubt the times of a run */
    public static function doubt(mixed $load, mixed $processors): ?string
    {
        return (\is_int($load) || \is_float($load)) && \is_int($processors) && $processors > 0 && $load > $processors
            ? "The load was $load when it began, and there " . ($processors === 1 ? 'is 1 processor' : "are $processors processors") . ': times are longer than they should be, and not alike'
            : null;
    }

    private static function opcache(): bool
    {
        return \function_exists('opcache_get_status') && \is_array(@\opcache_get_status(false));
    }

    private static function jit(): string
    {
        $status = \function_exists('opcache_get_status') ? @\opcache_get_status(false) : false;
        $jit = \is_array($status) ? $status['jit'] ?? null : null;

        return \is_array($jit) && ($jit['on'] ?? false) === true ? (string) \ini_get('opcache.jit') : 'off';
    }

    /** @param array<string, mixed> $environment of a result file */
    public static function text(array $environment): string
    {
        $shown = static fn (string $key): string => \is_scalar($environment[$key] ?? null) ? (string) $environment[$key] : '?';
        $pairs = static function (string $key, string $between) use ($environment): array {
            $list = [];
            foreach ((array) ($environment[$key] ?? []) as $name => $text) {
                $list[] = $name . $between . (\is_scalar($text) ? $text : '?');
            }

            return $list;
        };
        $opcache = ($environment['opcache'] ?? false) === true ? 'OPcache, JIT ' . $shown('jit') : 'without OPcache';
        $text = 'PHP ' . $shown('php') . ", $opcache; " . \implode(', ', $pairs('extensions', ' ')) . "\n"
            . $shown('cpu') . ', ' . $shown('system') . '; load ' . $shown('load') . "\n"
            . $shown('rounds') . ' rounds' . (($environment['processes'] ?? 1) === 1 ? '' : ' in ' . $shown('processes') . ' processes') . ', samples of at least ' . $shown('sample_ms') . ' ms; encoding ' . $shown('encode') . "\n"
            . "Ratios are to the baseline, whose own figures stand first. Below 1 is better. +-% is the widest spread of the row.\n";
        $doubt = self::doubt($environment['load'] ?? null, $environment['processors'] ?? null);
        if ($doubt !== null) {
            $text .= "Warning: $doubt.\n";
        }
        foreach ($pairs('missing', ': ') as $line) {
            $text .= "Left out: $line\n";
        }

        return $text;
    }
}
