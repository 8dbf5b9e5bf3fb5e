<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Console\Store\InPlaceSerializer;
use Brine\Console\Store\SaslMemcachedStore;
use Brine\Console\Store\State;
use Brine\Console\Store\TakesStore;
use Brine\Console\Store\WithoutForeign;
use Brine\Console\Store\WithoutObjects;
use Brine\Console\Text;
use Brine\Console\UsageError;
use Brine\Deflated;
use Brine\Format\SignedFrame;
use Brine\IgbinarySerializer;
use Brine\Internal\TerminalText;
use Brine\Migration\Outcome;
use Brine\Migration\Report;
use Brine\Migration\Sized;
use Brine\Migration\Store;
use Brine\Migrator;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Symfony\Component\Console\Command\SignalableCommandInterface;
use Symfony\Component\Console\Helper\ProgressBar;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\NullOutput;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

/**
 * Rewrites the entries of a store in another format.
 *
 * @internal
 */
final class MigrateCommand extends Command implements SignalableCommandInterface
{
    use TakesKeys;
    use TakesStore;

    private const FORMATS = ['brine', 'native', 'igbinary'];

    /** Failures that are shown, and how many of them with the same message. */
    private const TOLD = 10;
    private const TOLD_ALIKE = 3;

    /** Set by Ctrl-C: the current batch is completed. */
    private ?int $signal = null;

    protected function configure(): void
    {
        $this->setName('migrate')
            ->setDescription('Write the entries of a store in another format, while it is in use')
            ->addArgument('store', InputArgument::REQUIRED, 'The store, see below')
            ->addOption('to', 't', InputOption::VALUE_REQUIRED, 'The format: ' . \implode(', ', self::FORMATS), 'brine', self::FORMATS)
            ->addOption('for', null, InputOption::VALUE_REQUIRED, 'Write for these clients: igbinary, with Brine in its place on every host; or back, with --to igbinary', null, ['igbinary'])
            ->addOption('ttl', null, InputOption::VALUE_REQUIRED, 'Seconds that entries of Memcached stay where it does not tell, which is by SASL; 0 for ever')
            ->addOption('compress', null, InputOption::VALUE_NONE, 'Compress by zlib what becomes smaller by a tenth')
            ->addOption('dry-run', null, InputOption::VALUE_NONE, 'Write nothing, and tell what would be written')
            ->addOption('state', null, InputOption::VALUE_REQUIRED, 'Progress file: if it exists, the run resumes from it. It belongs to one store, target and --match')
            ->addOption('batch', null, InputOption::VALUE_REQUIRED, 'Entries that are read at a time', '100')
            ->addOption('json', null, InputOption::VALUE_NONE, 'Write JSON')
            ->addStore()
            ->addKeys()
            ->helpWith(
                "Entries that somebody changes meanwhile, and those that are not read, are left alone. So are entries with objects, unless --autoload\n"
                    . "gives their classes. Numbers and plain text, which no serializer has written, are counted and left alone, and are no failure.\n\n"
                    . "All hosts must read the new format before one writes it: deploy code that reads by new Brine\Auto(), then migrate. Restart what runs\n"
                    . "long, such as workers of queues. With a signing key each entry is signed for its own key, behind --context.\n\n" . self::STORES,
                [
                    'migrate redis://localhost --dry-run --autoload vendor/autoload.php' => 'what would happen',
                    'migrate redis://localhost --autoload vendor/autoload.php --state progress' => 'the run, which can be broken off and called again',
                    'migrate sqlite:cache.db --table cache --to native' => 'and back',
                    'migrate redis://localhost --for igbinary --autoload vendor/autoload.php' => 'for clients of igbinary, with Brine in its place',
                ],
            );
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $opened = self::openStore($input, self::text($input, 'store'));
        $store = new WithoutForeign($opened);
        $isDry = self::isSet($input, 'dry-run');
        $to = self::oneOf($input, 'to', self::FORMATS) ?? 'brine';
        $keys = self::keys($input);
        self::checkSigningKey($keys);
        self::checkFor($input, $to, $keys);
        if ($opened instanceof SaslMemcachedStore && !$isDry && self::textOrNull($input, 'ttl') === null) {
            throw new UsageError('Memcached with SASL does not tell times to live: give one for all entries by --ttl SECONDS, or --ttl 0 for ever');
        }
        [$reader, $writer] = self::serializers($input, $to, $keys);
        $state = self::state($input, $to, $keys[0] ?? null);
        if (!$isDry && !$this->isWanted($input, $output, $to)) {
            return self::FOUND;
        }
        $cursor = $state?->cursor;
        if ($cursor !== null) {
            self::errors($output)->writeln('It goes on where ' . self::shown(self::text($input, 'state')) . ' says. Remove the file to begin anew.');
        }
        $bar = self::bar(self::progress($output), $opened, $cursor);
        $start = \hrtime(true);
        $migrator = new Migrator($store, $reader, $writer, \max(1, self::number($input, 'batch', 1) ?? 100));
        $report = new Report($cursor);
        $told = 0;
        $progress = function (Report $report) use ($bar, $store, $state, $isDry, $start, $output, &$told): bool {
            $seconds = (\hrtime(true) - $start) / 1e9;
            foreach (\array_slice($report->notices(), $told) as $notice) {
                ++$told;
                $bar->clear();
                self::errors($output)->writeln('<comment>' . self::shown($notice) . '.</comment>');
            }
            $bar->setMessage(\sprintf('%s a second, %s migrated', \number_format($report->total() / \max($seconds, 1e-6)), \number_format($report->of(Outcome::Migrated))));
            $bar->setProgress($report->total() + $store->numbers + $store->others);
            if ($state !== null && !$isDry) {
                $state->keep($report->cursor(), $report->failed());
            }

            return $this->signal === null;
        };
        $failure = null;
        try {
            $migrator->run($cursor, $isDry, $progress, $report);
        } catch (\Exception $failure) {
            // Report the work done so far first.
        }
        $bar->clear();
        if ($failure !== null && $report->total() === 0) {
            throw $failure;
        }
        if (self::isSet($input, 'json')) {
            self::writeJson($output, $report, $isDry, $store);
        } else {
            self::report($output, $report, $isDry, $store);
            self::hints($input, $output, $report, $isDry, $to);
        }
        if ($failure !== null) {
            throw $failure;
        }
        if ($report->total() + $store->numbers + $store->others === 0 && $report->isComplete()) {
            self::sayEmpty($output);
        }

        if ($state !== null && $state->failed > 0 && $report->isComplete()) {
            self::errors($output)->writeln(\number_format($state->failed) . ($state->failed === 1 ? ' entry was' : ' entries were')
                . ' left alone before the run was broken off. Run it once more to see why.');

            return self::FOUND;
        }

        return $report->failed() === 0 && $report->isComplete() ? self::SUCCESS : self::FOUND;
    }

