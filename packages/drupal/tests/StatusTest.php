<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\brine\Controller\StatusController;
use Drupal\brine\Damage;
use Drupal\brine\Drush\Commands\BrineCommands;
use Drupal\brine\Hook\BrineHooks;
use Drupal\brine\Status\Backends;
use Drupal\brine\Status\DatabaseEntries;
use Drupal\brine\Status\Record;
use Drupal\brine\Status\Report;
use Drupal\brine\TolerantFactory;
use Drupal\brine\UninstallValidator;
use Drupal\Core\Cache\Cache;
use Drupal\Core\Extension\Requirement\RequirementSeverity;
use Symfony\Component\Console\Output\BufferedOutput;

final class StatusTest extends BackendTestCase
{
    private const VALUE = ['title' => 'A title', 'body' => 'some words, some words, some words'];

    private Backends $backends;
    private Record $record;
    private Report $report;

    protected function setUp(): void
    {
        parent::setUp();
        $this->record = new Record($this->keyValues);
        $this->backends = new Backends($this->container, ['cache.backend.database']);
        $this->report = new Report($this->backends, $this->record);
        $this->container->set('brine.report', $this->report);
        Cache::$bins = ['default' => $this->factory->get('default')];
    }

    public function testABinIsCountedByFormat(): void
    {
        $backend = $this->factory->get('default');
        for ($i = 0; $i < 120; ++$i) {
            $backend->set("entry $i", self::VALUE);
        }
        $backend->set('string', 'abc');
        $this->put('native', \serialize(self::VALUE));
        $this->put('gz', (string) \gzcompress((string) \igbinary_serialize(self::VALUE)));
        $this->put('broken', 'broken');
        $native = \strlen(\serialize(self::VALUE));
        $brine = \strlen(\brine_serialize(self::VALUE));
        $rows = $this->report->bins();
        self::assertCount(1, $rows);
        $row = $rows[0];
        self::assertSame('default', $row['bin']);
        self::assertSame('cache.backend.database', $row['backend']);
        self::assertSame(124, $row['entries']);
        self::assertSame(1, $row['strings']);
        self::assertSame('120 brine, 1 unreadable, 1 zlib, 1 native', $row['formats']);
        self::assertSame(120 * $brine + 3 + $native + \strlen((string) \gzcompress((string) \igbinary_serialize(self::VALUE))) + 6, $row['bytes']);
        // All 123 are within the sample: the sizes are exact.
        self::assertSame(122 * $native + 6 + 3, $row['native']);
        self::assertSame(122 * $brine + 6 + 3, $row['brine']);
    }

    /** Names that are blobs, as Drupal writes none, are greater than all texts in SQLite. The count of such a bin is wrong, and has an end. */
    public function testNamesThatAreBlobsComeToAnEnd(): void
    {
        $this->factory->get('default');
        for ($i = 0; $i < 60; ++$i) {
            $this->database->query('INSERT INTO cache_default VALUES (CAST(:cid AS BLOB), :data, 1)', [':cid' => "blob $i", ':data' => \serialize($i)]);
        }
        $count = 0;
        foreach (new DatabaseEntries($this->database, 'cache_default') as $ignored) {
            if (++$count > 500) {
                break;
            }
        }
        self::assertSame(100, $count);
    }

    public function testALargeBinIsEstimated(): void
    {
        $backend = $this->factory->get('default');
        for ($i = 0; $i < 2 * Report::SAMPLES; ++$i) {
            $backend->set(\sprintf('entry %04d', $i), self::VALUE);
        }
        $row = $this->report->bins()[0];
        self::assertSame(2 * Report::SAMPLES, $row['entries']);
        self::assertSame(2 * Report::SAMPLES * \strlen(\serialize(self::VALUE)), $row['native']);
    }

    public function testSignedEntriesAreLookedInto(): void
    {
        self::configure(['sign_keys' => ['secret of a test']]);
        $this->factory->get('default')->set('it', self::VALUE);
        $row = $this->report->bins()[0];
        self::assertSame('1 signed', $row['formats']);
        self::assertSame(\strlen(\brine_serialize(self::VALUE)), $row['brine']);
    }

