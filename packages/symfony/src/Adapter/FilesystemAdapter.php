<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Migration\Store;
use Symfony\Component\Cache\Adapter\FilesystemAdapter as SymfonyAdapter;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;
use Symfony\Component\Cache\Traits\FilesystemTrait;

/**
 * Symfony's file adapter, reading entry by entry. It repeats Symfony's trait, whose file names contain the class name, so that existing entries
 * are found.
 */
final class FilesystemAdapter extends SymfonyAdapter implements EntryPool
{
    use Entries;
    use FilesystemTrait {
        doFetch as private fetchRaw;
    }

    public function __construct(string $namespace = '', int $defaultLifetime = 0, ?string $directory = null, ?MarshallerInterface $marshaller = null)
    {
        $this->marshaller = $this->raw($marshaller) ?? new DefaultMarshaller();
        parent::__construct($namespace, $defaultLifetime, $directory, $this->marshaller);
        $this->init($namespace, $directory);
    }

    public function store(): Store
    {
        return new FilesystemStore($this->directory);
    }

    /**
     * @param array<mixed> $ids
     * @return array<array-key, mixed>
     */
    protected function doFetch(array $ids): array
    {
        return $this->values($this->fetchRaw($ids));
    }

    private function getFile(string $id, bool $mkdir = false, ?string $directory = null): string
    {
        $hash = \str_replace('/', '-', \base64_encode(\hash('xxh128', parent::class . $id, true)));
        $folder = ($directory ?? $this->directory) . \strtoupper($hash[0] . \DIRECTORY_SEPARATOR . $hash[1] . \DIRECTORY_SEPARATOR);
        if ($mkdir && !\is_dir($folder)) {
            @\mkdir($folder, 0o777, true);
        }

        return $folder . \substr($hash, 2, 20);
    }
}
