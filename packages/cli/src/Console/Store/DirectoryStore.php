<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Format;
use Brine\Migration\DirectoryStore as Store;

/**
 * The files below a directory. The headers of Symfony's and Laravel's file caches, with expiry and key, are kept.
 *
 * @internal
 */
final class DirectoryStore
{
    /** Symfony's: expiry and key on lines of their own. Laravel's: ten digits of the expiry. */
    private const HEAD = '/\A(?:[0-9]{1,19}\n[^\n]{1,1000}\n|[0-9]{10})/';

    private function __construct()
    {
    }

    public static function of(string $directory): Store
    {
        return new Store($directory, static fn (string $path, string $bytes): int => self::head($bytes));
    }

    /** Bytes before the data. */
    private static function head(string $bytes): int
    {
        if (Format::of($bytes) !== null || \preg_match(self::HEAD, $bytes, $match) !== 1) {
            return 0;
        }
        $size = \strlen($match[0]);

        return Format::of(\substr($bytes, $size)) === null ? 0 : $size;
    }
}
