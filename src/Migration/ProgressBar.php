<?php

declare(strict_types=1);

namespace Brine\Migration;

use Symfony\Component\Console\Helper\ProgressBar as Bar;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Shows the progress of a migration on a console. Needs symfony/console.
 *
 *     $migrator->run(progress: (new ProgressBar($output, $entries))->show(...));
 */
final class ProgressBar
{
    private Bar $bar;

    /** @param int|null $entries how many there are, about; null if that is not known */
    public function __construct(OutputInterface $output, ?int $entries = null)
    {
        $this->bar = new Bar($output, $entries ?? 0);
        $this->bar->setFormat($entries === null ? ' %current% [%bar%] %message%' : ' %current%/%max% [%bar%] %percent:3s%% %message%');
        $this->bar->setMessage('');
    }

    /** Callback for Migrator::run(), called after each batch. */
    public function show(Report $report): void
    {
        $this->bar->setMessage("{$report->of(Outcome::Migrated)} migrated, {$report->failed()} failed");
        $this->bar->setProgress($report->total());
        if ($report->isComplete()) {
            $this->bar->finish();
        }
    }
}
