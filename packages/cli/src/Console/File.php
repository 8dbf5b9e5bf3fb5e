<?php

declare(strict_types=1);

namespace Brine\Console;

/** Writes files whole or not at all: beside the old one, which the new one then takes the place of. */
final class File
{
    private function __construct()
    {
    }

    /**
     * For what takes long to make: asked before it is made.
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

    /** @throws Failed if it is not written: then an old file is what it was */
    public static function write(string $path, string $data): void
    {
        \error_clear_last();
        if (self::isDevice($path)) {
            // PHP opens no pipe by these names.
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
     * @return array{resource, string} a new file beside the target, with its permissions, and the name of the new one
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
            // Only for who may: others keep what they write.
            @\chown($new, $old['uid']);
            @\chgrp($new, $old['gid']);
        }

        return [$file, $new];
    }

    /** What is no file on a disk cannot be replaced: /dev/stdout, a pipe. */
    private static function isDevice(string $path): bool
    {
        return \file_exists($path) && !\is_file($path) && !\is_dir($path);
    }

    /** The file itself, where the path is a link. */
    private static function target(string $path): string
    {
        $real = \is_link($path) ? \realpath($path) : false;

        return $real !== false ? $real : $path;
    }

    /** Why the last call has failed, as the system says it. */
    public static function reason(): string
    {
        $message = \error_get_last()['message'] ?? '';

        return $message === '' ? '' : ': ' . \lcfirst((string) \preg_replace('/\A.*(?:errno=\d+ |: )/s', '', $message));
    }
}
