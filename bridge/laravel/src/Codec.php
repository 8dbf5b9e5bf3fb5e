<?php

declare(strict_types=1);

namespace Brine\Laravel;

use Brine\Serializer;
use Brine\Signed;

/** Writes and reads the entries of a store. What cannot be read is a miss. */
final class Codec implements Payloads
{
    /** How many times no autoloader knew a class: the last one counts. */
    private static int $missing = 0;
    private static bool $isWatching = false;

    /** The serializer, if it signs. */
    private readonly ?Signed $signed;

    /** @param Unreadable|null $unreadable what becomes of entries that cannot be read; null if that is an exception */
    public function __construct(private readonly Serializer $serializer, private readonly ?Unreadable $unreadable = null)
    {
        $this->signed = $serializer instanceof Signed ? $serializer : null;
        if (!self::$isWatching) {
            self::$isWatching = true;
            \spl_autoload_register(static function (): void {
                self::$missing++;
            });
        }
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
        $missing = self::$missing;
        try {
            $value = ($this->signed === null ? $this->serializer : $this->signed->withContext($context))->unserialize($data);
            if ($missing === self::$missing && !$value instanceof \__PHP_Incomplete_Class) {
                return $value;
            }

            return $this->decodeAgain($data, $context);
        } catch (\Throwable $error) {
            if ($this->unreadable === null) {
                throw $error;
            }
            $this->unreadable->tell($error, $context, $data);

            return null;
        }
    }

    /**
     * A class was asked for that is missing: of an object, or by a hook, which is no fault.
     *
     * @throws ClassUnavailable
     */
    private function decodeAgain(string $data, string $context): mixed
    {
        $before = \ini_set('unserialize_callback_func', self::class . '::refuse');
        try {
            $value = ($this->signed?->withContext($context) ?? $this->serializer)->unserialize($data);
        } finally {
            \ini_set('unserialize_callback_func', (string) $before);
        }
        if ($value instanceof \__PHP_Incomplete_Class) {
            $class = ((array) $value)['__PHP_Incomplete_Class_Name'] ?? null;
            throw ClassUnavailable::denied(\is_string($class) ? $class : 'unknown');
        }

        return $value;
    }

    /**
     * What unserialize_callback_func names.
     *
     * @internal
     */
    public static function refuse(string $class): never
    {
        throw ClassUnavailable::missing($class);
    }
}
