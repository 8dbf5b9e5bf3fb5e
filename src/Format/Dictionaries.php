<?php

declare(strict_types=1);

namespace Brine\Format;

use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Registry;
use Brine\Internal\ReadOptions;

/**
 * Dictionaries in the extension, where it has them, and otherwise in PHP: also beside an extension that has none yet.
 *
 * @internal
 */
final class Dictionaries
{
    /** Whether the extension is loaded, and reads and writes no dictionaries. */
    private static ?bool $isPhpAlone = null;

    private function __construct()
    {
    }

    /** Makes a dictionary known. */
    public static function load(Contents $contents, string $bytes): void
    {
        if (\function_exists('brine_dictionary_load')) {
            \brine_dictionary_load($bytes);
        } else {
            Registry::add($contents);
        }
    }

    /** @return string|null the whole hash of a dictionary that is known */
    public static function hash(string $id): ?string
    {
        if (!\function_exists('brine_dictionary_info')) {
            return Registry::find($id)?->hash;
        }
        $info = \brine_dictionary_info(\bin2hex($id));
        $hash = \is_array($info) ? $info['hash'] ?? null : null;

        return \is_string($hash) ? (string) \hex2bin($hash) : null;
    }

    /** Whether a payload is one that PHP has to read, although the extension is loaded. */
    public static function isForPhp(string $payload, int $at = 0): bool
    {
        self::$isPhpAlone ??= \extension_loaded('brine') && !\function_exists('brine_dictionary_load');

        return self::$isPhpAlone && \substr($payload, $at, 2) === "\xC1\x12";
    }

    /** @throws \Brine\Exception as brine_serialize() */
    public static function serialize(mixed $value, Contents $contents): string
    {
        return \function_exists('brine_dictionary_load')
            // @phpstan-ignore arguments.count (the extension takes it as soon as it has dictionaries)
            ? \brine_serialize($value, ['dictionary' => \bin2hex($contents->id())])
            : Encoder::encodeWith($value, $contents);
    }

    /** @throws \Brine\Exception as brine_serialize_signed() */
    public static function serializeSigned(
        mixed $value,
        Contents $contents,
        #[\SensitiveParameter]
        string $key,
        string $context,
    ): string {
        return \function_exists('brine_dictionary_load')
            ? \brine_serialize_signed($value, $key, ['context' => $context, 'dictionary' => \bin2hex($contents->id())])
            : SignedFrame::sign(Encoder::encodeWith($value, $contents), $key, $context);
    }

    /**
     * @param array<mixed> $options as for brine_unserialize()
     * @throws \Brine\DecodeException
     */
    public static function unserialize(string $payload, array $options): mixed
    {
        return self::isForPhp($payload) ? Decoder::decode($payload, $options) : \brine_unserialize($payload, $options);
    }

    /**
     * @param non-empty-list<string> $keys
     * @param array<mixed>           $options as for brine_unserialize()
     * @return mixed null if no key verifies the frame
     * @throws \Brine\DecodeException
     */
    public static function unserializeSigned(
        string $frame,
        #[\SensitiveParameter]
        array $keys,
        string $context,
        array $options,
    ): mixed {
        if (!self::isForPhp($frame, SignedFrame::PAYLOAD_OFFSET)) {
            return \brine_unserialize_signed($frame, $keys, ['context' => $context] + $options);
        }
        if (SignedFrame::verify($frame, $keys, $context) === null) {
            return null;
        }

        return Decoder::run($frame, SignedFrame::PAYLOAD_OFFSET, ReadOptions::parse($options, __METHOD__), __METHOD__);
    }
}
