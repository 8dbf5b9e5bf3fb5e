<?php

declare(strict_types=1);

namespace Brine\Tests\Resident;

/** @return list<string>|null settings that load OPcache, also on the command line; null where PHP has none */
function opcache(): ?array
{
    $file = \ini_get('extension_dir') . '/opcache.so';
    // It is part of newer versions of PHP.
    if (\PHP_VERSION_ID < 80500 && !\is_file($file)) {
        return null;
    }

    return [...(\PHP_VERSION_ID < 80500 ? ["zend_extension=$file"] : []), 'opcache.enable=1', 'opcache.enable_cli=1'];
}
