<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\BrineBundle\BrineMarshaller;

/**
 * Reads entries with tags, after Symfony's marshaller has split them.
 *
 * @internal
 */
final class TaggedReader
{
    public function __construct(private readonly BrineMarshaller $marshaller)
    {
    }

    /**
     * @param mixed $entry the frame in parts; anything else is not an entry
     * @return array<mixed>
     * @throws \Exception as BrineMarshaller::readBound()
     */
    public function readBound(string $id, mixed $entry): array
    {
        if (!\is_array($entry)) {
            // Symfony writes no such entry: it could be a value taken out of its frame that resembles a value with tags.
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

    /** An entry's tags never pass as a value: ids of Symfony contain no "@". */
    public static function ofTags(string $id): string
    {
        return "$id@tags";
    }

    public static function areTags(mixed $tags): bool
    {
        return \is_array($tags) && $tags === \array_filter($tags, static fn (mixed $tag): bool => \is_string($tag) || \is_int($tag));
    }
}
