<?php

declare(strict_types=1);

namespace Brine\Bench\Console;

use Brine\Bench\Child;
use Brine\Console\Stats\Sample;
use Brine\Console\Store\Missed;
use Brine\Inspector;
use Brine\Internal\NativeSize;
use Brine\Internal\TerminalText;
use Brine\Serializer;

/**
 * The values of a store or file, as native text.
 *
 * @internal
 */
final class OwnValues
{
    /** Approximate limits of bytes, per value and in all: few bytes of an entry can stand for a huge text. */
    private const MAX_TEXT = 1 << 24;
    private const MAX_TEXTS = 1 << 28;

    /** Marks of objects and enum cases in native text. A string that looks like one only excludes its value. */
    private const OBJECT = '/(?:\A|[;{])[COE]:\d+:"/';

    /**
     * @param array<string, list<string>> $texts   native text of each value, by the displayed prefix of its key
     * @param array<string, int>          $leftOut number of values, by reason
     */
    private function __construct(public readonly array $texts, public readonly array $leftOut)
    {
    }

    /**
     * Reads in another process if possible: rows of first calls need a process that has called no serializer.
     *
     * @param \Closure(Missed): iterable<string, string> $entries     data by key
     * @param int                                        $size        most values that are taken
     * @param bool                                       $withObjects whether to take values with objects too
     */
    public static function read(\Closure $entries, Serializer $reader, int $size, bool $withObjects): self
    {
        $read = static function () use ($entries, $reader, $size, $withObjects): array {
            $sample = new Sample($size);
            $missed = new Missed();
            foreach ($sample->pass($entries($missed)) as $_) {
                continue;
            }
            $texts = [];
            $leftOut = $missed->count > 0 ? ['in files or folders that cannot be read' => $missed->count] : [];
            $bytes = 0;
            foreach ($sample->kept as [$key, $data]) {
                $text = self::text($reader, $data, \min(self::MAX_TEXT, self::MAX_TEXTS - $bytes));
                $bytes += \strlen($text ?? '');
                $reason = match (true) {
                    $text === null => 'not readable',
                    $text === '' => 'too large',
                    $withObjects || \preg_match(self::OBJECT, $text) !== 1 => null,
                    default => 'with objects, for which --autoload is needed',
                };
                if ($text !== null && $reason === null) {
                    $texts[TerminalText::shown(Sample::prefix($key))][] = $text;
                } else {
                    $leftOut[$reason] = ($leftOut[$reason] ?? 0) + 1;
                }
            }

            \ksort($leftOut);

            return [$texts, $leftOut];
        };
        [$texts, $leftOut] = Child::isPossible() ? Child::run($read) : $read();
        \ksort($texts);

        return new self($texts, $leftOut);
    }

    /** Null for an unreadable value; empty if the text would exceed the limit. */
    private static function text(Serializer $reader, string $data, int $most): ?string
    {
        if (Inspector::formatOf($data) === 'number') {
            return null;
        }
        try {
            $value = $reader->unserialize($data);

            return NativeSize::isWithin($value, $most) ? \serialize($value) : '';
        } catch (\Throwable) {
            // Hooks may also throw errors.
            return null;
        }
    }
}
