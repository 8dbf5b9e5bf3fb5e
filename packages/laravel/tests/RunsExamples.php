<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

/** Runs code of a page, where a line that ends in "// prints: …" must print that. */
trait RunsExamples
{
    /** @param string|null $code what to run, if it is not the text of the page */
    private static function assertPrintsWhatItSays(string $text, ?string $code = null): void
    {
        \preg_match_all('~// prints: (.*)$~m', $text, $expected);
        self::assertNotSame([], $expected[1]);
        $code ??= $text;
        \ob_start();
        try {
            (static function () use ($code): void {
                eval($code);
            })();
        } finally {
            $output = (string) \ob_get_clean();
        }
        self::assertSame(\implode("\n", $expected[1]) . "\n", $output);
    }
}
