<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use PHPUnit\Framework\TestCase;

/** The recipe of docs/migrating.md: the hosts of a fleet change how they write a shared cache, and back, one after the other, without a miss. */
final class RollOutTest extends TestCase
{
    use RunsPhp;

    public function testACacheSurvivesTheWayToBrineAndBack(): void
    {
        $steps = [
            ['old', 'old'], ['between', 'old'], ['between', 'between'], ['new', 'between'], ['new', 'new'],
            ['between', 'new'], ['between', 'between'], ['old', 'between'], ['old', 'old'],
        ];
        $file = (string) \tempnam(\sys_get_temp_dir(), 'brine-cache-');
        try {
            $expected = [];
            foreach ($steps as $step => [$first, $second]) {
                foreach ([$first, $second, $first] as $i => $host) {
                    self::assertSame(\json_encode($expected), $this->use($host, $file, "$step.$i"), "step $step");
                    $expected[] = "$step.$i";
                }
            }
        } finally {
            \unlink($file);
        }
    }

    /** A host of the new kind has the extension where the tests have it, and the one in between has not got it yet. */
    private function use(string $host, string $file, string $step): string
    {
        $extensions = $host === 'new' && \extension_loaded('brine') ? ['brine'] : [];

        return self::runPhp('cache_host.php', [], $extensions, $host, $file, $step);
    }
}
