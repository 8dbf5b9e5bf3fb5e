<?php

declare(strict_types=1);

namespace Brine\Bench\Console;

use Brine\Auto;
use Brine\Bench\Against;
use Brine\Bench\Builds;
use Brine\Bench\Catalog;
use Brine\Bench\Corpus;
use Brine\Bench\Html\Page;
use Brine\Bench\MessagePack\Settings;
use Brine\Bench\Method;
use Brine\Bench\Processes;
use Brine\Bench\Result\Changes;
use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Environment;
use Brine\Bench\Result\InvalidResult;
use Brine\Bench\Result\ResultFile;
use Brine\Bench\Result\TextReport;
use Brine\Bench\Selection;
use Brine\Bench\Serializer;
use Brine\Bench\Table;
use Brine\Bench\Tables\WorkloadTable;
use Brine\Console\Command\Command;
use Brine\Console\Failed;
use Brine\Console\File;
use Brine\Console\Store\Missed;
use Brine\Console\Store\TakesStore;
use Brine\Console\UsageError;
use Brine\Deflated;
use Brine\Inspector;
use Brine\Internal\TerminalText;
use InvalidArgumentException;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Measures serializers side by side.
 *
 * @internal
 */
final class BenchCommand extends Command
{
    use TakesStore;

    protected function configure(): void
    {
        $this->setName('bench')
            ->setDescription('Measure Brine beside other serializers')
            ->addOption('only', null, InputOption::VALUE_REQUIRED, 'Tables and rows, with commas between them; "*" stands for any part of a row\'s name')
            ->addOption('list', null, InputOption::VALUE_NONE, 'List tables and rows')
            ->addOption('rounds', null, InputOption::VALUE_REQUIRED, 'Samples of each serializer (9; with --quick 3)')
            ->addOption('processes', null, InputOption::VALUE_REQUIRED, 'Fresh processes that the rounds of tables of values are divided between (5; with --quick or --from 1)')
            ->addOption('sample-ms', null, InputOption::VALUE_REQUIRED, 'Milliseconds that a sample takes at least (10; with --quick 2)')
            ->addOption('quick', null, InputOption::VALUE_NONE, 'Less exact, in less than two minutes')
            ->addOption('encode', null, InputOption::VALUE_REQUIRED, 'fresh: each copy of a value is encoded once; warm: one copy again and again; by default values of caches are fresh')
            ->addOption('serializers', null, InputOption::VALUE_REQUIRED, 'Only these, with commas between them')
            ->addOption('baseline', null, InputOption::VALUE_REQUIRED, 'The serializer that ratios are to (igbinary)')
            ->addOption('against', null, InputOption::VALUE_REQUIRED, 'In a checkout of Brine: compare its build with that of a commit')
            ->addOption('from', null, InputOption::VALUE_REQUIRED, 'Measure your own values: a store, a directory or a file')
            ->addOption('sample', null, InputOption::VALUE_REQUIRED, 'With --from: how many values are taken', '1000')
            ->addStore()
            ->addArgument('files', InputArgument::IS_ARRAY, 'With --compare: two files of --json')
            ->addOption('compare', null, InputOption::VALUE_NONE, 'Tell what differs between two files of --json by more than their samples do')
            ->addOption('json', null, InputOption::VALUE_OPTIONAL, 'Write JSON with all samples: to a file, or without one instead of the text', false)
            ->addOption('tests', null, InputOption::VALUE_REQUIRED, 'Table msgpack: cases, with commas between them, those with "-" before them left out; @slow, @pecl_comp, @bin, @ext, @arrays; /regex/ (-@slow)')
            ->addOption('targets', null, InputOption::VALUE_REQUIRED, 'Table msgpack: pure_p,pure_u,pecl_p,pecl_u,brine_p,brine_u,classes_p,classes_u … packs or unpacks (all)')
            ->addOption('iterations', null, InputOption::VALUE_REQUIRED, 'Table msgpack: calls that a sample makes, in place of its time')
            ->addOption('duration', null, InputOption::VALUE_REQUIRED, 'Table msgpack: seconds that a sample takes at least')
            ->addOption('html', null, InputOption::VALUE_REQUIRED, 'Write the report as one page with charts, too')
            ->addOption('result', null, InputOption::VALUE_REQUIRED, 'Report what a file of --json has, and measure nothing')
            ->helpWith(
                'Every value goes through each serializer and back first; what does not survive is named and left out. It reports and judges nothing: the exit '
                . "code is 1 only where a value does not survive Brine, and with --compare where something has changed.\n\n" . self::STORES . "\n  a file                                        with one value",
                [
                    'bench' => 'everything',
                    'bench --only mixed --quick' => 'what a request does, in a few seconds',
                    "bench --only 'rowset_*,mixed' --json a.json" => 'some rows, with all samples',
                    'bench --from redis://localhost --autoload vendor/autoload.php' => 'the values of your own cache',
                    'bench --html report.html' => 'everything, and a page to read it',
                    'bench --result a.json --html report.html' => 'a page of an earlier run',
                    'bench --compare a.json b.json' => 'what has changed between two runs',
                ],
            );
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        if (self::isSet($input, 'compare')) {
            return self::compare($input, $output);
        }
        if (self::texts($input, 'files') !== []) {
            throw new UsageError('Files are given with --compare; one\'s own values by --from');
        }
        $result = self::textOrNull($input, 'result');
        if ($result !== null) {
            return self::reported($input, $output, self::result($result));
        }
        $method = self::method($input, $output);
        $tables = self::tables($input, $method);
        $unknown = $method->selection->unknown($tables);
        if ($unknown !== []) {
            throw new UsageError('There is no table and no row ' . \implode(', ', $unknown) . ': see brine bench --list');
        }
        if (self::isSet($input, 'list')) {
            foreach ($tables as $table) {
                foreach ($method->selection->of($table) as $row) {
                    $output->writeln($table->id() . '  ' . TerminalText::shown($row), OutputInterface::OUTPUT_RAW);
                }
            }

            return self::SUCCESS;
        }

        // Fail before a run that may take an hour.
        foreach ([self::textOrNull($input, 'html'), self::textOrNull($input, 'json')] as $path) {
            if ($path !== null && $path !== '-') {
                File::demand($path);
            }
        }

        if (\extension_loaded('brine_igbinary')) {
            // With its format brine, Brine would be compared with itself.
            \ini_set('igbinary.format', 'igbinary');
            $method->miss('the extension igbinary', "Brine's extension is in its place, and measured as " . Serializer::shown('igbinary'));
        }
        $load = Environment::load();
        $doubt = Environment::doubt($load, Environment::processors());
        if ($doubt !== null) {
            // Printed now so that the user can stop the run; the report repeats it.
            self::progress($output)->writeln("<comment>$doubt.</comment>");
        }

        return self::reported($input, $output, self::measured($method, $tables, self::textOrNull($input, 'against'), $load));
    }

