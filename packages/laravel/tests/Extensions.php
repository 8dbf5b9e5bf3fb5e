<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

/** The extensions that this PHP was started with, for another one. */
final class Extensions
{
    /**
     * @param list<string> $without
     * @param string|null $place the format that Brine in igbinary's place writes; null for igbinary itself
     * @return list<string> arguments of PHP
     */
    public static function arguments(array $without = [], ?string $place = null): array
    {
        $arguments = ['-d', 'memory_limit=512M'];
        if (!\in_array('brine', $without, true)) {
            $arguments[] = '-d';
            $arguments[] = 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so';
        }
        // Clients come after their dependencies.
        foreach (['ctype', 'dom', 'fileinfo', 'filter', 'iconv', 'igbinary', 'mbstring', 'msgpack', 'openssl', 'pcntl', 'pdo', 'pdo_sqlite', 'posix', 'tokenizer', 'xml', 'redis', 'memcached'] as $name) {
            if (!\in_array($name, $without, true) && \is_file(\ini_get('extension_dir') . "/$name.so")) {
                $isReplaced = $name === 'igbinary' && $place !== null;
                $arguments[] = '-d';
                $arguments[] = 'extension=' . ($isReplaced ? \getenv('BRINE_BUILD') . '/igbinary/modules/brine_igbinary.so' : $name);
                \array_push($arguments, ...($isReplaced ? ['-d', "igbinary.format=$place"] : []));
            }
        }

        return $arguments;
    }
}
