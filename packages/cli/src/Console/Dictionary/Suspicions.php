<?php

declare(strict_types=1);

namespace Brine\Console\Dictionary;

use Brine\Dictionary;

/**
 * Guesses which parts of a dictionary may be private. It can miss some.
 *
 * @internal
 */
final class Suspicions
{
    private const PATTERNS = [
        'an e-mail address' => '/[\w.+-]+@[\w-]+\.[\w.]+/',
        'an address of a network' => '/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/',
        'a long number' => '/\d{9,}/',
        'a token' => '/(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9_-]{24,}|[0-9a-f]{16,}/',
        'a URL with a password' => '~://[^/\s:@]+:[^/\s@]+@~',
    ];

    private const NAMES = '/pass(?:word|wd|phrase|code)|\bpwd\b|secret|(?:api|access|private|signing)_?key|credential|csrf|session_?id|token$/i';

    /** Bytes of the shortest secret that is searched for in a preset. */
    private const LEAST_IN_PRESET = 6;

    private function __construct()
    {
    }

    /** Whether the name of a key or property suggests a secret. */
    public static function isName(string $name): bool
    {
        return \preg_match(self::NAMES, $name) === 1;
    }

    /**
     * @param array<array-key, string>|null $secrets names of secrets in the samples, by their values; null if the samples are unknown, so that only
     *     names in the dictionary can reveal secrets
     * @return list<array{string, string}> the text, and its kind
     */
    public static function of(Dictionary $dictionary, ?array $secrets = null): array
    {
        $found = [];
        $entries = $dictionary->entries();
        $texts = $entries['strings'];
        \array_walk_recursive($entries['arrays'], static function (mixed $value) use (&$texts): void {
            if (\is_string($value)) {
                $texts[] = $value;
            }
        });
        if ($secrets === null) {
            self::names($entries, $found);
        }
        foreach (\array_unique($texts, \SORT_STRING) as $text) {
            if (isset($secrets[$text])) {
                $found[] = [$text, "the value of \"$secrets[$text]\""];
                continue;
            }
            foreach (self::PATTERNS as $name => $pattern) {
                if (\preg_match($pattern, $text) === 1) {
                    $found[] = [$text, $name];
                    break;
                }
            }
        }
        foreach ($entries['arrays'] as $array) {
            self::named($array, $secrets ?? [], $found);
        }
        foreach (\array_unique($dictionary->presets()) as $preset) {
            foreach (self::PATTERNS as $name => $pattern) {
                \preg_match_all($pattern, $preset, $matches);
                foreach ($matches[0] as $text) {
                    $found[] = [$text, "$name, in a preset"];
                }
            }
            foreach ($secrets ?? [] as $text => $name) {
                // A short one may come from anywhere.
                if (\strlen((string) $text) >= self::LEAST_IN_PRESET && \str_contains($preset, (string) $text)) {
                    $found[] = [(string) $text, "the value of \"$name\", in a preset"];
                }
            }
        }

        return $found;
    }

    /**
     * Finds names of secrets. A string of a dictionary has no key, so any string that is not a name may be the secret.
     *
     * @param array{strings: list<string>, shapes: list<list<int|string>>, arrays: list<array<mixed>>} $entries
     * @param list<array{string, string}>                                                              $found
     */
    private static function names(array $entries, array &$found): void
    {
        $names = [];
        foreach ($entries['shapes'] as $shape) {
            // For objects, the class precedes the names.
            foreach (\array_slice($shape, $shape[0] === 0 ? 1 : 2) as $name) {
                $names[(string) $name] = true;
            }
        }
        $values = \array_filter($entries['strings'], static fn (string $string): bool => !isset($names[$string]) && !self::isName($string));
        foreach (\array_keys($values === [] ? [] : $names) as $name) {
            if (self::isName((string) $name)) {
                $found[] = [(string) $name, 'the key of a secret, which may be among the strings'];
            }
        }
    }

    /**
     * Values under names of secrets.
     *
     * @param array<mixed>                $array
     * @param array<array-key, string>    $told  values that were already reported
     * @param list<array{string, string}> $found
     */
    private static function named(array $array, array $told, array &$found): void
    {
        foreach ($array as $key => $value) {
            if (\is_array($value)) {
                self::named($value, $told, $found);
            } elseif ((\is_string($value) || \is_int($value)) && $value !== '' && \is_string($key) && self::isName($key) && !isset($told[$value])) {
                $found[] = [(string) $value, "the value of \"$key\""];
            }
        }
    }
}