    /** @return list<int> */
    public function getSubscribedSignals(): array
    {
        return \extension_loaded('pcntl') ? [\SIGINT, \SIGTERM] : [];
    }

    /** The first signal ends the run after its batch, the second at once. */
    public function handleSignal(int $signal, int|false $previousExitCode = 0): int|false
    {
        $isFirst = $this->signal === null;
        $this->signal = $signal;

        return $isFirst ? false : 128 + $signal;
    }

    /** Asks for confirmation on a terminal. */
    private function isWanted(InputInterface $input, OutputInterface $output, string $to): bool
    {
        $errors = self::errors($output);
        if (!$input->isInteractive()) {
            return true;
        }
        self::sayExtension($errors, $to);
        if ($to === 'brine' && self::isForIgbinary($input)) {
            $errors->writeln('All that reads this store must have brine_igbinary in igbinary\'s place by now.');
        } elseif ($to === 'brine') {
            $errors->writeln('All that reads this store must read Brine by now: new Brine\Auto() does, and unserialize() does not.');
        }
        // Without a terminal, the answer is no.
        if ((new SymfonyStyle($input, $errors))->confirm("Write the entries of {$this->called($input)} as $to?", false)) {
            return true;
        }
        $errors->writeln('Nothing was written. The answer "yes" is wanted, or --no-interaction, with which nothing is asked.');

        return false;
    }

    /** Shows the remaining time if the number of entries is known, and the run starts at the beginning. */
    private static function bar(OutputInterface $output, Store $store, ?string $cursor): ProgressBar
    {
        $size = $store instanceof Sized && $cursor === null && !$output instanceof NullOutput ? $store->size() : null;
        $bar = new ProgressBar($output, $size ?? 0);
        $bar->setFormat($size === null || $size === 0 ? ' %current% entries, %elapsed%, %message%' : ' %current%/%max% entries [%bar%] %remaining% left, %message%');
        $bar->setBarWidth(20);

        return $bar;
    }