    /** For an unknown backend, only the bin is shown. */
    public function testAnotherBackendIsNotLookedInto(): void
    {
        $factory = new TolerantFactory(new FixedFactory(new EmptyBackend()));
        $this->container->set('cache.backend.other', $factory);
        $factory->get('far');
        $bins = (new Backends($this->container, ['cache.backend.other']))->bins();
        self::assertSame(['far'], \array_keys($bins));
        self::assertNull($bins['far']->entries);
        $row = (new Report(new Backends($this->container, ['cache.backend.other']), $this->record))->bins()[0];
        self::assertNull($row['entries']);
    }

    public function testUninstallingIsSafeWithNativeTextAlone(): void
    {
        $validator = new UninstallValidator($this->backends, $this->record);
        self::assertSame([], $validator->validate('another module'));
        $this->factory->get('default')->set('it', self::VALUE);
        self::assertSame(["Set \$settings['brine']['write'] = 'native' in settings.php, and rebuild the caches"], $validator->validate('brine'));
        self::configure(['write' => 'native']);
        self::assertSame(["Rebuild the caches: they were not since \$settings['brine']['write'] = 'native' was set"], $validator->validate('brine'));
        $hooks = new BrineHooks($this->record, $this->backends);
        $hooks->rebuild();
        self::assertSame(['The cache bin default has entries that are no native text (1): rebuild the caches'], $validator->validate('brine'));
        $this->factory->get('default')->deleteAll();
        $this->factory->get('default')->set('it', self::VALUE);
        $this->factory->get('default')->set('text', "\xc1\x10");
        self::assertSame([], $validator->validate('brine'));
        self::assertContains('Safe to uninstall: every entry is native text.', $this->report->notes());
        self::configure([]);
        $hooks->rebuild();
        self::configure(['write' => 'native']);
        self::assertCount(1, $validator->validate('brine'));
    }

    /** A rebuild leaves the containers of other lists of services alone. */
    public function testContainersOfOtherSettingsAreNamed(): void
    {
        $container = $this->factory->get('container');
        $container->set('container:of another list', self::VALUE);
        self::configure(['write' => 'native']);
        (new BrineHooks($this->record, $this->backends))->rebuild();
        $container->set('container:native', self::VALUE);
        self::assertSame(['container', '1 native, 1 brine'], [$this->report->bins()[0]['bin'], $this->report->bins()[0]['formats']]);
        self::assertContains("Safe to uninstall: every entry is native text, except 1 in the bin container, which nobody reads without Brine's settings.", $this->report->notes());
        $container->delete('container:of another list');
        self::assertContains('Safe to uninstall: every entry is native text.', $this->report->notes());
    }

    /** Drupal 11.4 has such a bin: after uninstalling, Drupal could not read its entries unless they are native text. */
    public function testABinThatDrupalDoesNotEmpty(): void
    {
        $this->container->set('cache_factory', $this->factory);
        $backends = new Backends($this->container, ['cache.backend.database'], ['lasting']);
        self::assertSame(['default', 'lasting'], \array_keys($backends->bins()));
        $validator = new UninstallValidator($backends, $this->record);
        $hooks = new BrineHooks($this->record, $backends);
        $bin = $this->factory->get('lasting');
        $default = $this->factory->get('default');
        $bin->set('it', self::VALUE);
        $default->set('it', self::VALUE);
        // A rebuild without changes leaves it alone, and Drupal itself empties the others.
        $hooks->rebuild();
        self::assertSame([true, true], [$bin->get('it') !== false, $default->get('it') !== false]);
        self::configure(['write' => 'native']);
        $hooks->rebuild();
        self::assertSame([false, true], [$bin->get('it') !== false, $default->get('it') !== false]);
        $default->deleteAll();
        self::assertSame([], $validator->validate('brine'));
        // A process that had begun before writes once more.
        self::configure([]);
        $bin->set('it', self::VALUE);
        self::configure(['write' => 'native']);
        self::assertSame(['The cache bin lasting has entries that are no native text (1): rebuild the caches'], $validator->validate('brine'));
        $hooks->rebuild();
        self::assertSame([], $validator->validate('brine'));
        // New entries are signed; later no more.
        foreach ([[], ['sign_keys' => ['secret of a test']], []] as $settings) {
            $bin->set('it', self::VALUE);
            self::configure($settings);
            $hooks->rebuild();
            self::assertFalse($bin->get('it'));
        }
        self::assertSame([], $this->log->lines);
    }

