<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\Failure;

/**
 * Reads entries of a cache for a page that has to go on: the value is there, or a DecodeException tells that it is a miss. While it reads,
 *
 * - an object of a class that cannot be found is a DecodeException of the reason "missing_class", and no __PHP_Incomplete_Class, as with the
 *   option "missing_classes" of brine_unserialize(). Classes that are not allowed are incomplete as before;
 * - what hooks and loaders throw, an \Error too, is a DecodeException of the reason "bad_object", with the cause as getPrevious();
 * - deprecations and warnings are suppressed as by the operator @: that of a dynamic property, say, which a class has that was changed
 *   since. A handler of errors that heeds error_reporting() makes no exception of them.
 *
 * It writes what the other serializer writes.
 */
final class Guarded implements Decorator, Contextual
{
    private EntryCodec $codec;

    public function __construct(private Serializer $inner)
    {
        $this->codec = new EntryCodec($inner, static fn (\Throwable $error): never => throw Failure::asDecoding($error));
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
