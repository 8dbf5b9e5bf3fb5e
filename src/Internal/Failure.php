<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\DecodeException;
use Brine\EncodeException;

/**
 * Makes exceptions of classes that the extension also defines. Those have no constructor, so properties are set one by one.
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
     * @param int $offset of the fault, in bytes
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
     * The exception for a failed read: an error of a built-in class about its state is a DecodeException; exceptions of user code stay as they
     * are.
     *
     * @param list<string> $files files whose calls did the reading
     * @param int $offset where the value begins
     */
    public static function reading(\Throwable $error, array $files, int $offset = 0): \Throwable
    {
        return !$error instanceof DecodeException && \in_array($error->getFile(), [MissingClasses::FILE, ...$files], true)
            && !MissingClasses::isWarning($error->getMessage())
            ? self::decoding($error->getMessage(), $offset, 'bad_object', $error)
            : $error;
    }

    /** An exception of a hook as a DecodeException. */
    public static function asDecoding(\Throwable $error): DecodeException
    {
        return $error instanceof DecodeException ? $error : self::decoding($error->getMessage(), 0, 'bad_object', $error);
    }

    public static function encoding(string $message, ?\Throwable $previous = null): EncodeException
    {
        return new EncodeException($message, 0, $previous);
    }

    /** The same error for bytes that begin at $by in larger ones. */
    public static function moved(DecodeException $error, int $by): DecodeException
    {
        return self::again($error, $error->getMessage(), $error->getOffset() + $by);
    }

    /** The same error with another message or offset. */
    public static function again(DecodeException $error, string $message, int $offset): DecodeException
    {
        return self::decoding($message, $offset, $error->getReason(), $error, $error->getPath());
    }
}
