<?php

declare(strict_types=1);

namespace Brine\Format;

use Brine\Format\Dictionary\Checker;
use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Registry;
use Brine\Internal\Arguments;
use Brine\Internal\DecodeError;
use Brine\Internal\ReadOptions;
use Brine\Internal\SigningKey;
use Brine\Internal\StackLevels;

/**
 * Implementation of src/functions.php, which replaces the extension's functions: checks arguments and options in the same order, with the same
 * messages.
 *
 * @internal
 */
final class Functions
{
    private function __construct()
    {
    }

    /** @param array<mixed> $options */
    public static function serialize(mixed $value, array $options): string
    {
        $function = 'brine_serialize';
        Arguments::checkOptionNames($options, ['dictionary', 'layouts'], $function);

        return self::encode($value, $options, $function);
    }

    /** @param array<mixed> $options */
    private static function encode(mixed $value, array $options, string $function): string
    {
        $layouts = Arguments::booleanOption($options, 'layouts', $function);
        $id = self::text($options, 'dictionary', $function);
        if ($id === null) {
            return Encoder::encode($value, $layouts);
        }
        $dictionary = self::isId($id) ? Registry::find((string) \hex2bin($id)) : null;
        if ($dictionary === null) {
            $shown = Arguments::shown($id);
            throw new \ValueError("$function(): Option \"dictionary\" must be the id of a dictionary that is loaded, \"$shown\" given");
        }

        return Encoder::encodeWith($value, $dictionary, $layouts);
    }

    private static function isId(string $id): bool
    {
        return \preg_match('/^[0-9a-f]{16}$/D', $id) === 1;
    }

    public static function loadDictionary(string $bytes): string
    {
        $contents = Checker::read($bytes);
        Registry::add($contents);

        return \bin2hex($contents->id());
    }

    /** @return array<mixed> */
    public static function dictionaryInfo(?string $id): array
    {
        if ($id === null) {
            return \array_map(self::describe(...), Registry::all());
        }
        if (!self::isId($id)) {
            throw new \ValueError('brine_dictionary_info(): Argument #1 ($id) must be 16 hexadecimal digits');
        }
        $dictionary = Registry::find((string) \hex2bin($id));

        return $dictionary === null ? [] : self::describe($dictionary);
    }

    public static function preset(string $id, string $algorithm): ?string
    {
        if (!self::isId($id)) {
            throw new \ValueError('brine_dictionary_preset(): Argument #1 ($id) must be 16 hexadecimal digits');
        }
        $number = \array_search($algorithm, Contents::PRESETS, true);
        if ($number === false) {
            throw new \ValueError('brine_dictionary_preset(): Argument #2 ($algorithm) must be "zlib" or "zstd"');
        }

        return Registry::find((string) \hex2bin($id))?->compression[$number] ?? null;
    }

    /** @return array<string, mixed> */
    private static function describe(Contents $contents): array
    {
        return [
            'id' => \bin2hex($contents->id()),
            'hash' => \bin2hex($contents->hash),
            'bytes' => $contents->size,
            // The memory of PHP's arrays cannot be measured.
            'memory' => 0,
            'strings' => \count($contents->strings),
            'shapes' => \count($contents->shapes),
            'arrays' => \count($contents->arrays),
            'elements' => (int) \array_sum($contents->counts),
            'presets' => $contents->presets(),
        ];
    }

    /** @param array<mixed> $options */
    public static function unserialize(string $payload, array $options): mixed
    {
        $function = 'brine_unserialize';
        $own = self::split($options, 'open', $function);
        if (!\array_key_exists('open', $options)) {
            return Decoder::run($payload, 0, ReadOptions::parse($own, $function), $function);
        }
        $open = $options['open'];
        if (!$open instanceof \Closure) {
            throw Arguments::typeError($function, 'open', 'of type Closure', $open);
        }
        $decodeOptions = ReadOptions::parse($own, $function);
        if (StackLevels::left(1) === 0) {
            throw DecodeError::stack(0, 0);
        }
        $content = StackLevels::around(0, static fn (): mixed => $open($payload));
        if ($content !== null && !\is_string($content)) {
            $type = Arguments::typeName($content);
            throw new \TypeError("$function(): Option \"open\" must return a value of type ?string, $type returned");
        }

        return $content === null ? null : Decoder::run($content, 0, $decodeOptions, $function);
    }

    /** @param array<mixed> $options */
    public static function serializeSigned(mixed $value, #[\SensitiveParameter] string $key, array $options): string
    {
        $function = 'brine_serialize_signed';
        if ($key === '') {
            throw new \ValueError("$function(): Argument #2 (\$key) must not be empty");
        }
        SigningKey::check($key);
        Arguments::checkOptionNames($options, ['dictionary', 'context', 'layouts'], $function);
        $context = self::text($options, 'context', $function) ?? '';

        return SignedFrame::sign(self::encode($value, $options, $function), $key, $context);
    }

    /**
     * @param string|array<mixed> $keys
     * @param array<mixed>        $options
     */
    public static function unserializeSigned(
        string $payload,
        #[\SensitiveParameter]
        string|array $keys,
        array $options,
    ): mixed {
        $function = 'brine_unserialize_signed';
        $own = self::split($options, 'context', $function);
        $context = self::text($options, 'context', $function) ?? '';
        $decodeOptions = ReadOptions::parse($own, $function);
        if (SignedFrame::verify($payload, self::keys($keys, $function), $context) === null) {
            return null;
        }

        return Decoder::run($payload, SignedFrame::PAYLOAD_OFFSET, $decodeOptions, $function);
    }

    /**
     * @param array<mixed> $options
     * @param string       $other an option of the function that readers do not have
     * @return array<mixed> the readers' options
     * @throws \ValueError if an option is unknown
     */
    private static function split(array $options, string $other, string $function): array
    {
        Arguments::checkOptionNames($options, [...ReadOptions::NAMES, $other], $function);

        return \array_diff_key($options, [$other => true]);
    }

    /**
     * An option that is a string; null if absent.
     *
     * @param array<mixed> $options
     * @throws \TypeError
     */
    private static function text(array $options, string $name, string $function): ?string
    {
        if (!\array_key_exists($name, $options)) {
            return null;
        }
        $text = $options[$name];

        return \is_string($text) ? $text : throw Arguments::typeError($function, $name, 'of type string', $text);
    }

    /**
     * @param string|array<mixed> $keys
     * @return non-empty-list<string>
     */
    private static function keys(#[\SensitiveParameter] string|array $keys, string $function): array
    {
        if ($keys === '' || $keys === []) {
            throw new \ValueError("$function(): Argument #2 (\$keys) must not be empty");
        }
        $list = [];
        foreach ((array) $keys as $key) {
            if (!\is_string($key)) {
                $type = Arguments::typeName($key);
                throw new \TypeError("$function(): Argument #2 (\$keys) must contain only strings, $type given");
            }
            if ($key === '') {
                throw new \ValueError("$function(): Argument #2 (\$keys) must not contain an empty key");
            }
            $list[] = $key;
        }

        return $list;
    }
}
