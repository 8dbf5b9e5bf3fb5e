<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Console\Dictionary\SampleSecrets;
use Brine\Console\Dictionary\Suspicions;
use Brine\Console\Doctor\Facts;
use Brine\Console\Failed;
use Brine\Console\File;
use Brine\Console\Stats\Measurement;
use Brine\Console\Stats\Sample;
use Brine\Console\Store\Missed;
use Brine\Console\Store\TakesStore;
use Brine\Console\Text;
use Brine\Console\UsageError;
use Brine\Deflated;
use Brine\Dictionary;
use Brine\Format\Dictionary\Checker;
use Brine\Inspector;
use Brine\Internal\NativeSize;
use Brine\Serializer;
use Brine\Training\Report;
use Brine\Training\Trainer;
use Symfony\Component\Console\Helper\ProgressBar;
use Symfony\Component\Console\Helper\Table;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Trains a dictionary on the entries of a store.
 *
 * @internal
 */
final class TrainCommand extends Command
{
    use TakesStore;

    /** Entries that are timed. */
    private const TIMED = 500;

    protected function configure(): void
    {
        $this->setName('train')
            ->setDescription('Make a dictionary of the entries of a store, or of files')
            ->addArgument('sources', InputArgument::REQUIRED | InputArgument::IS_ARRAY, 'A store, see below, or files with an entry each')
            ->addOption('out', 'o', InputOption::VALUE_REQUIRED, 'The file to write')
            ->addOption('max-bytes', null, InputOption::VALUE_REQUIRED, 'The size of the file at most', '65536')
            ->addOption('min-support', null, InputOption::VALUE_REQUIRED, 'In how many entries a value is at least that the dictionary takes', '4')
            ->addOption('name-support', null, InputOption::VALUE_REQUIRED, 'The same for keys and for names of classes and properties; what consists of their words needs one', '2')
            ->addOption('preset-bytes', null, InputOption::VALUE_REQUIRED, 'The size of a preset dictionary for compression, beyond --max-bytes; 32768 at most', '0')
            ->addOption('sample', null, InputOption::VALUE_REQUIRED, 'Entries that are used at most', '5000')
            ->addOption('max-entry', null, InputOption::VALUE_REQUIRED, 'The size of an entry at most: large ones gain little', '4096')
            ->addStore()
            ->helpWith(
                "One entry in eight is held back, and the report is about these. Everybody who has the dictionary can read what is in it: train it for one\n"
                    . "tenant, and look at it by brine dictionary show. Objects are of use only with the classes of the application, by --autoload.\n\n" . self::STORES,
                [
                    'train --out app.dictionary --autoload vendor/autoload.php redis://localhost' => 'of a store',
                    'train --out app.dictionary --max-bytes 16384 samples/*.bin' => 'of files',
                ],
            );
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $out = self::textOrNull($input, 'out') ?? throw new UsageError('Give the file to write by --out');
        $maxBytes = self::number($input, 'max-bytes', 16) ?? 65536;
        if ($maxBytes > Checker::MAX_SIZE) {
            throw new UsageError('--max-bytes is a number of at most ' . Checker::MAX_SIZE);
        }
        $support = self::number($input, 'min-support', 1) ?? 4;
        $nameSupport = self::number($input, 'name-support', 1) ?? 2;
        $presetBytes = self::number($input, 'preset-bytes', 0) ?? 0;
        if ($presetBytes > Checker::MAX_PRESET) {
            throw new UsageError('--preset-bytes is a number of at most ' . Checker::MAX_PRESET);
        }
        File::demand($out);
        $sample = new Sample(self::number($input, 'sample', 1) ?? 5000);
        $most = self::number($input, 'max-entry', 1) ?? 4096;
        $options = ['allowed_classes' => self::autoload($input)];
        $reader = new Deflated(new Auto(options: $options));
        $missed = new Missed();
        foreach ($sample->pass(self::entries($input, $most, $missed)) as $data) {
            // The sample decides which ones it keeps.
        }
        $trainer = new Trainer(allowedClasses: $options['allowed_classes']);
        $bar = new ProgressBar(self::progress($output), \count($sample->kept) + 1);
        $bar->setFormat(' %current%/%max% [%bar%] %remaining%');
        $unreadable = 0;
        $secrets = new SampleSecrets();
        foreach ($sample->kept as [$key, $data]) {
            $bar->advance();
            try {
                $value = $reader->unserialize($data);
                if (NativeSize::isInProportion($value, \strlen($data))) {
                    $trainer->add($value, Sample::prefix($key));
                    $secrets->add($value);
                } else {
                    ++$unreadable;
                }
            } catch (\Throwable) {
                ++$unreadable;
            }
        }
        $missed->report(self::errors($output));
        if ($trainer->count() < 2 * $support) {
            throw new Failed("Only {$trainer->count()} different entries of $sample->entries are read ($unreadable are not), too few for a dictionary");
        }
        $dictionary = $trainer->train($maxBytes, $support, $presetBytes, $nameSupport);
        $report = $trainer->report($dictionary);
        $bar->clear();
        self::write($output, $dictionary->bytes(), $out, true);
        $output->writeln('<info>' . self::shown($out) . "</info>: dictionary {$dictionary->id()}, " . Text::bytes(\strlen($dictionary->bytes()))
            . ", of {$trainer->count()} different entries" . ($unreadable > 0 ? "; <comment>$unreadable not read</comment>" : ''));
        self::report($output, $report);
        self::times($output, $dictionary, $reader, $sample, $options);

        $found = self::suspicions($output, $dictionary, $secrets);
        self::next($output, [
            'dictionary show ' . self::quoted($out) => 'look at what is in it, before anybody gets it',
            'dictionary store ' . self::quoted($out) . ' DIRECTORY' => 'put it into the directory of the application, as ID.dictionary and as ID.php for OPcache',
        ]);
        self::errors($output)->writeln('Then ship the directory to each host that reads: new Brine\Dictionary\Directory(…), and brine.dictionaries in php.ini. Only then give it to the writer: '
            . "new Brine\\BrineSerializer(dictionary: Brine\\Dictionary\\Directory::open('DIRECTORY/{$dictionary->id()}.php')).");

        return $found || $missed->count > 0 ? self::FOUND : self::SUCCESS;
    }

