<?php

declare(strict_types=1);

namespace Brine\Format;

use Brine\Internal\Arguments;
use Brine\Internal\ReadOptions;

/**
 * What the functions in src/functions.php do, which stand in for those of the extension: arguments and options are
 * checked in the order and with the messages of the extension.
 *
 * @internal
 */
final class Functions
{
    private function __construct()
    {
    }

    /** @param array<mixed> $options */
    public static function unserialize(string $payload, array $options): mixed
    {
        $function = 'brine_unserialize';
        if (!\array_key_exists('open', $options)) {
            return Decoder::run($payload, 0, ReadOptions::parse($options, $function), $function);
        }
        $own = self::split($options, 'open', $function);
        $open = $options['open'];
        if (!$open instanceof \Closure) {
            throw Arguments::typeError($function, 'open', 'of type Closure', $open);
        }
        $decodeOptions = ReadOptions::parse($own, $function);
        $content = $open($payload);
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
        Arguments::checkOptionNames($options, ['context'], $function);
        $context = self::context($options, $function);

        return SignedFrame::sign(Encoder::encode($value), $key, $context);
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
        $context = self::context($options, $function);
        $decodeOptions = ReadOptions::parse($own, $function);
        if (SignedFrame::verify($payload, self::keys($keys, $function), $context) === null) {
            return null;
        }

        return Decoder::run($payload, SignedFrame::PAYLOAD_OFFSET, $decodeOptions, $function);
    }

    /**
     * @param array<mixed> $options
     * @param string       $other an option that the function has beside those of the readers
     * @return array<mixed> those of the readers
     * @throws \ValueError if one is neither
     */
    private static function split(array $options, string $other, string $function): array
    {
        Arguments::checkOptionNames($options, [...ReadOptions::NAMES, $other], $function);

        return \array_diff_key($options, [$other => true]);
    }

    /**
     * @param array<mixed> $options
     * @throws \TypeError
     */
    private static function context(array $options, string $function): string
    {
        $context = \array_key_exists('context', $options) ? $options['context'] : '';
        if (!\is_string($context)) {
            throw Arguments::typeError($function, 'context', 'of type string', $context);
        }

        return $context;
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
