<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\Failure;
use Brine\Internal\MissingClasses;
use Brine\Internal\ReadOptions;

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
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class Guarded implements Decorator, Contextual
{
    /** The other serializer, with the option; null if it has it not. */
    private ?Serializer $reader;
    /** What of it reads Brine's own format, which is most, and by which options: calls in between would take longer than small entries do. */
    private ?BrineSerializer $brine;
    /** @var Options */
    private array $options;

    public function __construct(private Serializer $inner)
    {
        $this->reader = $inner instanceof RefusesMissing ? $inner->refusingMissing() : null;
        $this->brine = $this->reader === null ? null : BrineSerializer::of($this->reader);
        $this->options = $this->brine?->options() ?? [];
    }

    public function inner(): Serializer
    {
        return $this->inner;
    }

    public function withContext(string $context): static
    {
        $inner = $this->inner instanceof Contextual ? $this->inner->withContext($context) : $this->inner;
        if ($inner === $this->inner) {
            return $this;
        }
        $new = clone $this;
        $new->inner = $inner;
        $new->reader = $this->reader instanceof Contextual ? $this->reader->withContext($context) : null;

        return $new;
    }

    public function serialize(mixed $value): string
    {
        return $this->inner->serialize($value);
    }

    /**
     * By which brine_unserialize() reads what begins as payloads of Brine's own format do, for who spares the calls in between.
     *
     * @internal
     * @return Options|null null if it does not
     */
    public function options(): ?array
    {
        return $this->brine === null ? null : $this->options;
    }

    /**
     * What reads signed entries in a context of their own, and throws what it wants, for who spares the calls in between.
     *
     * @internal
     * @return Signed|null null if it is something else
     */
    public function signed(): ?Signed
    {
        return $this->reader instanceof Signed ? $this->reader : null;
    }

    /**
     * As withContext() and serialize(), without other objects where that is possible: for who has a context for each value.
     *
     * @internal
     */
    public function serializeIn(string $context, mixed $value): string
    {
        return $this->inner instanceof Signed ? $this->inner->serializeIn($context, $value) : $this->withContext($context)->serialize($value);
    }

    /**
     * As withContext() and unserialize().
     *
     * @internal
     */
    public function unserializeIn(string $context, string $data): mixed
    {
        if (!$this->reader instanceof Signed) {
            return $this->withContext($context)->unserialize($data);
        }
        try {
            return @$this->reader->unserializeIn($context, $data);
        } catch (\Throwable $error) {
            throw self::asDecoding($error);
        }
    }

    public function unserialize(string $data): mixed
    {
        if ($this->brine !== null && \str_starts_with($data, "\xc1\x10")) {
            try {
                return @\brine_unserialize($data, $this->options);
            } catch (\Throwable $error) {
                return $this->readAgain($data, $error);
            }
        }
        try {
            return $this->reader !== null
                ? @$this->reader->unserialize($data)
                : @MissingClasses::refused(fn (): mixed => $this->inner->unserialize($data));
        } catch (\Throwable $error) {
            throw self::asDecoding($error);
        }
    }

    /**
     * What follows where brine_unserialize() failed by options(): the bytes are read once more only if a dictionary was missing.
     *
     * @internal
     */
    public function readAgain(string $data, \Throwable $error): mixed
    {
        try {
            return $this->brine !== null ? @$this->brine->readAgain($data, $error, $this->options) : throw $error;
        } catch (\Throwable $error) {
            throw self::asDecoding($error);
        }
    }

    private static function asDecoding(\Throwable $error): DecodeException
    {
        return $error instanceof DecodeException ? $error : Failure::decoding($error->getMessage(), 0, 'bad_object', $error);
    }
}
