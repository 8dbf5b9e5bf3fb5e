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

    private const NAMES = '/pass(?:word|wd|phrase)|secret|api_?key|private_?key|credential|csrf|session_?id|(?:^|_)token$/i';

    private function __construct()
    {
    }

    /** @return list<array{string, string}> the text, and its kind */
    public static function of(Dictionary $dictionary): array
    {
        $found = [];
        $entries = $dictionary->entries();
        $texts = $entries['strings'];
        \array_walk_recursive($entries['arrays'], static function (mixed $value) use (&$texts): void {
            if (\is_string($value)) {
                $texts[] = $value;
            }
        });
        foreach (\array_unique($texts, \SORT_STRING) as $text) {
            foreach (self::PATTERNS as $name => $pattern) {
                if (\preg_match($pattern, $text) === 1) {
                    $found[] = [$text, $name];
                    break;
                }
            }
        }
        foreach ($entries['arrays'] as $array) {
            self::named($array, $found);
        }
        foreach (\array_unique($dictionary->presets()) as $preset) {
            foreach (self::PATTERNS as $name => $pattern) {
                \preg_match_all($pattern, $preset, $matches);
                foreach ($matches[0] as $text) {
                    $found[] = [$text, "$name, in a preset"];
                }
            }
        }

        return $found;
    }

    /**
     * Values under names of secrets.
     *
     * @param array<mixed>                $array
     * @param list<array{string, string}> $found
     */
    private static function named(array $array, array &$found): void
    {
        foreach ($array as $key => $value) {
            if (\is_array($value)) {
                self::named($value, $found);
            } elseif (\is_string($value) && $value !== '' && \is_string($key) && \preg_match(self::NAMES, $key) === 1) {
                $found[] = [$value, "the value of \"$key\""];
            }
        }
    }
}
