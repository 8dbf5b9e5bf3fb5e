<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Console\Stats\Measurement;
use Brine\Console\Stats\Sample;
use Brine\Console\Store\Missed;
use Brine\Console\Store\TakesStore;
use Brine\Console\Text;
use Brine\Deflated;
use Brine\Inspector;
use Brine\Migration\Status;
use Symfony\Component\Console\Helper\ProgressBar;
use Symfony\Component\Console\Helper\Table;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Reports a store's contents, and what Brine would save.
 *
 * @internal
 */
final class StatsCommand extends Command
{
    use TakesStore;

    /** Lines per list. */
    private const TOP = 10;

    protected function configure(): void
    {
        $this->setName('stats')
            ->setDescription('Tell what a store holds, and what Brine, a dictionary and compression would save')
            ->addArgument('store', InputArgument::REQUIRED, 'The store, see below')
            ->addOption('sample', null, InputOption::VALUE_REQUIRED, 'Entries that are read and measured', '1000')
            ->addOption('json', null, InputOption::VALUE_NONE, 'Write JSON')
            ->addStore()
            ->helpWith(
                "Nothing is written. Entries are read without making objects, unless --autoload is given; enum cases then count as not readable.\n\n" . self::STORES,
                [
                    'stats redis://localhost' => 'all strings of database 0',
                    "stats redis://localhost/1 --match 'app:*' --autoload vendor/autoload.php" => 'with the classes of the application',
                    'stats sqlite:cache.db --table cache_default' => 'a table of Drupal',
                    'stats var/cache/pools' => 'the files of a directory',
                ],
            );
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $store = self::openStore($input, self::text($input, 'store'));
        $size = self::number($input, 'sample', 1) ?? 1000;
        $reader = new Deflated(new Auto(options: ['allowed_classes' => self::autoload($input)]));
        $writer = new BrineSerializer(['allowed_classes' => self::textOrNull($input, 'autoload') !== null]);
        $sample = new Sample($size);
        $missed = new Missed();
        $bar = new ProgressBar(self::progress($output));
        $bar->setFormat(' %current% %message%');
        $bar->setMessage('entries');
        $inspector = new Inspector($reader, ['brine' => $writer, 'brine, compressed' => new Compressed($writer)], $size);
        $status = $inspector->inspect($sample->pass(Inspector::walk($store, received: $missed->receive(...))), static function (Status $status) use ($bar): bool {
            $bar->setProgress($status->entries());

            return true;
        });
        $bar->clear();
        $bar = new ProgressBar(self::progress($output), \count($sample->kept));
        $bar->setFormat(' %current%/%max% of the sample [%bar%] %remaining%');
        $measured = new Measurement($reader, $writer, self::textOrNull($input, 'autoload') !== null);
        $measured->run($sample->kept, static fn () => $bar->advance());
        $bar->clear();
        if (self::isSet($input, 'json')) {
            self::writeJson($output, $status, $sample, $measured, $missed);
        } else {
            self::report($output, $status, $sample, $measured);
        }
        $missed->report(self::errors($output));
        if (!self::isSet($input, 'json')) {
            self::hints($input, $output, $status, $sample, $measured);
        }

        return $missed->count === 0 ? self::SUCCESS : self::FOUND;
    }

    private static function hints(InputInterface $input, OutputInterface $output, Status $status, Sample $sample, Measurement $measured): void
    {
        if ($sample->entries === 0) {
            self::sayEmpty($output);

            return;
        }
        $store = self::again($input, self::text($input, 'store'));
        $autoload = $measured->classes !== [] && self::textOrNull($input, 'autoload') === null ? ' --autoload vendor/autoload.php' : '';
        $calls = $measured->unreadable > 0 && $autoload !== '' ? ["stats $store$autoload" => 'the same with the classes of the application: more entries are read'] : [];
        if (isset($status->formats['native']) || isset($status->formats['igbinary'])) {
            $calls["migrate $store$autoload --dry-run"] = 'what writing it as Brine would do' . ($autoload === '' ? '' : '; objects need the classes of the application')
                . (isset($status->formats['igbinary']) ? '; clients of igbinary, with Brine in its place, need --for igbinary' : '');
        }
        if ($measured->read > 0) {
            $calls["bench --from $store$autoload --quick"] = 'times of these values beside other serializers';
        }
        if ($measured->hasDictionary) {
            $calls["train --out app.dictionary $store$autoload"] = 'make a dictionary of what small entries have in common';
        }
        if ($calls !== []) {
            self::next($output, $calls);
        }
    }

    private static function report(OutputInterface $output, Status $status, Sample $sample, Measurement $measured): void
    {
        $output->writeln('<comment>' . \number_format($sample->entries) . ($sample->entries === 1 ? ' entry, ' : ' entries, ') . Text::bytes($sample->bytes) . '</comment>');
        if ($sample->entries === 0) {
            return;
        }
        self::table($output, ['format', 'entries', 'bytes', ''], \array_map(
            static fn (string $format, array $row): array => [$format, \number_format($row['entries']), Text::bytes($row['bytes']), Text::percent($row['bytes'], $sample->bytes)],
            \array_keys($status->formats),
            $status->formats,
        ));
        if (isset($status->formats['other'])) {
            $output->writeln('Other is what no serializer has written that is read here, such as plain text or JSON.');
        }
        self::histogram($output, $sample);
        self::prefixes($output, $sample, $measured);
        self::list($output, 'objects in the sample', \array_map(static fn (int $count): string => \number_format($count), $measured->classes));
        self::list($output, 'stale entries of the sample, misses until they are written again', \array_map(\number_format(...), $measured->stale->counts()));
        self::list($output, 'largest entries', \array_map(Text::bytes(...), $sample->largest));
        self::list($output, 'most repetitive of the sample (zlib makes them smaller by)', \array_map(static fn (float $ratio): string => \sprintf('%.1f', $ratio), $measured->repetitive));
        self::estimate($output, $status, $sample, $measured);
    }

