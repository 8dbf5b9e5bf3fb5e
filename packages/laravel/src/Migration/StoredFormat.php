<?php

declare(strict_types=1);

namespace Brine\Laravel\Migration;

use Brine\DecodeException;
use Brine\Laravel\Payloads;
use Brine\Serializer;

/**
 * The stored form of one entry.
 *
 * @internal
 */
final class StoredFormat implements Serializer
{
    /** @param Payloads|null $otherwise reads entries that no key verifies */
    public function __construct(
        private readonly Payloads $format,
        private readonly string $context,
        private readonly ?Payloads $otherwise = null,
    ) {
    }

    public function serialize(mixed $value): string
    {
        return (string) $this->format->encode($value, $this->context);
    }

    public function unserialize(string $data): mixed
    {
        try {
            return $this->format->decode($data, $this->context);
        } catch (DecodeException $error) {
            if ($this->otherwise === null || $error->getReason() !== 'not_verified') {
                throw $error;
            }

            // Does not read signed data.
            return $this->otherwise->decode($data, $this->context);
        }
    }
}