    /** Writes the requested reports. */
    private static function reported(InputInterface $input, OutputInterface $output, ResultFile $file): int
    {
        $html = self::textOrNull($input, 'html');
        if ($html !== null) {
            self::write($output, Page::of($file), $html, false);
        }
        $json = $input->getOption('json');
        if (\is_string($json) && $json !== '-') {
            self::writeJson($json, $file);
        }
        $json === null || $json === '-' ? self::json($output, $file->data()) : self::report($output, TextReport::of($file));

        return self::survives($file) ? self::SUCCESS : self::FOUND;
    }

    private static function result(string $name): ResultFile
    {
        try {
            return ResultFile::read(self::read($name), $name);
        } catch (InvalidResult $error) {
            throw new UsageError($error->getMessage(), 0, $error);
        }
    }

    /** @return list<Table> */
    private static function tables(InputInterface $input, Method $method): array
    {
        $from = self::textOrNull($input, 'from');
        if ($from === null) {
            $corpus = Corpus::open();
            if ($corpus === null) {
                $method->miss('real caches', 'there is no corpus in ' . Corpus::directory());
            }

            return Catalog::tables($corpus, self::messagePack($input));
        }
        $withObjects = self::autoload($input);
        $store = !\str_contains($from, '://') && \is_file($from) ? null : self::openStore($input, $from);
        $entries = static fn (Missed $missed): iterable => $store === null ? [\basename($from) => self::read($from)] : Inspector::walk($store, received: $missed->receive(...));
        $reader = new Deflated(new Auto(options: ['allowed_classes' => $withObjects]));
        $method->progress('reading ' . self::masked($from));
        $values = OwnValues::read($entries, $reader, self::number($input, 'sample', 1) ?? 1000, $withObjects);
        foreach ($values->leftOut as $reason => $count) {
            $method->miss("values $reason", (string) $count);
        }

        return $values->texts !== [] ? Catalog::own($values->texts, $withObjects) : throw new Failed('No value of ' . self::masked($from) . ' can be measured' . self::reasons($values));
    }

