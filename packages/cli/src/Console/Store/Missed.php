<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Internal\TerminalText;
use Brine\Migration\Batch;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Output\OutputInterface;

/** Entries that a walk of a store could not access, such as unreadable files. */
final class Missed
{
    /** How many are listed. */
    private const NAMED = 10;

    public int $count = 0;

    /** @var array<array-key, string> reason, by key, of the first ones */
    private array $named = [];

    /** @var array<string, true> */
    private array $notices = [];

    public function receive(Batch $batch): void
    {
        $this->count += \count($batch->inaccessible);
        $this->named += \array_slice($batch->inaccessible, 0, self::NAMED - \count($this->named), true);
        if ($batch->notice !== null) {
            $this->notices[$batch->notice] = true;
        }
    }

    /** @param OutputInterface $output for errors */
    public function report(OutputInterface $output): void
    {
        foreach (\array_keys($this->notices) as $notice) {
            $output->writeln('<comment>' . OutputFormatter::escape(TerminalText::shown($notice)) . '.</comment>');
        }
        if ($this->count === 0) {
            return;
        }
        $output->writeln('<error>' . \number_format($this->count) . ($this->count === 1 ? ' file or folder is' : ' files or folders are') . ' left out</error>');
        foreach ($this->named as $key => $why) {
            $output->writeln('  ' . OutputFormatter::escape(TerminalText::shown((string) $key, 80) . ": $why"));
        }
        if ($this->count > \count($this->named)) {
            $output->writeln('  …');
        }
    }
}
