<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Console\Store\TakesStore;
use Brine\Console\Store\WithoutNumbers;
use Brine\Console\Store\WithoutObjects;
use Brine\Console\Text;
use Brine\Console\UsageError;
use Brine\Deflated;
use Brine\IgbinarySerializer;
use Brine\Migration\Outcome;
use Brine\Migration\Report;
use Brine\Migrator;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Symfony\Component\Console\Helper\ProgressBar;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/** Writes the entries of a store in another format. */
final class MigrateCommand extends Command
{
    use TakesKeys;
    use TakesStore;

    private const FORMATS = ['brine', 'native', 'igbinary'];

    protected function configure(): void
    {
        $this->setName('migrate')
            ->setDescription('Write the entries of a store in another format, while it is in use')
            ->addArgument('store', InputArgument::REQUIRED, 'The store, see below')
            ->addOption('to', 't', InputOption::VALUE_REQUIRED, 'The format: ' . \implode(', ', self::FORMATS), 'brine', self::FORMATS)
            ->addOption('compress', null, InputOption::VALUE_NONE, 'Compress by zlib what becomes smaller by a tenth')
            ->addOption('dry-run', null, InputOption::VALUE_NONE, 'Write nothing, and tell what would be written')
            ->addOption('state', null, InputOption::VALUE_REQUIRED, 'A file that tells how far it is: where it is there, the run goes on from it')
            ->addOption('batch', null, InputOption::VALUE_REQUIRED, 'Entries that are read at a time', '100')
            ->addOption('json', null, InputOption::VALUE_NONE, 'Write JSON')
            ->addStore()
            ->addKeys()
            ->helpWith(
                "Entries that somebody changes meanwhile, and those that are not read, are left alone. So are entries with objects, unless --autoload\n"
                    . "gives their classes. All hosts must read the new format before: see docs/migrating.md. With a signing key each entry is signed for its\n"
                    . "own key, behind --context.\n\n" . self::STORES,
                [
                    'migrate redis://localhost --dry-run --autoload vendor/autoload.php' => 'what would happen',
                    'migrate redis://localhost --autoload vendor/autoload.php --state progress' => 'the run, which can be broken off and called again',
                    'migrate sqlite:cache.db --table cache --to native' => 'and back',
                ],
            );
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $store = new WithoutNumbers(self::openStore($input, self::text($input, 'store')));
        $isDry = self::isSet($input, 'dry-run');
        $to = self::oneOf($input, 'to', self::FORMATS) ?? 'brine';
        $question = "Write the entries of {$this->called($input)} as $to?";
        if (!$isDry && $input->isInteractive() && !(new SymfonyStyle($input, self::errors($output)))->confirm($question, false)) {
            return self::FOUND;
        }
        [$reader, $writer] = self::serializers($input, $to);
        $state = self::textOrNull($input, 'state');
        $cursor = $state !== null && \is_file($state) ? \rtrim(self::read($state), "\n") : null;
        $bar = new ProgressBar(self::progress($output));
        $bar->setFormat(' %current% entries, %elapsed%, %message%');
        $start = \hrtime(true);
        $migrator = new Migrator($store, $reader, $writer, \max(1, self::number($input, 'batch', 1) ?? 100));
        $report = $migrator->run($cursor === '' ? null : $cursor, $isDry, static function (Report $report) use ($bar, $state, $isDry, $start): bool {
            $seconds = (\hrtime(true) - $start) / 1e9;
            $bar->setMessage(\sprintf('%s a second, %s migrated', \number_format($report->total() / \max($seconds, 1e-6)), \number_format($report->of(Outcome::Migrated))));
            $bar->setProgress($report->total());
            if ($state !== null && !$isDry) {
                self::keep($state, $report->cursor());
            }

            return true;
        });
        $bar->clear();
        self::isSet($input, 'json') ? self::writeJson($output, $report, $isDry) : self::report($output, $report, $isDry, $store->numbers);

        return $report->failures() === [] ? self::SUCCESS : self::FOUND;
    }

    private function called(InputInterface $input): string
    {
        return Text::shown((string) \preg_replace('~:[^:@/]*@~', ':…@', self::text($input, 'store')));
    }

    /** @return array{Serializer|\Closure(string): Serializer, Serializer|\Closure(string): Serializer} */
    private static function serializers(InputInterface $input, string $to): array
    {
        $options = ['allowed_classes' => self::autoload($input)];
        $writer = match ($to) {
            'brine' => new BrineSerializer($options),
            'native' => new NativeSerializer($options),
            default => IgbinarySerializer::canWrite()
                ? new IgbinarySerializer($options)
                : throw new UsageError('PHP has no extension igbinary here, which alone writes its format'),
        };
        if (self::isSet($input, 'compress')) {
            $writer = new Compressed($writer);
        }
        $keys = self::keys($input);
        $context = self::text($input, 'context');
        $wrap = static fn (Auto $auto): Serializer => $options['allowed_classes'] ? new Deflated($auto) : new WithoutObjects(new Deflated($auto));
        if ($keys === []) {
            return [$wrap(new Auto(options: $options)), $writer];
        }

        return [
            static fn (string $key): Serializer => $wrap(new Auto(options: $options, keys: $keys, context: $context . $key)),
            static fn (string $key): Serializer => new Signed($writer, $keys, $context . $key),
        ];
    }

    /** @param string|null $cursor null at the end: the next run begins anew */
    private static function keep(string $file, ?string $cursor): void
    {
        if ($cursor === null) {
            @\unlink($file);
        } else {
            \file_put_contents($file, "$cursor\n", \LOCK_EX);
        }
    }

    private static function report(OutputInterface $output, Report $report, bool $isDry, int $numbers): void
    {
        $output->writeln('<comment>' . \number_format($report->total()) . ' entries</comment>' . ($isDry ? ', nothing was written' : ''));
        foreach (Outcome::cases() as $outcome) {
            if ($report->of($outcome) > 0) {
                $name = $isDry && $outcome === Outcome::Migrated ? 'would be migrated' : $outcome->value;
                $output->writeln(\sprintf('%10s  %s', \number_format($report->of($outcome)), $name));
            }
        }
        if ($numbers > 0) {
            $output->writeln(\sprintf('%10s  more are numbers, which stay as they are', \number_format($numbers)));
        }
        $output->writeln(Text::bytes($report->bytesBefore()) . ($isDry ? ' would become ' : ' became ') . Text::bytes($report->bytesAfter()));
        foreach (\array_slice($report->failures(), 0, 10) as $failure) {
            $output->writeln('<error>' . $failure['outcome']->value . '</error>  ' . self::shown($failure['key'], 80) . ': ' . self::shown($failure['message'], 200));
        }
    }

    private static function writeJson(OutputInterface $output, Report $report, bool $isDry): void
    {
        $counts = [];
        foreach (Outcome::cases() as $outcome) {
            $counts[$outcome->value] = $report->of($outcome);
        }
        self::json($output, [
            'dry_run' => $isDry, 'complete' => $report->isComplete(), 'entries' => $report->total(), 'outcomes' => $counts,
            'bytes_before' => $report->bytesBefore(), 'bytes_after' => $report->bytesAfter(), 'failures' => $report->failures(),
        ]);
    }
}
