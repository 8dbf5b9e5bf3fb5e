<?php

declare(strict_types=1);

namespace Brine\BrineBundle;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Deflated;
use Brine\Dictionary;
use Brine\Dictionary\Directory;
use Brine\Serializer;
use Brine\Signed;

/** Makes the serializers of the configuration. */
final class Serializers
{
    private ?Dictionary $dictionary = null;

    /**
     * @param list<string> $keys of signatures; empty if nothing is signed
     * @param string|null $codec zlib, zstd or lz4; null if nothing is compressed
     * @param string|null $directory of dictionaries
     * @param string|null $write id of the dictionary for writing
     * @param 'throw'|'accept' $staleClasses whether entries with a changed class are misses
     */
    public function __construct(
        #[\SensitiveParameter]
        private readonly array $keys = [],
        private readonly ?string $codec = null,
        private readonly int $minBytes = 1024,
        private readonly ?string $directory = null,
        private readonly ?string $write = null,
        private readonly string $staleClasses = 'throw',
    ) {
    }

    /**
     * @param bool $isResident whether the process keeps decoded values resident
     * @param string $context of signatures
     */
    public function entries(bool $isResident = false, string $context = ''): Serializer
    {
        $serializer = $this->compressed($this->auto($isResident));

        return $this->keys === [] ? $serializer : new Signed($serializer, $this->keys, $context);
    }

    /** Reads unsigned entries of earlier configurations. */
    public function old(): Serializer
    {
        return new Deflated(new Auto(options: ['stale_classes' => $this->staleClasses], dictionaries: $this->directory()));
    }

    /** For the texts of PHP's sessions. */
    public function sessions(): Serializer
    {
        $serializer = $this->compressed(new BrineSerializer(['allowed_classes' => false]));

        return $this->keys === [] ? $serializer : new Signed($serializer, $this->keys, 'session');
    }

    private function auto(bool $isResident): Auto
    {
        $options = ['stale_classes' => $this->staleClasses] + ($isResident ? ['resident' => true] : []);

        return new Auto(options: $options, dictionary: $this->dictionary(), dictionaries: $this->directory());
    }

    private function compressed(Serializer $serializer): Serializer
    {
        $algorithm = match ($this->codec) {
            null => null,
            'zlib' => Algorithm::Zlib,
            'zstd' => Algorithm::Zstd,
            'lz4' => Algorithm::Lz4,
            default => throw new \ValueError("There is no codec $this->codec"),
        };

        return $algorithm === null ? $serializer : new Compressed($serializer, $algorithm, minBytes: $this->minBytes);
    }

    private function directory(): ?Directory
    {
        return $this->directory === null ? null : new Directory($this->directory);
    }

    private function dictionary(): ?Dictionary
    {
        if ($this->write === null || $this->directory === null) {
            return null;
        }

        return $this->dictionary ??= $this->directory()?->find($this->write)
            ?? throw new \RuntimeException("There is no dictionary $this->write in $this->directory");
    }
}
