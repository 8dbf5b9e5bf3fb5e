<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\BrineBundle\BrineMarshaller;
use Brine\Serializer;
use Symfony\Component\Cache\Adapter\RedisTagAwareAdapter as SymfonyAdapter;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Symfony's tag-aware Redis adapter, reading entry by entry. Value and tags are two payloads in Symfony's frame, each signed; the eight bytes of
 * metadata are unsigned, and can make an entry expire early.
 */
final class RedisTagAwareAdapter extends SymfonyAdapter implements EntryPool
{
    use RedisStores;

    public function entry(string $key, Serializer $old): Serializer
    {
        $id = $this->idOf($key);

        return new TaggedSerializer($this->serializer($id, $old), $this->serializer(TaggedReader::ofTags($id), $old));
    }

    public function payload(string $data): string
    {
        return TaggedSerializer::parts($data)['value'] ?? $data;
    }

    /** Symfony's marshaller wraps this one, and passes names of parts instead of ids. */
    private function raw(?MarshallerInterface $marshaller): ?MarshallerInterface
    {
        $this->brine = $marshaller instanceof BrineMarshaller ? $marshaller : null;
        $this->reader = $this->brine === null ? null : new TaggedReader($this->brine);

        return $this->brine === null ? $marshaller : new RawMarshaller($this->brine->bindsToKey() ? null : $this->brine);
    }

    /**
     * @param array<array-key, mixed> $values
     * @param array<array<mixed>> $addTagData
     * @param array<array<mixed>> $delTagData
     * @return array<mixed>
     */
    protected function doSave(array $values, int $lifetime, array $addTagData = [], array $delTagData = []): array
    {
        if ($this->brine !== null && $this->brine->bindsToKey()) {
            // Symfony's marshaller passes names of parts, not the id.
            foreach ($values as $id => $entry) {
                if (\is_array($entry)) {
                    $values[$id] = self::write($this->brine, (string) $id, $entry);
                }
            }
        }

        return parent::doSave($values, $lifetime, $addTagData, $delTagData);
    }

    /**
     * @param array<mixed> $entry value, tags, and perhaps metadata
     * @return array<mixed>
     */
    private static function write(BrineMarshaller $marshaller, string $id, array $entry): array
    {
        $write = static fn (string $id, mixed $value): Written => new Written($marshaller->marshallBound([$id => $value], $failed)[$id] ?? null);
        $entry['value'] = $write($id, $entry['value'] ?? null);
        if (($entry['tags'] ?? []) !== []) {
            $entry['tags'] = [$write(TaggedReader::ofTags($id), $entry['tags'])];
        }

        return $entry;
    }

    /**
     * The tags, which Redis returns when it deletes entries.
     *
     * @param array<mixed> $ids
     * @return iterable<array-key, mixed>
     */
    protected function doDeleteYieldTags(array $ids): iterable
    {
        /** @var array-key $id */
        foreach (parent::doDeleteYieldTags($ids) as $id => $tags) {
            try {
                $tags = $this->brine !== null && \is_string($tags) ? $this->brine->readBound(TaggedReader::ofTags((string) $id), $tags) : $tags;
            } catch (\Exception) {
                $tags = [];
            }
            yield $id => TaggedReader::areTags($tags) ? $tags : [];
        }
    }
}
