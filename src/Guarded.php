<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\Failure;

/**
 * Reads entries of a cache for a page that has to go on: the value is there, or a DecodeException tells that it is a miss. While it reads,
 *
 * - an object of a class that cannot be found is a DecodeException of the reason "missing_class", and no __PHP_Incomplete_Class, unless
 *   the function of the ini setting unserialize_callback_func brings the class. Classes that are not allowed are incomplete as before;
 * - what hooks and loaders throw, an \Error too, is a DecodeException of the reason "bad_object", with the cause as getPrevious();
 * - deprecations and warnings are suppressed as by the operator @: that of a dynamic property, say, which a class has that was changed
 *   since. A handler of errors that heeds error_reporting() makes no exception of them.
 *
 * It writes what the other serializer writes.
 */
final class Guarded implements Decorator, Contextual
{
    private const CALLBACK = self::class . '::onMissingClass';

    /** How many calls are under way, of all objects: hooks may read other entries. */
    private static int $calls = 0;
    /** The function that was asked for missing classes before. */
    private static string $callback = '';

    public function __construct(private Serializer $inner)
    {
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
        if (self::$calls++ === 0) {
            self::$callback = (string) \ini_set('unserialize_callback_func', self::CALLBACK);
        }
        try {
            return @$this->inner->unserialize($data);
        } catch (\Throwable $error) {
            throw self::asDecoding($error);
        } finally {
            if (--self::$calls === 0) {
                \ini_set('unserialize_callback_func', self::$callback);
            }
        }
    }

    /**
     * What unserialize() does before and after, for those who read several entries at once: between the two calls they do the rest.
     *
     * @internal
     */
    public static function enter(): void
    {
        if (self::$calls++ === 0) {
            self::$callback = (string) \ini_set('unserialize_callback_func', self::CALLBACK);
        }
    }

    /** @internal */
    public static function leave(): void
    {
        if (--self::$calls === 0) {
            \ini_set('unserialize_callback_func', self::$callback);
        }
    }

    /** @internal */
    public static function asDecoding(\Throwable $error): DecodeException
    {
        return $error instanceof DecodeException ? $error : Failure::decoding($error->getMessage(), 0, 'bad_object', $error);
    }

    /**
     * @internal
     * @throws DecodeException if the class is still missing
     */
    public static function onMissingClass(string $name): void
    {
        if (\is_callable(self::$callback)) {
            (self::$callback)($name);
        }
        if (!\class_exists($name)) {
            throw Failure::decoding("There is no class $name", 0, 'missing_class');
        }
    }
}
