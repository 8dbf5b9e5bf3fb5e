<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\BrineBundle\BrineMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Writes entries bound to their ids, and returns stored bytes: the adapter, which knows the ids, decodes them.
 *
 * @internal
 */
final class RawMarshaller implements MarshallerInterface
{
    /** @param BrineMarshaller|null $marshaller null if all values are encoded already */
    public function __construct(private readonly ?BrineMarshaller $marshaller = null)
    {
    }

    /**
     * @param array<array-key, mixed> $values
     * @param array<mixed>|null $failed
     * @param-out list<array-key> $failed
     * @return array<array-key, string>
     */
    public function marshall(array $values, ?array &$failed): array
    {
        if ($this->marshaller !== null) {
            return $this->marshaller->marshallBound($values, $failed);
        }
        $failed = $entries = [];
        foreach ($values as $id => $value) {
            // Tags must be an array up to here, and empty ones are not stored. Metadata is bytes.
            $part = \is_array($value) ? $value[0] ?? '' : $value;
            $entry = $part instanceof Written ? $part->entry : (\is_string($part) ? $part : '');
            if ($entry === null) {
                $failed[] = $id;
            } else {
                $entries[$id] = $entry;
            }
        }

        return $entries;
    }

    public function unmarshall(string $value): string
    {
        return $value;
    }
}
