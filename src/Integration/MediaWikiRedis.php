<?php

declare(strict_types=1);

namespace Brine\Integration;

use Brine\Auto;
use Brine\EntryCodec;
use Brine\Serializer;
use Brine\StaleEntries;
use Wikimedia\ObjectCache\RedisBagOStuff;

// Before MediaWiki 1.43 the class has no namespace.
if (!\class_exists(RedisBagOStuff::class)) {
    \class_alias('RedisBagOStuff', RedisBagOStuff::class);
}

/** MediaWiki's cache in Redis. The parameter "serializer", a Brine\Serializer, is optional. Integers stay digits, so that Redis counts. */
final class MediaWikiRedis extends RedisBagOStuff
{
    private readonly EntryCodec $codec;

    /** @param array<string, mixed> $params */
    public function __construct($params)
    {
        parent::__construct($params);
        $serializer = $params['serializer'] ?? new Auto();
        \assert($serializer instanceof Serializer);
        $stale = new StaleEntries();
        $this->codec = new EntryCodec(
            $serializer,
            fn (\Throwable $error) => $stale->note($error, $this->logger) !== null ? null : $this->logger->warning('Unreadable cache entry: {message}', ['message' => $error->getMessage()]),
        );
    }

    /**
     * @param mixed $value
     * @return string|int
     */
    protected function serialize($value)
    {
        return \is_int($value) ? $value : $this->codec->encode($value);
    }

    protected function unserialize($value)
    {
        return $this->isInteger($value) ? (int) $value : $this->codec->read((string) $value, miss: false);
    }
}
