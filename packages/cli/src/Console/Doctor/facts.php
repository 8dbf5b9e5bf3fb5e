<?php

declare(strict_types=1);

/*
 * Collects facts for brine doctor. It must run without the library, as a web server's page. It reports versions and settings, but no
 * environment variables and no secrets.
 */
return static function (): array {
    $extensions = [];
    foreach (['brine', 'brine_igbinary', 'igbinary', 'msgpack', 'apcu', 'redis', 'memcached', 'session', 'zlib', 'zstd', 'lz4', 'gmp', 'Zend OPcache'] as $name) {
        if (\extension_loaded($name)) {
            $extensions[$name] = (string) \phpversion($name);
        }
    }
    $settings = [];
    $names = [
        'memory_limit', 'unserialize_callback_func', 'session.save_handler', 'session.serialize_handler', 'apc.enabled', 'apc.enable_cli', 'apc.serializer',
        'igbinary.format', 'igbinary.compact_strings', 'memcached.serializer',
        'brine.allowed_classes', 'brine.allowed_classes_report', 'brine.resident_memory', 'brine.resident_shared', 'brine.igbinary_resident', 'brine.signing_key', 'brine.signing_unsigned', 'brine.dictionary', 'brine.dictionaries', 'opcache.enable', 'opcache.enable_cli', 'zend.assertions',
    ];
    foreach ($names as $name) {
        $value = \ini_get($name);
        $settings[$name] = $value === false ? null : $value;
    }

    // Clients that were built with igbinary; applications choose it in code.
    $clients = [];
    foreach (['redis' => 'Redis::SERIALIZER_IGBINARY', 'memcached' => 'Memcached::HAVE_IGBINARY'] as $name => $constant) {
        if (\defined($constant) && \constant($constant) !== false) {
            $clients[] = $name;
        }
    }

    // Distributions link the same file for the command line and for the web server.
    $links = [];
    foreach ([(string) \php_ini_loaded_file(), \PHP_CONFIG_FILE_SCAN_DIR, ...\explode(',', (string) \php_ini_scanned_files())] as $file) {
        $file = \trim($file);
        $real = $file === '' ? false : \realpath($file);
        if ($real !== false && $real !== $file) {
            $links[$file] = $real;
        }
    }

    return [
        'php' => \PHP_VERSION,
        'sapi' => \PHP_SAPI,
        'bits' => 8 * \PHP_INT_SIZE,
        'threads' => \PHP_ZTS === 1,
        'debug' => \PHP_DEBUG === 1,
        'ini' => (string) \php_ini_loaded_file(),
        'directory' => \PHP_CONFIG_FILE_SCAN_DIR,
        'links' => $links,
        'extensions' => $extensions,
        'clients' => $clients,
        'settings' => $settings,
        'resident' => \function_exists('brine_resident_status') ? \brine_resident_status() : null,
        // The library defines functions with the same names.
        'dictionaries' => \function_exists('brine_dictionary_load') && (new \ReflectionFunction('brine_dictionary_load'))->isInternal(),
    ];
};
