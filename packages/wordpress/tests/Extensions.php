<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

/** The extensions that this PHP was started with, for another one. */
final class Extensions
{
    /**
     * @param list<string> $without
     * @return list<string> arguments of PHP
     */
    public static function arguments(array $without = []): array
    {
        $arguments = ['-d', 'memory_limit=512M'];
        if (!\in_array('brine', $without, true)) {
            $arguments[] = '-d';
            $arguments[] = 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so';
        }
        // Clients come after their dependencies.
        foreach (['ctype', 'dom', 'fileinfo', 'filter', 'iconv', 'igbinary', 'mbstring', 'msgpack', 'openssl', 'pcntl', 'posix', 'tokenizer', 'xml', 'redis', 'memcached'] as $name) {
            if (!\in_array($name, $without, true) && \is_file(\ini_get('extension_dir') . "/$name.so")) {
                $arguments[] = '-d';
                $arguments[] = "extension=$name";
            }
        }

        return $arguments;
    }
}
