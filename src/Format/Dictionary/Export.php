<?php

declare(strict_types=1);

namespace Brine\Format\Dictionary;

/**
 * A dictionary as PHP code, whose arrays OPcache keeps for all processes.
 *
 * @internal
 */
final class Export
{
    /** Changes with what the code holds. */
    private const FORM = 'brine dictionary, export 1';

    private function __construct()
    {
    }

    public static function code(string $bytes, Contents $contents): string
    {
        return "<?php\n\n// A dictionary of Brine, " . \bin2hex($contents->id()) . ". Made by a program.\n\nreturn " . self::literal([
            self::FORM,
            $bytes,
            $contents->hash,
            $contents->strings,
            $contents->shapes,
            $contents->arrays,
            $contents->counts,
            $contents->heights,
            $contents->works,
            $contents->compression,
            $contents->size,
        ]) . ";\n";
    }

    /** @return array{string, Contents}|null bytes and contents; null if it is something else */
    public static function parts(mixed $export): ?array
    {
        if (!\is_array($export) || ($export[0] ?? null) !== self::FORM || \count($export) !== 11) {
            return null;
        }
        /** @var array{string, string, string, list<string>, list<non-empty-list<int|string>>, list<non-empty-array<mixed>>, list<int>, list<int>, array<int, int>, array<int, string>, int} $export */
        return [$export[1], new Contents(...\array_slice($export, 2))];
    }

    private static function literal(mixed $value): string
    {
        if (\is_string($value)) {
            return '"' . \preg_replace_callback(
                '/[^ !#%-\[\]-~]/',
                static fn (array $match): string => \sprintf('\x%02X', \ord($match[0])),
                $value,
            ) . '"';
        }
        if (!\is_array($value)) {
            return \var_export($value, true);
        }
        $isList = \array_is_list($value);
        $elements = [];
        foreach ($value as $key => $element) {
            $elements[] = ($isList ? '' : self::literal($key) . '=>') . self::literal($element);
        }

        return '[' . \implode(',', $elements) . ']';
    }
}
