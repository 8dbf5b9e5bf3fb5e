<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\Format;
use Brine\Migration\ProgressBar;
use Brine\Migration\SimpleCacheStore;
use Brine\Migrator;
use Brine\NativeSerializer;
use PHPUnit\Framework\Attributes\TestWith;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\Psr16Cache;
use Symfony\Component\Console\Output\BufferedOutput;

final class ProgressBarTest extends TestCase
{
    #[TestWith([3, ' 3/3 [============================] 100% 1 migrated, 1 failed'])]
    #[TestWith([null, '    3 [============================] 1 migrated, 1 failed'])]
    public function testTheLastLineHasAllEntries(?int $entries, string $expected): void
    {
        $cache = new Psr16Cache(new ArrayAdapter());
        $cache->setMultiple(['done' => 'i:1;', 'json' => '2', 'damaged' => 'x']);
        $store = new SimpleCacheStore($cache, ['done', 'json', 'damaged']);
        $output = new BufferedOutput();
        $migrator = new Migrator($store, new Auto(foreign: Format::Json), new NativeSerializer(), 1);
        $migrator->run(progress: (new ProgressBar($output, $entries))->show(...));
        $lines = \preg_split('/\R/', \trim($output->fetch(), "\n"));
        self::assertIsArray($lines);
        self::assertSame($expected, \end($lines));
    }
}