    private static function reasons(OwnValues $values): string
    {
        $text = '';
        foreach ($values->leftOut as $reason => $count) {
            $text .= ($text === '' ? ': ' : ', ') . "$count $reason";
        }

        return $text;
    }

    private static function compare(InputInterface $input, OutputInterface $output): int
    {
        $names = self::texts($input, 'files');
        if (\count($names) !== 2) {
            throw new UsageError('--compare takes two files of --json');
        }
        $changes = new Changes(...\array_map(self::result(...), $names));
        self::report($output, \implode("\n", [...$changes->missing, ...$changes->lines, \count($changes->lines) . ' changed']));

        return $changes->lines === [] ? self::SUCCESS : self::FOUND;
    }

    /** @param list<Table> $tables */
    private static function measured(Method $method, array $tables, ?string $commit, float $load): ResultFile
    {
        \ini_set('memory_limit', '-1');
        $wanted = \array_values(\array_filter($tables, static fn (Table $table): bool => $method->selection->of($table) !== []));
        if ($commit !== null) {
            Builds::isCheckout() || throw new UsageError('--against needs a checkout of Brine, with its extension built');
            $results = (new Against($method, $commit))->measure($wanted);
        } else {
            $values = \array_values(\array_filter($wanted, static fn (Table $table): bool => $table instanceof WorkloadTable));
            $divided = $values === [] ? [] : Processes::of($method)?->measure($values) ?? [];
            $results = \array_map(static fn (Table $table): Comparison => $divided[$table->id()] ?? $table->measure($method), $wanted);
        }
        $method->progress('');

        return new ResultFile(Environment::now($method, $load), $results);
    }

    private static function method(InputInterface $input, OutputInterface $output): Method
    {
        $quick = self::isSet($input, 'quick');
        $only = self::textOrNull($input, 'only');
        $serializers = self::textOrNull($input, 'serializers');
        $names = $serializers === null ? null : \explode(',', $serializers);
        $baseline = self::textOrNull($input, 'baseline');
        foreach ([...($names ?? []), ...($baseline === null ? [] : [$baseline])] as $name) {
            \in_array($name, Serializer::names(), true) || throw new UsageError("There is no serializer $name. There are " . \implode(', ', Serializer::names()));
        }
        $errors = self::errors($output);

        $rounds = self::number($input, 'rounds', 1) ?? ($quick ? 3 : 9);
        $isAlone = $quick || self::textOrNull($input, 'from') !== null || self::textOrNull($input, 'against') !== null || !Processes::arePossible();

        return new Method(
            $rounds,
            self::number($input, 'sample-ms', 1) ?? ($quick ? 2 : 10),
            $quick,
            match (self::oneOf($input, 'encode', ['fresh', 'warm'])) {
                'fresh' => true,
                'warm' => false,
                default => null,
            },
            $names,
            $baseline,
            new Selection($only === null ? [] : \explode(',', $only)),
            $errors->isDecorated() ? static fn (string $text) => $errors->write("\r\e[K" . TerminalText::shown($text, 70), false, OutputInterface::OUTPUT_RAW) : null,
            processes: $isAlone ? 1 : \min($rounds, self::number($input, 'processes', 1) ?? 5),
            firstRound: (int) \getenv(Processes::FIRST_ROUND),
        );
    }

    /** @throws UsageError if an option or variable is invalid */
    private static function messagePack(InputInterface $input): Settings
    {
        $options = [];
        foreach (Settings::OPTIONS as $name) {
            $options[$name] = self::textOrNull($input, $name);
        }
        try {
            return Settings::of($options, \getenv());
        } catch (InvalidArgumentException $e) {
            throw new UsageError($e->getMessage());
        }
    }

    private static function report(OutputInterface $output, string $text): void
    {
        foreach (\explode("\n", \rtrim($text)) as $line) {
            $output->writeln(TerminalText::shown($line), OutputInterface::OUTPUT_RAW);
        }
    }

    private static function writeJson(string $path, ResultFile $file): void
    {
        $json = \json_encode($file->data(), \JSON_PRETTY_PRINT | \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE | \JSON_THROW_ON_ERROR);
        File::write($path, "$json\n");
    }

    private static function survives(ResultFile $file): bool
    {
        foreach ($file->tables as $table) {
            foreach ($table->rows as $row) {
                foreach (\array_keys($row->failed) as $name) {
                    if ($name === 'this' || $name === 'brine' || \str_starts_with($name, 'brine-')) {
                        return false;
                    }
                }
            }
        }

        return true;
    }
}
