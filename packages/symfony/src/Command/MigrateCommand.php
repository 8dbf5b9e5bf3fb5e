<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Command;

use Brine\BrineBundle\Pools;
use Brine\BrineBundle\Serializers;
use Brine\Internal\TerminalText;
use Brine\Migration\Outcome;
use Brine\Migration\ProgressBar;
use Brine\Migration\Report;
use Brine\Migrator;
use Brine\Serializer;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Command\SignalableCommandInterface;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Helper\Helper;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand('brine:cache:migrate', 'Writes the entries of a cache pool anew as they would be written now, while it is in use')]
final class MigrateCommand extends Command implements SignalableCommandInterface
{
    /** Failures that are shown. */
    private const TOLD = 10;

    private bool $isStopped = false;

    public function __construct(private readonly Pools $pools, private readonly Serializers $serializers)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('pool', InputArgument::REQUIRED, 'The name of the pool')
            ->addOption('dry-run', null, InputOption::VALUE_NONE, 'Write nothing')
            ->addOption('from', null, InputOption::VALUE_REQUIRED, 'Where to go on: what an earlier run has said')
            ->addOption('batch', null, InputOption::VALUE_REQUIRED, 'Entries that are read at a time, about', '100')
            ->addOption('most', null, InputOption::VALUE_REQUIRED, 'Stop behind the batch with which there are so many entries')
            ->setHelp('Ctrl+C stops behind the current batch, and says how to go on. An entry that somebody else changes meanwhile stays theirs.');
    }

    /** @return list<int> */
    public function getSubscribedSignals(): array
    {
        return \defined('SIGINT') ? [\SIGINT, \SIGTERM] : [];
    }

    public function handleSignal(int $signal, int|false $previousExitCode = 0): int|false
    {
        $this->isStopped = true;

        return false;
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $io = new SymfonyStyle($input, $output);
        $batch = \filter_var($input->getOption('batch'), \FILTER_VALIDATE_INT);
        $most = $input->getOption('most') === null ? \PHP_INT_MAX : \filter_var($input->getOption('most'), \FILTER_VALIDATE_INT);
        if ($batch === false || $batch < 1 || $most === false || $most < 1) {
            $io->error('"--batch" and "--most" must be numbers of entries');

            return self::INVALID;
        }
        /** @var string $name */
        $name = $input->getArgument('pool');
        try {
            $migrator = $this->migrator($name, $batch);
        } catch (\InvalidArgumentException $error) {
            $io->error($error->getMessage());

            return self::INVALID;
        }
        if (!\extension_loaded('brine')) {
            $io->warning('This PHP has no extension brine: entries become native text. Others than the command line may have it.');
        }
        /** @var string|null $from */
        $from = $input->getOption('from');
        $bar = new ProgressBar($output);
        $this->isStopped = false;
        $report = new Report($from);
        $progress = function (Report $report) use ($bar, $most): bool {
            $bar->show($report);

            return !$this->isStopped && $report->total() < $most;
        };
        $failure = null;
        try {
            $migrator->run($from, (bool) $input->getOption('dry-run'), $progress, $report);
        } catch (\Exception $failure) {
            // Report the work done so far first.
        }
        $io->newLine(2);
        $status = $this->tell($io, $name, $report, (bool) $input->getOption('dry-run'));

        return $failure === null ? $status : throw $failure;
    }

    /** @throws \InvalidArgumentException if there is no such pool, or it cannot be walked */
    private function migrator(string $name, int $batch): Migrator
    {
        $pool = $this->pools->get($this->pools->names([$name])[0]);
        if (\is_string($pool)) {
            throw new \InvalidArgumentException("The pool \"$name\" is not written by Brine ($pool)");
        }
        $store = $pool->store() ?? throw new \InvalidArgumentException("The server of \"$name\" does not tell its keys. Its entries become Brine's as they are written");
        $old = $this->serializers->old();
        $serializer = static fn (string $key): Serializer => $pool->entry($key, $old);

        return new Migrator($store, $serializer, $serializer, \max(1, $batch));
    }

    private function tell(SymfonyStyle $io, string $name, Report $report, bool $isDry): int
    {
        foreach (\array_slice($report->failures(), 0, self::TOLD) as ['key' => $key, 'outcome' => $outcome, 'message' => $message]) {
            $io->writeln(OutputFormatter::escape(TerminalText::shown($key) . ": {$outcome->value}: " . TerminalText::shown($message)));
        }
        if ($report->failed() > self::TOLD) {
            $io->writeln('…');
        }
        $io->writeln(\sprintf(
            '%d of %d entries %s, %d as they were, %d changed by others meanwhile, %d inaccessible, %d left alone: %s instead of %s.',
            $report->of(Outcome::Migrated),
            $report->total(),
            $isDry ? 'would be written' : 'written',
            $report->of(Outcome::Unchanged),
            $report->of(Outcome::Overtaken),
            $report->of(Outcome::Inaccessible),
            $report->failed() - $report->of(Outcome::Inaccessible),
            Helper::formatMemory($report->bytesAfter()),
            Helper::formatMemory($report->bytesBefore()),
        ));
        if ($report->isComplete()) {
            return $report->of(Outcome::Inaccessible) + $report->of(Outcome::Unwritable) === 0 ? self::SUCCESS : self::FAILURE;
        }
        // May be a key chosen by others. Without a printable cursor, restart from the beginning, which skips migrated entries.
        $cursor = (string) $report->cursor();
        $from = TerminalText::shown($cursor) === $cursor ? " --from='" . OutputFormatter::escape(\str_replace("'", "'\\''", $cursor)) . "'" : '';
        $io->writeln("Not complete. To go on: brine:cache:migrate $name$from" . ($isDry ? ' --dry-run' : ''));

        return self::FAILURE;
    }
}
