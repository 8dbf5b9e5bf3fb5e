<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\BrineBundle\BrineMarshaller;
use Brine\BrineBundle\Unread;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Reads entries for Symfony's adapter. An unreadable one becomes an Unread, so that the others of the same call are read.
 *
 * @internal
 */
final class ReadingMarshaller implements MarshallerInterface
{
    /** Whether there was an Unread. */
    public bool $hasUnread = false;

    public function __construct(private readonly BrineMarshaller $marshaller)
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
        return $this->marshaller->marshall($values, $failed);
    }

    public function unmarshall(string $value): mixed
    {
        try {
            return $this->marshaller->unmarshall($value);
        } catch (\Exception $error) {
            $this->hasUnread = true;

            return new Unread($error);
        }
    }
}
