<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

/** The report as lines of text. */
final class TextReport
{
    public static function of(Report $report): string
    {
        $text = \sprintf(self::FORMAT, 'bin', 'entries', 'strings', 'bytes', 'native', 'brine', 'compressed', 'formats (backend)');
        foreach ($report->bins() as $row) {
            $text .= \sprintf(
                self::FORMAT,
                $row['bin'],
                $row['entries'] ?? 'unknown',
                $row['strings'],
                $row['bytes'],
                $row['native'],
                $row['brine'],
                $row['compressed'],
                "$row[formats] ($row[backend])",
            );
        }

        return $text . \implode("\n", $report->notes()) . "\n";
    }

    private const FORMAT = "%-24s %8s %8s %10s %10s %10s %10s  %s\n";
}