    private static function sayExtension(OutputInterface $errors, string $to): void
    {
        if ($to === 'brine' && !\extension_loaded('brine')) {
            $errors->writeln('<comment>The extension brine is not loaded here.</comment> Without it, PHP reads entries, several times slower: see brine doctor.');
        }
    }

    /** @throws UsageError if the file of --state belongs to another run */
    private static function state(InputInterface $input, string $to, ?string $key): ?State
    {
        $path = self::textOrNull($input, 'state');
        if ($path === null) {
            return null;
        }
        $target = $to . (self::isForIgbinary($input) ? ', for igbinary' : '') . (self::isSet($input, 'compress') ? ', compressed' : '');
        if ($key !== null) {
            // The key's id, which each frame contains.
            $target .= ', signed by ' . \bin2hex(\substr(SignedFrame::sign('', $key), 2, 4)) . ' for ' . self::text($input, 'context') . '…';
        }

        return new State($path, ['target' => $target, 'match' => self::text($input, 'match'), 'store' => \hash('sha256', self::identity($input, self::text($input, 'store')))]);
    }

    private static function isForIgbinary(InputInterface $input): bool
    {
        return self::oneOf($input, 'for', ['igbinary']) !== null;
    }

    /**
     * @param list<string> $keys signing keys
     * @throws UsageError if clients of igbinary could not read what would be written
     */
    private static function checkFor(InputInterface $input, string $to, array $keys): void
    {
        if (!self::isForIgbinary($input)) {
            return;
        }
        $other = match (true) {
            $to === 'native' => '--to native',
            self::isSet($input, 'compress') => '--compress',
            $keys !== [] => 'a signing key',
            default => null,
        };
        if ($other !== null) {
            throw new UsageError("--for igbinary writes what brine_igbinary writes, without $other");
        }
        if (!IgbinarySerializer::canWrite()) {
            throw new UsageError('--for igbinary writes scalars as igbinary does: load the extension brine or igbinary');
        }
    }

    private function called(InputInterface $input): string
    {
        return TerminalText::shown(self::masked(self::text($input, 'store')));
    }

    /**
     * @param list<string> $keys signing keys
     * @return array{Serializer|\Closure(string): Serializer, Serializer|\Closure(string): Serializer}
     */
    private static function serializers(InputInterface $input, string $to, array $keys): array
    {
        $options = ['allowed_classes' => self::autoload($input)];
        $writer = match (self::isForIgbinary($input) && $to === 'brine' ? 'place' : $to) {
            'place' => new InPlaceSerializer($options),
            'brine' => new BrineSerializer($options),
            'native' => new NativeSerializer($options),
            default => IgbinarySerializer::canWrite()
                ? new IgbinarySerializer($options)
                : throw new UsageError('PHP has neither the extension brine nor igbinary here, which write the format: install one of them'),
        };
        if (self::isSet($input, 'compress')) {
            $writer = new Compressed($writer);
        }
        $context = self::text($input, 'context');
        // Clients accept what is stale or compressed only as it was written.
        $reader = self::isForIgbinary($input)
            ? new Auto(options: $options + ['missing_classes' => 'throw', 'stale_classes' => 'throw'])
            : new Deflated(new Auto(options: $options));
        $reader = $options['allowed_classes'] ? $reader : new WithoutObjects($reader);
        if ($keys === []) {
            return [$reader, $writer];
        }

        return [
            static fn (string $key): Serializer => Signed::alsoUnsigned($reader, $keys, $context . $key),
            static fn (string $key): Serializer => new Signed($writer, $keys, $context . $key),
        ];
    }