    private static function estimate(OutputInterface $output, Status $status, Sample $sample, Measurement $measured): void
    {
        $output->writeln('');
        foreach ($status->estimates as $name => $bytes) {
            $output->writeln(\sprintf('All of it as <info>%s</info>: about %s, %s of now.', $name, Text::bytes($bytes), Text::percent($bytes, $sample->bytes)));
        }
        $plain = \array_sum(\array_column($measured->prefixes, 'plain'));
        if ($measured->hasDictionary && $plain > 0) {
            $with = \array_sum(\array_column($measured->prefixes, 'dictionary'));
            $output->writeln('A <info>dictionary</info> trained on half of the sample makes the other half ' . Text::percent($with, $plain) . ' of Brine without one.');
        }
        if ($measured->unreadable > 0) {
            $output->writeln("<comment>$measured->unreadable of " . \count($sample->kept) . ' entries of the sample were not read</comment>, '
                . ($status->estimates === [] ? 'so there is no estimate' : 'and the estimates leave them out') . ': they are damaged or signed, or --autoload would load their classes.');
        }
        $output->writeln('Times are of this machine, the least of three: by what reads the entry now, and by Brine' . (\extension_loaded('brine') ? '.' : ' in PHP alone: the extension is several times faster.'));
        if ($measured->untimed > 0) {
            $output->writeln("$measured->untimed of the entries have no times: compressed ones, and those of igbinary with objects without --autoload, or without its extension.");
        }
    }

    /** @param list<string> $head
     * @param list<list<string>> $rows */
    private static function table(OutputInterface $output, array $head, array $rows): void
    {
        $output->writeln('');
        $table = new Table($output);
        $table->setStyle('compact')->setHeaders($head);
        foreach ($rows as $row) {
            $table->addRow(\array_map(static fn (string $cell): string => self::shown($cell, 60), $row));
        }
        $table->render();
    }

    private static function histogram(OutputInterface $output, Sample $sample): void
    {
        \ksort($sample->sizes);
        $most = \max([1, ...$sample->sizes]);
        $rows = [];
        foreach ($sample->sizes as $power => $count) {
            $rows[] = ['< ' . Text::bytes(1 << $power), \number_format($count), \str_repeat('█', (int) \ceil(30 * $count / $most))];
        }
        self::table($output, ['size', 'entries', ''], $rows);
    }

    private static function prefixes(OutputInterface $output, Sample $sample, Measurement $measured): void
    {
        $rows = [];
        \uasort($sample->prefixes, static fn (array $a, array $b): int => $b['bytes'] <=> $a['bytes']);
        foreach (\array_slice($sample->prefixes, 0, self::TOP, true) as $prefix => $total) {
            $row = $measured->prefixes[$prefix] ?? null;
            $rows[] = [
                (string) $prefix, \number_format($total['entries']), Text::bytes($total['bytes']),
                ...($row === null ? ['', '', '', '', ''] : [
                    Text::percent($row['brine'], $row['before']), Text::percent($row['compressed'], $row['before']),
                    $row['plain'] > 0 ? Text::percent($row['brine'] * $row['dictionary'], $row['before'] * $row['plain']) : '',
                    ...\array_map(static fn (float $time): string => $row['timed'] > 0 ? \sprintf('%.1f', 1e6 * $time / $row['timed']) : '', $row['times']),
                ]),
            ];
        }
        self::table($output, ['prefix', 'entries', 'bytes', 'as Brine', 'and zlib', 'and dictionary', 'decode µs', 'as Brine'], $rows);
    }

    /** @param array<array-key, string> $rows */
    private static function list(OutputInterface $output, string $title, array $rows): void
    {
        if ($rows !== []) {
            $output->writeln("\n<info>$title</info>");
            foreach (\array_slice($rows, 0, self::TOP, true) as $name => $text) {
                $output->writeln(\sprintf(' %12s  %s', $text, self::shown((string) $name, 80)));
            }
        }
    }

    private static function writeJson(OutputInterface $output, Status $status, Sample $sample, Measurement $measured, Missed $missed): void
    {
        \ksort($sample->sizes);
        $sizes = [];
        foreach ($sample->sizes as $power => $count) {
            $sizes[] = ['below' => 1 << $power, 'entries' => $count];
        }
        $prefixes = [];
        foreach ($sample->prefixes as $prefix => $row) {
            $prefixes[$prefix] = $row + ['sample' => $measured->prefixes[$prefix] ?? null];
        }
        self::json($output, [
            'entries' => $sample->entries, 'bytes' => $sample->bytes, 'formats' => (object) $status->formats, 'sizes' => $sizes,
            'prefixes' => (object) $prefixes, 'classes' => (object) $measured->classes,
            'stale' => (object) $measured->stale->counts(), 'largest' => (object) $sample->largest,
            'repetitive' => (object) \array_slice($measured->repetitive, 0, self::TOP, true), 'estimates' => (object) $status->estimates,
            'sampled' => \count($sample->kept), 'unreadable' => $measured->unreadable, 'inaccessible' => $missed->count,
        ]);
    }
}