    /** @return \Generator<string, string> data by key */
    private static function entries(InputInterface $input, int $most, Missed $missed): \Generator
    {
        foreach (self::texts($input, 'sources') as $source) {
            $entries = self::isStore($source) ? Inspector::walk(self::openStore($input, $source), received: $missed->receive(...)) : [\basename($source) => self::read($source)];
            foreach ($entries as $key => $data) {
                if (\strlen($data) <= $most) {
                    yield (string) $key => $data;
                }
            }
        }
    }

    private static function report(OutputInterface $output, Report $report): void
    {
        $groups = $report->groups();
        if ($groups === []) {
            return;
        }
        $output->writeln("\nEntries that it has not seen:\n");
        $table = new Table($output);
        $table->setStyle('compact')->setHeaders(['prefix', 'entries', 'bytes', 'with it', '', 'entries smaller']);
        $sums = [0, 0];
        foreach ($groups as $label => $group) {
            $table->addRow([
                self::shown((string) $label, 40), \number_format($group['samples']), \number_format($group['bytes']), \number_format($group['withDictionary']),
                Text::percent($group['withDictionary'], $group['bytes']), (string) $group['smaller'],
            ]);
            $sums = [$sums[0] + $group['bytes'], $sums[1] + $group['withDictionary']];
        }
        $table->addRow(['all', '', \number_format($sums[0]), \number_format($sums[1]), Text::percent($sums[1], $sums[0]), '']);
        $table->render();
    }

    /**
     * Times the extension's decoding of sampled entries, with and without the dictionary.
     *
     * @param array{allowed_classes: bool} $options for reading the entries
     */
    private static function times(OutputInterface $output, Dictionary $dictionary, Serializer $reader, Sample $sample, array $options): void
    {
        if (!Facts::here()->dictionaries) {
            $output->writeln("\nTimes are not measured: no loaded extension reads dictionaries.");

            return;
        }
        $dictionary->load();
        $with = new BrineSerializer($options, $dictionary);
        $without = new BrineSerializer($options);
        $times = [0.0, 0.0];
        foreach (\array_slice($sample->kept, 0, self::TIMED) as [, $data]) {
            try {
                $value = $reader->unserialize($data);
                $payloads = [$without->serialize($value), $with->serialize($value)];
                $times[0] += Measurement::time(static fn (): mixed => $without->unserialize($payloads[0]));
                $times[1] += Measurement::time(static fn (): mixed => $with->unserialize($payloads[1]));
            } catch (\Throwable) {
                // These are also excluded from the dictionary.
            }
        }
        $output->writeln(\sprintf("\nDecoding takes %s of the time without it (entries of the sample, the least of three runs each).", Text::percent($times[1], $times[0])));
    }

    private static function suspicions(OutputInterface $output, Dictionary $dictionary, SampleSecrets $secrets): bool
    {
        $found = Suspicions::of($dictionary, $secrets->found);
        foreach (\array_slice($found, 0, 10) as [$text, $name]) {
            $output->writeln('<error>' . self::shown($text, 60) . '</error> looks like ' . self::shown($name, 60));
        }
        if ($found !== []) {
            $output->writeln('<comment>' . (\count($found) === 1 ? 'One thing looks as if it' : \count($found) . ' things look as if they') . ' should not be in a dictionary.</comment> Everybody who has it can read it.');
        }

        return $found !== [];
    }
}
