<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\MessagePack\Exception\InsufficientDataException;
use Brine\MessagePack\Exception\InvalidOptionException;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Exception\UnpackingFailedException;

/**
 * Exceptions of both backends, with their messages. Offsets are in bytes from the start of the buffer.
 *
 * @internal
 */
final class Errors
{
    /** The extension's messages, by reason; an offset follows. */
    private const NATIVE_MESSAGES = [
        'truncated' => 'the message ends too early',
        'trailing_bytes' => 'there are bytes after the message',
        'unknown_byte' => 'the byte 0xC1 begins no value',
        'bad_key' => 'a map key must be an integer, a string or a binary',
        'max_depth' => 'the message is nested deeper than max_depth',
        'max_elements' => 'the message has more elements than max_elements',
        'bad_utf8' => 'a string is not valid UTF-8',
        'bad_count' => 'a count is too large',
    ];

    public static function truncated(int $offset): InsufficientDataException
    {
        return new InsufficientDataException('Not enough data to read', offset: $offset, reason: 'truncated');
    }

    public static function position(int $position): InsufficientDataException
    {
        return new InsufficientDataException(
            "Unable to seek to position $position",
            offset: \max(0, $position),
            reason: 'truncated',
        );
    }

    public static function unknownByte(int $offset): UnpackingFailedException
    {
        return self::unpacking('Unknown code: 0xc1', $offset, 'unknown_byte');
    }

    /** @param string $type the expected type */
    public static function unexpected(int $code, string $type, int $offset): UnpackingFailedException
    {
        return self::unpacking(\sprintf('Unexpected %s code: 0x%02x', $type, $code), $offset, 'unexpected_type');
    }

    public static function badKey(int $code, int $offset): UnpackingFailedException
    {
        $type = Format::typeName($code);

        return self::unpacking(
            "Invalid map key type: expected int, str or bin but got $type",
            $offset,
            'bad_key',
        );
    }

    public static function maxDepth(int $offset): UnpackingFailedException
    {
        return self::unpacking('The message is nested too deeply', $offset, 'max_depth');
    }

    public static function maxElements(int $offset): UnpackingFailedException
    {
        return self::unpacking('The message has too many elements', $offset, 'max_elements');
    }

    public static function badUtf8(int $offset): UnpackingFailedException
    {
        return self::unpacking('A string is not valid UTF-8', $offset, 'bad_utf8');
    }

    /** The extension reads beyond its payload; more bytes of the message would not help. */
    public static function badExt(int $type, InsufficientDataException $cause): UnpackingFailedException
    {
        return new UnpackingFailedException(
            "The data of extension type $type ends too early",
            previous: $cause,
            offset: $cause->getOffset(),
            reason: 'bad_ext',
        );
    }

    public static function badTimestamp(string $problem, int $offset): UnpackingFailedException
    {
        return self::unpacking("Invalid timestamp: $problem", $offset, 'bad_timestamp');
    }

    /**
     * Gives an exception of the extension this library's message. Exceptions of callbacks stay unchanged, since their offsets concern other
     * bytes.
     *
     * @param string $byte at the exception's offset, or empty; not the buffer, which the exception would keep in its trace
     * @param string $file that called the extension
     */
    public static function fromNative(
        UnpackingFailedException $error,
        string $byte,
        string $file,
    ): UnpackingFailedException {
        if ($error->getFile() !== $file) {
            return $error;
        }
        $offset = $error->getOffset();

        return match ($error->getReason()) {
            'truncated' => self::truncated($offset),
            'unknown_byte' => self::unknownByte($offset),
            'bad_key' => self::badKey(\ord($byte), $offset),
            'max_depth' => self::maxDepth($offset),
            'max_elements' => self::maxElements($offset),
            'bad_utf8' => self::badUtf8($offset),
            'bad_timestamp' => self::unpacking(
                \substr($error->getMessage(), 0, -\strlen(" at byte $offset")),
                $offset,
                'bad_timestamp',
            ),
            default => $error,
        };
    }

    /**
     * An exception of the extension.
     *
     * @param string|null $message for reasons that have no fixed message
     */
    public static function native(string $reason, int $offset, ?string $message = null): UnpackingFailedException
    {
        $class = $reason === 'truncated' ? InsufficientDataException::class : UnpackingFailedException::class;
        $message ??= self::NATIVE_MESSAGES[$reason] ?? throw new \LogicException("There is no reason $reason");

        return new $class("$message at byte $offset", offset: $offset, reason: $reason);
    }

    /** Gives an exception of this library the extension's message. */
    public static function toNative(UnpackingFailedException $error): UnpackingFailedException
    {
        $reason = $error->getReason();

        return self::native($reason, $error->getOffset(), self::NATIVE_MESSAGES[$reason] ?? $error->getMessage());
    }

    /** Only brine_msgpack_unpack() throws this. */
    public static function unknownExt(int $type, int $offset): UnpackingFailedException
    {
        return self::unpacking("nothing was given for extension type $type", $offset, 'unknown_ext');
    }

    public static function unsupportedType(mixed $value): PackingFailedException
    {
        $type = \is_object($value) ? $value::class : \gettype($value);

        return new PackingFailedException(
            "Unsupported type \"$type\", maybe you forgot to register the type transformer or extension?",
            reason: 'unsupported_type',
        );
    }

    public static function packingTooDeep(): PackingFailedException
    {
        return new PackingFailedException('The value is nested too deeply', reason: 'max_depth');
    }

    public static function tooLong(): PackingFailedException
    {
        return new PackingFailedException('The value is longer than MessagePack allows', reason: 'too_long');
    }

    /** @throws InvalidOptionException if $bitmask has bits that are not in $known */
    public static function checkBits(int $bitmask, int $known, string $class): void
    {
        if (($bitmask & ~$known) !== 0) {
            throw new InvalidOptionException(\sprintf('Invalid option 0x%x, use constants of %s', $bitmask & ~$known, $class));
        }
    }

    /**
     * @param class-string $class
     * @param non-empty-list<string> $names constants of $class; $bitmask may contain one of them
     * @return int the value of that constant, or $default
     * @throws InvalidOptionException if it contains several
     */
    public static function oneOf(int $bitmask, string $group, string $class, array $names, int $default): int
    {
        $set = 0;
        $chosen = $default;
        foreach ($names as $i => $name) {
            /** @var int $bit */
            $bit = \constant("$class::$name");
            if (($bitmask & $bit) !== 0) {
                $chosen = $bit;
                $set++;
            }
            $names[$i] = "$class::$name";
        }
        if ($set > 1) {
            $last = \array_pop($names);
            throw new InvalidOptionException(\sprintf(
                'Invalid option %s, use %s%s or %s',
                $group,
                \count($names) > 1 ? 'one of ' : '',
                \implode(', ', $names),
                $last,
            ));
        }

        return $chosen;
    }

    private static function unpacking(string $message, int $offset, string $reason): UnpackingFailedException
    {
        return new UnpackingFailedException($message, offset: $offset, reason: $reason);
    }

    private function __construct()
    {
    }
}
