<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

/** stats of a store that somebody has filled to harm it. */
final class StatsHostileTest extends ConsoleTestCase
{
    /** An envelope's content is limited by the envelope's bytes, and each entry is freed before the next one. */
    public function testEnvelopesThatStandForVeryMuch(): void
    {
        $count = 1_000_000;
        $contents = [
            'brine' => "\xC1\x10\xE8\xF0" . \pack('V', $count) . \str_repeat("\xD8", $count),
            'msgpack' => "\xDD" . \pack('N', $count) . \str_repeat("\xC0", $count),
            'native' => "a:$count:{" . \str_repeat('i:0;N;', $count >> 1) . '}',
            'igbinary' => "\0\0\0\2\x16" . \pack('N', $count) . \str_repeat("\6\0\0", $count),
        ];
        $directory = $this->directory();
        foreach ($contents as $format => $content) {
            $envelope = "\xC1\x18\1\0" . \pack('V', \strlen($content)) . \gzcompress($content, 9);
            self::assertLessThan(6000, \strlen($envelope));
            for ($i = 0; $i < 30; ++$i) {
                \file_put_contents("$directory/$format-$i", $envelope);
            }
        }
        \memory_reset_peak_usage();
        $before = \memory_get_usage();
        $found = \json_decode($this->brine(0, 'stats', ['store' => $directory, '--json' => true]), true, 512, \JSON_THROW_ON_ERROR);
        self::assertLessThan(60 << 20, \memory_get_peak_usage() - $before);
        self::assertIsArray($found);
        self::assertSame([120, 120, 90], [$found['entries'], $found['sampled'], $found['unreadable']]);
    }
}
