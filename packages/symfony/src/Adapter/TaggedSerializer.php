<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Serializer;
use Symfony\Component\Cache\Marshaller\TagAwareMarshaller;

/**
 * Entries with tags: Symfony's frame with one payload for the value and one for the tags.
 *
 * @internal
 */
final class TaggedSerializer implements Serializer
{
    public function __construct(private readonly Serializer $value, private readonly Serializer $tags)
    {
    }

    /**
     * @return array{value: string, tags: string|array{}, meta: string|null}|null payloads; tags are [] if there are none; null if the bytes are not
     *     a frame
     */
    public static function parts(string $data): ?array
    {
        /** @var array{value: string, tags: string|array{}, meta: string|null}|string $parts */
        $parts = (new TagAwareMarshaller(new RawMarshaller()))->unmarshall($data);

        return \is_array($parts) ? $parts : null;
    }

    public function serialize(mixed $value): string
    {
        if (!\is_array($value) || !\is_array($value['tags'] ?? null) || !\array_key_exists('value', $value)) {
            throw new \UnexpectedValueException('The entry has no value and tags');
        }
        $value['value'] = new Written($this->value->serialize($value['value']));
        if ($value['tags'] !== []) {
            $value['tags'] = [new Written($this->tags->serialize($value['tags']))];
        }

        $entry = (new TagAwareMarshaller(new RawMarshaller()))->marshall([$value], $failed)[0] ?? null;

        return \is_string($entry) ? $entry : throw new \UnexpectedValueException('The parts of the entry are not put together');
    }

    public function unserialize(string $data): mixed
    {
        $parts = self::parts($data);
        if ($parts === null) {
            throw new \UnexpectedValueException('The entry is in no frame');
        }
        $entry = [
            'value' => $this->value->unserialize($parts['value']),
            'tags' => \is_string($parts['tags']) ? $this->tags->unserialize($parts['tags']) : [],
        ];

        return $parts['meta'] === null ? $entry : $entry + ['meta' => $parts['meta']];
    }
}
