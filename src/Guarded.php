<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\Failure;

/**
 * Makes every unreadable entry a DecodeException: also a missing class ("missing_class", not __PHP_Incomplete_Class) and exceptions of hooks and
 * loaders ("bad_object", with getPrevious()).
 *
 * Warnings and deprecations while reading are suppressed, as with @. Writes like the other serializer.
 */
final class Guarded implements Decorator, Contextual
{
    private EntryCodec $codec;

    public function __construct(private Serializer $inner)
    {
        $this->codec = new EntryCodec($inner, static fn (\Throwable $error): never => throw Failure::asDecoding($error), false);
    }

    public function inner(): Serializer
    {
        return $this->inner;
    }

    public function withContext(string $context): static
    {
        $inner = $this->inner instanceof Contextual ? $this->inner->withContext($context) : $this->inner;

        return $inner === $this->inner ? $this : new self($inner);
    }

    public function serialize(mixed $value): string
    {
        return $this->inner->serialize($value);
    }

    public function unserialize(string $data): mixed
    {
        return @$this->codec->read($data);
    }
}