    /** Other backends keep their entries. */
    public function testABinOfAnotherBackendIsNotEmptied(): void
    {
        $other = self::factoryOf($this->database);
        $this->container->set('cache_factory', $other);
        $backends = new Backends($this->container, ['cache.backend.database'], ['lasting']);
        $other->get('lasting')->set('it', self::VALUE);
        self::assertSame(['default'], \array_keys($backends->bins()));
        self::configure(['write' => 'native']);
        (new BrineHooks($this->record, $backends))->rebuild();
        self::assertNotFalse($other->get('lasting')->get('it'));
    }

    public function testTheReportTellsOfDamageUntilTheNextRebuild(): void
    {
        $this->put('it', 'broken');
        $this->factory->get('default')->get('it');
        Damage::log();
        self::assertContains('Entries that could not be read since the last rebuild: 1 at least; the log names some.', $this->report->notes());
        $hooks = new BrineHooks($this->record, $this->backends);
        $requirements = $hooks->runtimeRequirements();
        self::assertSame(RequirementSeverity::Warning, $requirements['brine']['severity']);
        $hooks->rebuild();
        self::assertContains('Entries that could not be read since the last rebuild: 0.', $this->report->notes());
        self::assertSame(RequirementSeverity::OK, $hooks->runtimeRequirements()['brine']['severity']);
    }

    public function testTheExtensionIsToldOfWebAndCommandLine(): void
    {
        $version = \phpversion('brine');
        $notes = $this->report->notes();
        self::assertContains('PHP of the command line (cli, ' . \PHP_VERSION . ") has the extension brine $version.", $notes);
        self::assertContains('PHP of the web was not seen yet: have this report made there.', $notes);
        $this->keyValues->store->values['php.web'] = ['sapi' => 'fpm-fcgi', 'php' => '8.2.1', 'brine' => false, 'apcu' => 'php'];
        $notes = $this->report->notes();
        self::assertContains("PHP of the web (fpm-fcgi, 8.2.1) has no extension brine: it writes native text, and reads Brine's in PHP.", $notes);
        self::assertContains('There APCu has apc.serializer = php.', $notes);
        self::assertSame(RequirementSeverity::Warning, (new BrineHooks($this->record, $this->backends))->runtimeRequirements()['brine']['severity']);
        $this->keyValues->store->values['php.web'] = ['sapi' => 'fpm-fcgi', 'php' => '8.2.1', 'brine' => '1.0', 'apcu' => 'php'];
        self::assertContains('There APCu has apc.serializer = php, and could have brine.', $this->report->notes());
    }

    public function testThePageAndTheCommandShowTheSame(): void
    {
        $this->factory->get('default')->set('it', self::VALUE);
        $page = StatusController::create($this->container)->page();
        self::assertIsArray($page['bins']);
        self::assertIsArray($page['bins']['#rows']);
        self::assertIsArray($page['bins']['#rows'][0]);
        self::assertSame(['default', 'cache.backend.database', 1, '1 brine', 0], \array_slice($page['bins']['#rows'][0], 0, 5));
        $output = new BufferedOutput();
        $command = BrineCommands::create($this->container);
        $command->setOutput($output);
        $command->status();
        $lines = \explode("\n", $output->fetch());
        self::assertMatchesRegularExpression('/^default +1 +0 +\d+ +\d+ +\d+ +\d+  1 brine \(cache\.backend\.database\)$/', $lines[1]);
        self::assertSame('Written is Brine.', $lines[2]);
    }
}
