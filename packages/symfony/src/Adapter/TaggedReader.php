<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\BrineBundle\BrineMarshaller;

/**
 * Reads entries that have tags, whose parts Symfony's marshaller has told apart.
 *
 * @internal
 */
final class TaggedReader
{
    public function __construct(private readonly BrineMarshaller $marshaller)
    {
    }

    /**
     * @param mixed $entry the frame in parts; anything else is no entry
     * @return array<mixed>
     * @throws \Exception as BrineMarshaller::readBound()
     */
    public function readBound(string $id, mixed $entry): array
    {
        if (!\is_array($entry)) {
            // Symfony writes no such entry. It would be a value that was taken out of its frame, and may look like a value with tags.
            throw new \UnexpectedValueException('The entry is in no frame');
        }
        $entry['value'] = $this->marshaller->readBound($id, $entry['value'] ?? null);
        $tags = $entry['tags'] ?? null;
        $entry['tags'] = \is_string($tags) ? $this->marshaller->readBound(self::ofTags($id), $tags) : $tags;
        if (!self::areTags($entry['tags'])) {
            throw new \UnexpectedValueException('The entry has no tags');
        }

        return $entry;
    }

    /** The tags of an entry are never taken for a value: Symfony's ids have no "@". */
    public static function ofTags(string $id): string
    {
        return "$id@tags";
    }

    public static function areTags(mixed $tags): bool
    {
        return \is_array($tags) && $tags === \array_filter($tags, static fn (mixed $tag): bool => \is_string($tag) || \is_int($tag));
    }
}
