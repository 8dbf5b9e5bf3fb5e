<?php

declare(strict_types=1);

namespace Brine\Console;

/** Writes files atomically: to a temporary file in the same directory, which then replaces the target. */
final class File
{
    private function __construct()
    {
    }

    /**
     * Checks a target in advance, before slow work whose result goes there.
     *
     * @throws Failed if the file cannot be written
     */
    public static function demand(string $path): void
    {
        if (self::isDevice($path)) {
            \is_writable($path) || throw new Failed("The file $path cannot be written");

            return;
        }
        [$file, $new] = self::open($path, self::target($path));
        \fclose($file);
        \unlink($new);
    }

    /** @throws Failed if it cannot be written; an old file is unchanged */
    public static function write(string $path, string $data): void
    {
        \error_clear_last();
        if (self::isDevice($path)) {
            // PHP cannot open pipes by these names.
            $stream = \preg_replace(['~\A/dev/(stdout|stderr)\z~', '~\A/dev/fd/(\d+)\z~'], ['php://$1', 'php://fd/$1'], $path) ?? $path;
            $file = @\fopen($stream, 'wb');
            $isWritten = $file !== false && @\fwrite($file, $data) === \strlen($data);
            $isWritten || throw new Failed("The file $path is not written" . self::reason());

            return;
        }
        $target = self::target($path);
        [$file, $new] = self::open($path, $target);
        $isWritten = @\fwrite($file, $data) === \strlen($data) && @\fflush($file);
        $reason = self::reason();
        if (!@\fclose($file) || !$isWritten || !@\rename($new, $target)) {
            $reason = $isWritten ? self::reason() : $reason;
            @\unlink($new);
            throw new Failed("The file $path is not written$reason");
        }
    }

    /**
     * @return array{resource, string} a new file beside the target, with the target's permissions; and its name
     * @throws Failed
     */
    private static function open(string $path, string $target): array
    {
        \error_clear_last();
        $problem = match (true) {
            \is_dir($target) => ': it is a directory',
            !\is_dir(\dirname($target)) => ': there is no directory ' . \dirname($target),
            \is_file($target) && !\is_writable($target) => ': permission denied',
            default => null,
        };
        $new = $target . '.' . \bin2hex(\random_bytes(6));
        $file = $problem === null ? @\fopen($new, 'xb') : false;
        if ($file === false) {
            throw new Failed("The file $path cannot be written" . ($problem ?? self::reason()));
        }
        $old = @\stat($target);
        if ($old !== false) {
            @\chmod($new, $old['mode'] & 0o777);
            // Only a privileged user can change the owner; other users own the files they write.
            @\chown($new, $old['uid']);
            @\chgrp($new, $old['gid']);
        }

        return [$file, $new];
    }

    /** Only regular files can be replaced, not /dev/stdout or a pipe. */
    private static function isDevice(string $path): bool
    {
        return \file_exists($path) && !\is_file($path) && !\is_dir($path);
    }

    /** The target of the link, if the path is a link. */
    private static function target(string $path): string
    {
        $real = \is_link($path) ? \realpath($path) : false;

        return $real !== false ? $real : $path;
    }

    /** The system's error message for the last failed call. */
    public static function reason(): string
    {
        $message = \error_get_last()['message'] ?? '';

        return $message === '' ? '' : ': ' . \lcfirst((string) \preg_replace('/\A.*(?:errno=\d+ |: )/s', '', $message));
    }
}
