<?php

declare(strict_types=1);

namespace Brine\Format\Dictionary;

use Brine\Internal\ExactFloats;

/**
 * Writes a dictionary as PHP code, whose arrays OPcache shares between all processes.
 *
 * @internal
 */
final class Export
{
    /** Raised when the form of the code changes. */
    private const FORM = 'brine dictionary, export 2';

    private function __construct()
    {
    }

    public static function code(string $bytes, Contents $contents): string
    {
        $parts = [
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
        ];

        return "<?php\n\n// A dictionary of Brine, " . \bin2hex($contents->id()) . ". Made by a program.\n\nreturn "
            . ExactFloats::during(static fn (): string => self::literal([...$parts, self::digest($parts)])) . ";\n";
    }

    /**
     * Runs the code of a file.
     *
     * @return array{string, Contents}|null bytes and contents; null if the file has something else, or is damaged
     */
    public static function read(string $file): ?array
    {
        try {
            $export = (static fn (): mixed => @include $file)();
        } catch (\Error) {
            // Damaged code fails to parse, or uses undefined names.
            return null;
        }
        if (!\is_array($export) || ($export[0] ?? null) !== self::FORM || \array_pop($export) !== self::digest($export)) {
            return null;
        }
        /** @var array{string, string, string, list<string>, list<non-empty-list<int|string>>, list<non-empty-array<mixed>>, list<int>, list<int>, array<int, int>, array<int, string>, int} $export */
        return [$export[1], new Contents(...\array_slice($export, 2))];
    }

    /**
     * Checksum against damage, since the parts are not checked again. No signature: who can write code needs none.
     *
     * @param array<mixed> $parts
     */
    private static function digest(array $parts): string
    {
        return \hash('xxh128', ExactFloats::during(static fn (): string => \serialize($parts)));
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
