<?php

declare(strict_types=1);

namespace Brine\Integration;

use Brine\Auto;
use Brine\EntryCodec;
use Brine\Serializer;
use Laminas\Serializer\Adapter\AdapterInterface;
use Laminas\Serializer\Exception\RuntimeException;

/** Laminas Cache: for its plugin Serializer. docs/frameworks.md has the configuration. */
final class LaminasSerializer implements AdapterInterface
{
    private readonly EntryCodec $codec;

    public function __construct(Serializer $serializer = new Auto())
    {
        $this->codec = new EntryCodec($serializer);
    }

    public function serialize(mixed $value): string
    {
        return $this->codec->encode($value);
    }

    /**
     * @param string $serialized
     * @throws RuntimeException if the bytes cannot be read: the plugin ExceptionHandler makes a miss of it
     */
    public function unserialize(mixed $serialized): mixed
    {
        try {
            return $this->codec->decode($serialized);
        } catch (\Throwable $error) {
            throw new RuntimeException($error->getMessage(), 0, $error);
        }
    }
}
