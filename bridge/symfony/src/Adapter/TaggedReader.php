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
     * @param mixed $entry the frame in parts, or an entry that had none
     * @return array<mixed>
     * @throws \Exception as BrineMarshaller::readBound()
     */
    public function readBound(string $id, mixed $entry): array
    {
        if (\is_array($entry)) {
            $entry['value'] = $this->marshaller->readBound($id, $entry['value'] ?? null);
            $tags = $entry['tags'] ?? null;
            $entry['tags'] = \is_string($tags) ? $this->marshaller->readBound(self::ofTags($id), $tags) : $tags;
        } else {
            $entry = $this->marshaller->readBound($id, $entry);
        }
        if (!\is_array($entry) || !\array_key_exists('value', $entry) || !self::areTags($entry['tags'] ?? null)) {
            throw new \UnexpectedValueException('The entry has no value and tags');
        }

        return $entry;
    }

    /** The tags of an entry are never taken for its value. */
    public static function ofTags(string $id): string
    {
        return "$id\0tags";
    }

    public static function areTags(mixed $tags): bool
    {
        return \is_array($tags) && $tags === \array_filter($tags, static fn (mixed $tag): bool => \is_string($tag) || \is_int($tag));
    }
}