    private static function report(OutputInterface $output, Report $report, bool $isDry, WithoutForeign $store): void
    {
        $output->writeln('<comment>' . \number_format($report->total()) . ($report->total() === 1 ? ' entry' : ' entries') . '</comment>' . ($isDry ? ', nothing was written' : ''));
        foreach (Outcome::cases() as $outcome) {
            if ($report->of($outcome) > 0) {
                $name = $isDry && $outcome === Outcome::Migrated ? 'would be migrated' : $outcome->value;
                $output->writeln(\sprintf('%10s  %s', \number_format($report->of($outcome)), $name));
            }
        }
        if ($report->of(Outcome::Inaccessible) > 0) {
            $output->writeln('            (inaccessible: files that cannot be read, and folders, whose entries are not counted)');
        }
        if ($store->numbers > 0) {
            $output->writeln(\sprintf('%10s  besides: numbers, which stay as they are', \number_format($store->numbers)));
        }
        if ($store->others > 0) {
            $first = self::shown($store->first ?? '', 80);
            $output->writeln(\sprintf('%10s  besides: of no serializer, such as plain text, and stay as they are (the first: %s)', \number_format($store->others), $first));
        }
        $output->writeln(Text::bytes($report->bytesBefore()) . ($isDry ? ' would become ' : ' became ') . Text::bytes($report->bytesAfter()));
        self::failures($output, $report);
    }

    /** Reports entries that were left alone, only few per message. */
    private static function failures(OutputInterface $output, Report $report): void
    {
        $alike = [];
        $told = 0;
        foreach ($report->failures() as $failure) {
            $alike[$failure['message']] = ($alike[$failure['message']] ?? 0) + 1;
            $most = $failure['outcome'] === Outcome::Inaccessible ? self::TOLD : self::TOLD_ALIKE;
            if ($alike[$failure['message']] <= $most && $told++ < self::TOLD) {
                $output->writeln('<error>' . $failure['outcome']->value . '</error>  ' . self::shown($failure['key'], 80) . ': ' . self::shown($failure['message'], 200));
            }
        }
        if (\count($report->failures()) > \min($told, self::TOLD)) {
            $output->writeln('…');
        }
    }

    /** Summarizes the run, and suggests the next step. */
    private static function hints(InputInterface $input, OutputInterface $output, Report $report, bool $isDry, string $to): void
    {
        $errors = self::errors($output);
        $failed = $report->failures();
        if ($failed !== []) {
            $errors->writeln('Entries that cannot be read or written stay as they are.');
        }
        $store = self::again($input, self::text($input, 'store')) . ($to === 'brine' ? '' : " --to $to") . (self::isForIgbinary($input) ? ' --for igbinary' : '') . (self::textOrNull($input, 'ttl') === null ? '' : ' --ttl ' . self::text($input, 'ttl')) . (self::isSet($input, 'compress') ? ' --compress' : '');
        $state = self::textOrNull($input, 'state');
        $calls = [];
        if (!$report->isComplete()) {
            $errors->writeln('<comment>It was broken off.</comment>');
            $calls["migrate $store" . ($state === null ? '' : ' --state ' . self::quoted($state))] = $state === null ? 'begins anew, and passes over what is written already' : 'goes on there';
        }
        if (\in_array(WithoutObjects::MESSAGE, \array_column($failed, 'message'), true)) {
            $calls["migrate $store --autoload vendor/autoload.php --dry-run"] = 'with the classes of the application; their hooks run';
        }
        if ($isDry && $report->of(Outcome::Migrated) > 0) {
            self::sayExtension($errors, $to);
            $calls["migrate $store --state progress"] = $to === 'brine' && !self::isForIgbinary($input)
                ? 'writes them. Before, all that reads the store must read Brine: new Brine\Auto() does; unserialize() and clients that use igbinary do not'
                : 'writes them';
        }
        if (!$isDry && $report->isComplete() && $report->of(Outcome::Migrated) > 0) {
            $calls['stats ' . self::again($input, self::text($input, 'store'))] = 'what the store holds now';
        }
        if ($calls !== []) {
            self::next($output, $calls);
        }
    }

    private static function writeJson(OutputInterface $output, Report $report, bool $isDry, WithoutForeign $store): void
    {
        $counts = [];
        foreach (Outcome::cases() as $outcome) {
            $counts[$outcome->value] = $report->of($outcome);
        }
        self::json($output, [
            'dry_run' => $isDry, 'complete' => $report->isComplete(), 'entries' => $report->total(), 'outcomes' => $counts,
            'notices' => $report->notices(), 'left_out' => ['numbers' => $store->numbers, 'others' => $store->others],
            'bytes_before' => $report->bytesBefore(), 'bytes_after' => $report->bytesAfter(), 'failures' => $report->failures(),
        ]);
    }
}
