<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

use Illuminate\Cache\FileStore as LaravelStore;
use Illuminate\Contracts\Filesystem\LockTimeoutException;
use Illuminate\Filesystem\LockableFile;

/**
 * Laravel's store with Brine's payloads. Locks are Laravel's own files. Signatures cover the file's name, which is a hash of the key: files
 * do not tell their keys.
 */
final class FileStore extends LaravelStore implements KeepsPayloads
{
    use HasCodec;

    public function put($key, $value, $seconds)
    {
        $path = $this->path($key);
        $data = $this->contents($value, $path, $seconds);
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
        $data = $this->contents($value, $path, $seconds);
        $this->ensureCacheDirectoryExists($path);
        $file = new LockableFile($path, 'c+');
        try {
            $file->getExclusiveLock();
            $expires = $file->read(10);
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
        // Laravel's makes a store of its own class, and reads the owner as native text.
        return (new LaravelStore($this->files, $this->directory, $this->filePermission))
            ->setLockDirectory($this->lockDirectory)
            ->lock($name, $seconds, $owner);
    }

    public function encode(mixed $value, string $context): string
    {
        return $this->codec->encode($value, $context);
    }

    public function decode(string $data, string $context): mixed
    {
        return $this->codec->decode($data, $context);
    }

    /**
     * @param string $key
     * @return array{data: mixed, time: int|null}
     */
    protected function getPayload($key)
    {
        /** @var array{data: string|null, time: int|null} $payload unserialize() below has left it as it was */
        $payload = parent::getPayload($key);
        if ($payload['data'] === null) {
            return $payload;
        }
        $data = $this->codec->decode($payload['data'], \basename($this->path($key)));

        return ['data' => $data, 'time' => $data === null ? null : $payload['time']];
    }

    /**
     * Left for getPayload(), which knows the key.
     *
     * @param string $value
     * @return string
     */
    protected function unserialize($value)
    {
        return $value;
    }

    /** The ten digits of the time at which the file expires, and the payload. */
    private function contents(mixed $value, string $path, int $seconds): string
    {
        return \str_pad((string) $this->expiration($seconds), 10, '0', \STR_PAD_LEFT) . $this->codec->encode($value, \basename($path));
    }
}
