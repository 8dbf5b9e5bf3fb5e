<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\BrineBundle\BrineMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Writes entries bound to their ids, and leaves reading them to the adapter, which knows the ids.
 *
 * @internal
 */
final class RawMarshaller implements MarshallerInterface
{
    /** @param BrineMarshaller|null $marshaller null if everything is written already */
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
        if ($this->marshaller !== null && !$this->marshaller->bindsToKey()) {
            return $this->marshaller->marshall($values, $failed);
        }
        $failed = $entries = [];
        foreach ($values as $id => $value) {
            $one = $this->write($id, $value);
            if ($one === null) {
                $failed[] = $id;
            } else {
                $entries[$id] = $one;
            }
        }

        return $entries;
    }

    private function write(int|string $id, mixed $value): ?string
    {
        // Tags have to be an array on their way to here.
        $written = \is_array($value) && ($value[0] ?? null) instanceof Written ? $value[0] : $value;

        if ($written instanceof Written) {
            return $written->entry;
        }
        if ($this->marshaller === null) {
            // Of no tags nothing is kept, and metadata is bytes.
            return \is_string($value) ? $value : '';
        }

        return $this->marshaller->for((string) $id)->marshall([$value], $ignored)[0] ?? null;
    }

    public function unmarshall(string $value): string
    {
        return $value;
    }
}
