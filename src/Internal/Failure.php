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
    private static ?\ReflectionProperty $path = null;

    private function __construct()
    {
    }

    /**
     * @param int $offset in bytes: the place of the fault
     * @param string $reason a short, stable word
     * @param string $path the place inside the value
     */
    public static function decoding(
        string $message,
        int $offset,
        string $reason,
        ?\Throwable $previous = null,
        string $path = Path::ROOT,
    ): DecodeException {
        self::$offset ??= new \ReflectionProperty(DecodeException::class, 'offset');
        self::$reason ??= new \ReflectionProperty(DecodeException::class, 'reason');
        self::$path ??= new \ReflectionProperty(DecodeException::class, 'path');
        $error = new DecodeException($message, 0, $previous);
        self::$offset->setValue($error, $offset);
        self::$reason->setValue($error, $reason);
        self::$path->setValue($error, $path);

        return $error;
    }

    /**
     * What is thrown where reading failed by $error: what a class of PHP throws about its state is the bytes' fault; other
     * hooks throw what they want, and so do error handlers that hear of a missing class.
     *
     * @param list<string> $files where the functions were called that read
     * @param int $offset where the value begins
     */
    public static function reading(\Throwable $error, array $files, int $offset = 0): \Throwable
    {
        return !$error instanceof DecodeException && \in_array($error->getFile(), [MissingClasses::FILE, ...$files], true)
            && !MissingClasses::isWarning($error->getMessage())
            ? self::decoding($error->getMessage(), $offset, 'bad_object', $error)
            : $error;
    }

    /** What hooks have thrown, as a failure of the bytes at which they were called. */
    public static function asDecoding(\Throwable $error): DecodeException
    {
        return $error instanceof DecodeException ? $error : self::decoding($error->getMessage(), 0, 'bad_object', $error);
    }

    public static function encoding(string $message, ?\Throwable $previous = null): EncodeException
    {
        return new EncodeException($message, 0, $previous);
    }

    /** The same failure, in bytes of which those at fault are a part that begins at $by. */
    public static function moved(DecodeException $error, int $by): DecodeException
    {
        return self::again($error, $error->getMessage(), $error->getOffset() + $by);
    }

    /** The same failure in other words, or elsewhere. */
    public static function again(DecodeException $error, string $message, int $offset): DecodeException
    {
        return self::decoding($message, $offset, $error->getReason(), $error, $error->getPath());
    }
}
