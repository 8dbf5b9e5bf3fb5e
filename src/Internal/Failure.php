<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\DecodeException;
use Brine\EncodeException;

/**
 * Makes the exceptions of which the extension has classes too. Those have no constructor of their own, so that their
 * properties are set one by one.
 *
 * @internal
 */
final class Failure
{
    private static ?\ReflectionProperty $offset = null;
    private static ?\ReflectionProperty $reason = null;

    private function __construct()
    {
    }

    /**
     * @param int $offset in bytes: the place of the fault
     * @param string $reason a short, stable word
     */
    public static function decoding(
        string $message,
        int $offset,
        string $reason,
        ?\Throwable $previous = null,
    ): DecodeException {
        self::$offset ??= new \ReflectionProperty(DecodeException::class, 'offset');
        self::$reason ??= new \ReflectionProperty(DecodeException::class, 'reason');
        $error = new DecodeException($message, 0, $previous);
        self::$offset->setValue($error, $offset);
        self::$reason->setValue($error, $reason);

        return $error;
    }

    public static function encoding(string $message, ?\Throwable $previous = null): EncodeException
    {
        return new EncodeException($message, 0, $previous);
    }

    /** The same failure, in bytes of which those at fault are a part that begins at $by. */
    public static function moved(DecodeException $error, int $by): DecodeException
    {
        return self::decoding($error->getMessage(), $error->getOffset() + $by, $error->getReason(), $error);
    }
}
