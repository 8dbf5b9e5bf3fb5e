<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

use Illuminate\Cache\FileStore as LaravelStore;
use Illuminate\Contracts\Filesystem\LockTimeoutException;
use Illuminate\Filesystem\LockableFile;

/**
 * Laravel's file store with Brine's payloads. Locks stay Laravel's. Signatures cover the file's name, a hash of the key, since files do not
 * contain keys. Without signatures, numbers keep serialize()'s form, so that Laravel's own store can go on counting.
 */
final class FileStore extends LaravelStore implements KeepsPayloads
{
    use HasCodec;

    /** Digits of a file's expiry. */
    public const HEAD = 10;

    public function put($key, $value, $seconds)
    {
        $path = $this->path($key);
        $data = $this->contents($value, $path, (int) $seconds);
        $this->ensureCacheDirectoryExists($path);
        $length = $this->files->put($path, $data, true);
        if (!\is_int($length) || $length === 0) {
            return false;
        }
        $this->ensurePermissionsAreCorrect($path);

        return true;
    }

    public function add($key, $value, $seconds)
    {
        $path = $this->path($key);
        $data = $this->contents($value, $path, (int) $seconds);
        $this->ensureCacheDirectoryExists($path);
        $file = new LockableFile($path, 'c+');
        try {
            $file->getExclusiveLock();
            $expires = $file->read(self::HEAD);
            $isFree = $expires === '' || $this->currentTime() >= (int) $expires;
            if ($isFree) {
                $file->truncate()->write($data);
            }
        } catch (LockTimeoutException) {
            $isFree = false;
        } finally {
            $file->close();
        }
        if ($isFree) {
            $this->ensurePermissionsAreCorrect($path);
        }

        return $isFree;
    }

    public function lock($name, $seconds = 0, $owner = null)
    {
        // Laravel's method would create its own class, and read the owner as native text.
        return (new LaravelStore($this->files, $this->directory, $this->filePermission))
            ->setLockDirectory($this->lockDirectory)
            ->lock($name, $seconds, $owner);
    }

    public function encode(mixed $value, string $context): string
    {
        return $this->codec->signs() ? $this->codec->encode($value, $context) : PlainNumber::write($value) ?? $this->codec->encode($value, $context);
    }

    public function decode(string $data, string $context): mixed
    {
        return $this->codec->signs() ? $this->codec->decode($data, $context) : PlainNumber::read($data) ?? $this->codec->decode($data, $context);
    }

    /**
     * @param string $key
     * @return array{data: mixed, time: int|null}
     */
    protected function getPayload($key)
    {
        $empty = ['data' => null, 'time' => null];
        $path = $this->path($key);
        try {
            $contents = $this->files->get($path, true);
        } catch (\Exception) {
            return $empty;
        }
        $expires = \substr($contents, 0, self::HEAD);
        if (\preg_match('/\A\d{10}\z/', $expires) !== 1) {
            // A file without expiry is not an entry; this reports it. A file that is being created is empty.
            $contents === '' ? null : $this->codec->decode($contents, \basename($path));

            return $empty;
        }
        $left = (int) $expires - $this->currentTime();
        if ($left <= 0) {
            $this->forget($key);

            return $empty;
        }
        $data = $this->decode(\substr($contents, self::HEAD), \basename($path));

        return $data === null ? $empty : ['data' => $data, 'time' => $left];
    }

    /** The ten digits of the expiry, and the payload. */
    private function contents(mixed $value, string $path, int $seconds): string
    {
        $expires = (string) $this->expiration($seconds);

        return (isset($expires[self::HEAD - 1]) ? $expires : \str_pad($expires, self::HEAD, '0', \STR_PAD_LEFT)) . $this->encode($value, \basename($path));
    }
}
