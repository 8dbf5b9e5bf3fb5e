<?php

declare(strict_types=1);

namespace Brine\Laravel;

use Brine\Guarded;
use Brine\RefusesMissing;
use Brine\Serializer;
use Brine\Signed;

/** Writes and reads the entries of a store. What cannot be read is a miss. */
final class Codec implements Payloads
{
    /** The serializer, to which a missing class is an exception. */
    private readonly Serializer $reader;
    /** Both, if they sign. */
    private readonly ?Signed $signed;
    private readonly ?Signed $signedReader;

    /** @param Unreadable|null $unreadable what becomes of entries that cannot be read; null if that is an exception */
    public function __construct(private readonly Serializer $serializer, private readonly ?Unreadable $unreadable = null)
    {
        $this->reader = ($serializer instanceof RefusesMissing ? $serializer->refusingMissing() : null) ?? new Guarded($serializer);
        $this->signed = $serializer instanceof Signed ? $serializer : null;
        $this->signedReader = $this->reader instanceof Signed ? $this->reader : null;
    }

    public function signs(): bool
    {
        return $this->signed !== null;
    }

    public function encode(mixed $value, string $context): string
    {
        return ($this->signed === null ? $this->serializer : $this->signed->withContext($context))->serialize($value);
    }

    public function decode(string $data, string $context): mixed
    {
        try {
            $value = ($this->signedReader === null ? $this->reader : $this->signedReader->withContext($context))->unserialize($data);

            return $value instanceof \__PHP_Incomplete_Class ? throw ClassUnavailable::of($value) : $value;
        } catch (\Throwable $error) {
            if ($this->unreadable === null) {
                throw $error;
            }
            $this->unreadable->tell($error, $context, $data);

            return null;
        }
    }
}
