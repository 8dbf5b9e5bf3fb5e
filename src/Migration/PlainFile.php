<?php

declare(strict_types=1);

namespace Brine\Migration;

/**
 * Reads and replaces files of a directory that others may write to: it checks the opened file, since the path may be replaced after a check.
 *
 * @internal
 */
final class PlainFile
{
    /** Limit of an entry's file in bytes: a sparse file can have any size. */
    private const MAX = 1 << 28;

    /** Bytes per read: PHP allocates as many as are requested. */
    private const STEP = 1 << 16;

    private const TYPE = 0o170000;
    private const REGULAR = 0o100000;

    private function __construct()
    {
    }

    /**
     * @param string $path inside of the directory
     * @return string|null null if there is no plain file, or a link on the way to it, or the file is too long
     */
    public static function read(string $directory, string $path): ?string
    {
        $file = self::open($directory, $path, 'rb');
        if ($file === null) {
            return null;
        }
        try {
            return self::contents($file);
        } finally {
            \fclose($file);
        }
    }

    /**
     * Why read() returned null for an existing file.
     *
     * @param string $path inside of the directory
     * @return string|null null if it is gone, or not a plain file
     */
    public static function problem(string $directory, string $path): ?string
    {
        \clearstatcache(true);
        $named = @\lstat("$directory/$path");
        if ($named === false || ($named['mode'] & self::TYPE) !== self::REGULAR || !self::isPlace($directory, $path)) {
            return null;
        }

        return $named['size'] > self::MAX ? 'The file is longer than ' . (self::MAX >> 20) . ' MiB' : 'The file cannot be read';
    }

    /**
     * @param string $folder inside of the directory, or empty for the directory itself
     * @return list<string>|string its names in the order of bytes, none if it is no folder or a link; a text that says why they cannot be used
     */
    public static function names(string $directory, string $folder): array|string
    {
        $path = $folder === '' ? $directory : "$directory/$folder";
        if ($folder !== '' && \is_link($path)) {
            return [];
        }
        $names = @\scandir($path);
        if ($names === false) {
            \clearstatcache();

            return \is_dir($path) ? 'The folder cannot be listed' : [];
        }
        // A folder may be listed and not entered: then nobody can tell what its names are.
        if (!\is_executable($path) && \DIRECTORY_SEPARATOR === '/') {
            return 'The folder cannot be entered';
        }
        $names = \array_values(\array_diff($names, ['.', '..']));
        \sort($names, \SORT_STRING);

        return $names;
    }

    /**
     * @param string $path inside of the directory
     * @param 'rb'|'r+b' $mode
     * @return resource|null null as for read()
     */
    public static function open(string $directory, string $path, string $mode)
    {
        // Non-blocking ("n"), in case it has become a pipe.
        $file = @\fopen("$directory/$path", $mode . 'n');
        if ($file === false || self::isIt($file, $directory, $path)) {
            return $file === false ? null : $file;
        }
        \fclose($file);

        return null;
    }

    /**
     * @param resource $file
     * @return string|null null if it is too long
     */
    public static function contents($file): ?string
    {
        $contents = '';
        while (!\feof($file) && \strlen($contents) <= self::MAX) {
            $part = \fread($file, self::STEP);
            if ($part === false) {
                return null;
            }
            $contents .= $part;
        }

        return \strlen($contents) > self::MAX ? null : $contents;
    }

    /**
     * Replaces a file in one step by a new one with the same permissions, owner, group and modification time.
     *
     * @param string $path inside of the directory
     * @return bool false if that is not possible: the file is what it was
     */
    public static function replace(string $directory, string $path, string $contents): bool
    {
        // All calls are silenced: PHP's warnings would contain the raw file name.
        $target = "$directory/$path";
        $new = $target . '.' . \bin2hex(\random_bytes(6));
        $old = @\stat($target);
        $file = $old === false ? false : @\fopen($new, 'xb');
        if ($file === false) {
            return false;
        }
        $isWritten = @\chmod($new, $old['mode'] & 0o777) && @\fwrite($file, $contents) === \strlen($contents);
        $made = \fstat($file);
        $isWritten = \fclose($file) && $isWritten && $made !== false
            && ($made['uid'] === $old['uid'] || @\lchown($new, $old['uid']))
            && ($made['gid'] === $old['gid'] || @\lchgrp($new, $old['gid']))
            && @\touch($new, $old['mtime']) && @\rename($new, $target);
        if (!$isWritten) {
            @\unlink($new);
        }

        return $isWritten;
    }

    /**
     * Whether the open file is plain, not too long, and the one that the path names without a link.
     *
     * @param resource $file
     */
    private static function isIt($file, string $directory, string $path): bool
    {
        \clearstatcache(true);
        $opened = \fstat($file);
        $named = @\lstat("$directory/$path");
        if ($opened === false || $named === false || ($opened['mode'] & self::TYPE) !== self::REGULAR || $opened['size'] > self::MAX) {
            return false;
        }

        return [$opened['dev'], $opened['ino']] === [$named['dev'], $named['ino']] && self::isPlace($directory, $path);
    }

    /** Whether no link is on the way. */
    private static function isPlace(string $directory, string $path): bool
    {
        $root = \realpath($directory);

        return $root !== false && \realpath("$directory/$path") === \rtrim($root, \DIRECTORY_SEPARATOR) . \DIRECTORY_SEPARATOR . \strtr($path, '/', \DIRECTORY_SEPARATOR);
    }
}
