<?php

declare(strict_types=1);

namespace Brine\Tests\Frozen;

/** Reads the folder of a frozen version. All vectors are one file, sorted by name: a line "=== " with the name, then the text of the vector. */
final class Folder
{
    public const SUMS = 'SHA256SUMS';
    public const VECTORS = 'vectors.txt';

    /** @return array<string, string> contents by name, sorted */
    public static function files(string $folder): array
    {
        $files = [];
        foreach (new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($folder, \FilesystemIterator::SKIP_DOTS)) as $file) {
            $files[\substr($file->getPathname(), \strlen($folder) + 1)] = (string) \file_get_contents($file->getPathname());
        }
        \ksort($files, \SORT_STRING);

        return $files;
    }

    /** @return array<string, string> the same with each vector in place of the file that has them all, if that file is exactly what join() makes */
    public static function parts(string $folder): array
    {
        $files = self::files($folder);
        $vectors = self::split($files[self::VECTORS] ?? '');
        if (self::join(\array_diff_key($vectors, $files)) === ($files[self::VECTORS] ?? '')) {
            unset($files[self::VECTORS]);
        }
        $files += $vectors;
        \ksort($files, \SORT_STRING);

        return $files;
    }

    /** In the form of sha256sum, with a line for each vector. */
    public static function sums(string $folder): string
    {
        $sums = '';
        foreach (\array_diff_key(self::parts($folder), [self::SUMS => '']) as $name => $bytes) {
            $sums .= \hash('sha256', $bytes) . "  $name\n";
        }

        return $sums;
    }

    /** @return array<string, string> texts of vectors by name */
    public static function vectors(string $folder): array
    {
        return self::split((string) @\file_get_contents("$folder/" . self::VECTORS));
    }

    /** @param array<string, string> $vectors texts by name */
    public static function join(array $vectors): string
    {
        \ksort($vectors, \SORT_STRING);

        return \implode('', \array_map(static fn (string $name, string $text): string => "=== $name\n$text", \array_keys($vectors), $vectors));
    }

    /** @return array<string, string> texts of vectors by name */
    private static function split(string $text): array
    {
        \preg_match_all('/^=== (.*)\n((?:(?!=== ).*\n)*+)/m', $text, $matches);

        return \array_combine($matches[1], $matches[2]);
    }
}
