<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\BrineBundle\BrineMarshaller;
use Brine\BrineBundle\Unread;
use Brine\Deflated;
use Brine\Serializer;
use Brine\Signed;
use Brine\StaleEntries;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Reads each entry on its own: a damaged one is a miss and a warning, and does not affect the others. If signatures are bound to keys, the key is
 * the entry's id: the pool's namespace, and the key.
 */
trait Entries
{
    private ?BrineMarshaller $brine = null;
    /** Marshaller of Symfony's adapter for reading; null if it returns stored bytes. */
    private ?ReadingMarshaller $direct = null;
    /** Reads those bytes. */
    private null|BrineMarshaller|TaggedReader $reader = null;
    private ?StaleEntries $stale = null;
    /** Bytes before the id in the store's keys. */
    private int $keyPrefix = 0;

    public function entry(string $key, Serializer $old): Serializer
    {
        return $this->valueOf($key, $old);
    }

    public function valueOf(string $key, Serializer $old): Serializer
    {
        return $this->serializer($this->idOf($key), $old);
    }

    public function payload(string $data): string
    {
        return $data;
    }

    private function idOf(string $key): string
    {
        return \substr($key, $this->keyPrefix);
    }

    private function serializer(string $id, Serializer $old): Serializer
    {
        $serializer = $this->brine?->serializer($id) ?? throw new \LogicException('The pool has no marshaller of Brine');

        return $serializer instanceof Signed ? new SignedOrOld($serializer, $old) : new Deflated($serializer);
    }

    /** The marshaller for Symfony's adapter. */
    private function raw(?MarshallerInterface $marshaller): ?MarshallerInterface
    {
        $this->brine = $marshaller instanceof BrineMarshaller ? $marshaller : null;
        if ($this->brine === null) {
            return $marshaller;
        }
        if ($this->brine->bindsToKey()) {
            $this->reader = $this->brine;

            return new RawMarshaller($this->brine);
        }

        return $this->direct = new ReadingMarshaller($this->brine);
    }

    /**
     * @param iterable<mixed> $entries the entries that Symfony's adapter found, by id
     * @return array<array-key, mixed> the readable entries
     */
    private function values(iterable $entries): array
    {
        $values = [];
        $reader = $this->reader;
        /** @var array-key $id */
        foreach ($entries as $id => $entry) {
            try {
                if ($reader !== null) {
                    $values[$id] = $reader->readBound((string) $id, $entry);
                } else {
                    $values[$id] = $entry instanceof Unread ? throw $entry->error : $entry;
                }
            } catch (\Exception $error) {
                $context = ['key' => $id, 'exception' => $error, 'cache-adapter' => static::class];
                $this->stale ??= new StaleEntries();
                if ($this->stale->note($error, $this->logger, $context) === null) {
                    $this->logger?->warning('Failed to fetch key "{key}": ' . $error->getMessage(), $context);
                }
            }
        }

        return $values;
    }
}
