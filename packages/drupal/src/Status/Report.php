<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

use Drupal\brine\Codec;
use Drupal\brine\UninstallValidator;

/** Contents of the status page and command. */
final class Report
{
    /** Entries per bin that are decoded to estimate sizes. */
    public const SAMPLES = 200;

    public function __construct(private readonly Backends $backends, private readonly Record $record)
    {
    }

    /**
     * Rows of the bins.
     *
     * @return list<array{bin: string, backend: string, entries: int|null, formats: string, strings: int, bytes: int, native: int, brine: int,
     *     compressed: int}> per bin: number of entries, null if unknown; number of strings, which are stored unchanged; total bytes; and estimated
     *     bytes as native text, in Brine's format, and compressed
     */
    public function bins(): array
    {
        $rows = [];
        foreach ($this->backends->bins() as $bin) {
            $rows[] = self::row($bin);
        }

        return $rows;
    }

    /**
     * Further notes.
     *
     * @return list<string>
     */
    public function notes(): array
    {
        $configuration = Codec::current()->configuration();
        $this->record->seePhp();
        $notes = [$configuration->writesNative ? 'Written is native text, as by Drupal itself.' : 'Written is Brine.'];
        foreach ($this->record->php() + ['web' => null, 'command line' => null] as $kind => $php) {
            $notes[] = match (true) {
                $php === null => "PHP of the $kind was not seen yet: have this report made there.",
                $php['brine'] === false => "PHP of the $kind ($php[sapi], $php[php]) has no extension brine: it writes native text, and reads Brine's in PHP.",
                default => "PHP of the $kind ($php[sapi], $php[php]) has the extension brine $php[brine].",
            };
            if (($php['apcu'] ?? null) !== null) {
                $notes[] = "There APCu has apc.serializer = $php[apcu]" . ($php['brine'] !== false && $php['apcu'] !== 'brine' ? ', and could have brine.' : '.');
            }
        }
        $damaged = $this->record->damaged();
        $notes[] = "Entries that could not be read since the last rebuild: $damaged" . ($damaged > 0 ? ' at least; the log names some.' : '.');
        $others = $this->backends->others();
        if ($others !== []) {
            $notes[] = 'Bins without a serializer of Drupal, which are left alone: ' . \implode(', ', $others) . '.';
        }
        $reasons = (new UninstallValidator($this->backends, $this->record))->validate('brine');
        $notes[] = $reasons === [] ? $this->safe() : 'Not safe to uninstall: ' . \implode('; ', $reasons) . '.';

        return $notes;
    }

    private function safe(): string
    {
        $number = ($this->backends->bins()['container'] ?? null)?->foreign() ?? 0;

        return 'Safe to uninstall: every entry is native text' . ($number > 0 ? ", except $number in the bin container, which nobody reads without Brine's settings." : '.');
    }

    /**
     * @return array{bin: string, backend: string, entries: int|null, formats: string, strings: int, bytes: int, native: int, brine: int,
     *     compressed: int}
     */
    private static function row(Bin $bin): array
    {
        $row = ['bin' => $bin->name, 'backend' => $bin->backend, 'entries' => null, 'formats' => '', 'strings' => 0]
            + ['bytes' => 0, 'native' => 0, 'brine' => 0, 'compressed' => 0];
        if ($bin->entries === null) {
            return $row;
        }
        $formats = [];
        $estimate = new Estimate(self::SAMPLES);
        $row['entries'] = 0;
        foreach ($bin->entries as $entry) {
            ++$row['entries'];
            $row['bytes'] += \strlen($entry->bytes);
            $format = $entry->format();
            $formats[$format] = ($formats[$format] ?? 0) + 1;
            $estimate->add($bin->name, $entry);
        }
        $row['strings'] = $formats[Entry::STRING] ?? 0;
        unset($formats[Entry::STRING]);
        \arsort($formats);
        $row['formats'] = \implode(', ', \array_map(static fn (string $format, int $number): string => "$number $format", \array_keys($formats), $formats));

        return \array_merge($row, $estimate->bytes());
    }
}
