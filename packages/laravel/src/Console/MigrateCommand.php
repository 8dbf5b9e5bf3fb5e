<?php

declare(strict_types=1);

namespace Brine\Laravel\Console;

use Brine\Internal\TerminalText;
use Brine\Laravel\Codec;
use Brine\Laravel\Migration\Entries;
use Brine\Laravel\Stores;
use Brine\Migration\Outcome;
use Brine\Migration\ProgressBar;
use Brine\Migration\Report;
use Brine\Migrator;
use Illuminate\Console\Command;
use Illuminate\Contracts\Config\Repository as Config;
use Illuminate\Filesystem\Filesystem;
use Symfony\Component\Console\Formatter\OutputFormatter;

/** Rewrites the entries of a store with the current settings, while the store is in use. An interrupted run resumes. */
final class MigrateCommand extends Command
{
    use FindsStores;

    /** Files and entries that are named though nobody asks for more output. */
    private const TOLD = 10;

    /** @var string */
    protected $signature = 'brine:migrate {store : its name in config/cache.php}
        {--dry-run : write nothing}
        {--to= : "native" for what Laravel\'s own drivers read}
        {--trust-unsigned : sign what is there without a signature, too, of a store to which nobody else could write}
        {--restart : begin anew}
        {--batch=100 : entries that are read at a time}
        {--most= : stop behind so many entries, to go on later}';

    /** @var string */
    protected $description = 'Write the entries of a cache store anew in the format of today';

    public function handle(Stores $stores, Config $config, Filesystem $files): int
    {
        $name = $this->argument('store');
        $name = \is_string($name) ? $name : '';
        [$sessions, $connection] = $this->sessions($config);
        try {
            $migrators = [$name => $this->migrator($stores, $config, $name)];
            if ($sessions === $name && $connection !== null) {
                $migrators["$name, sessions in the connection $connection"] = $this->migrator($stores, $config, $name, $connection);
            }
        } catch (\InvalidArgumentException | \LogicException $error) {
            $this->components->error($error->getMessage());

            return self::FAILURE;
        }
        $isDone = true;
        foreach ($migrators as $entries => $migrator) {
            $this->components->info("Store $entries");
            $isDone = $this->migrate($migrator, $files, $entries) && $isDone;
        }
        if ($sessions !== null && $sessions !== $name) {
            $this->components->warn("Sessions are in the store $sessions, which was not read: php artisan brine:migrate $sessions");
        }

        return $isDone ? self::SUCCESS : self::FAILURE;
    }

    /** Returns whether all entries could be read and written. An interrupted run resumes by the name of the entries. */
    private function migrate(Migrator $migrator, Filesystem $files, string $entries): bool
    {
        $file = $this->laravel->storagePath('framework/brine-migrate-' . \sha1($entries));
        $isDry = $this->option('dry-run') === true;
        $cursor = !$isDry && $this->option('restart') !== true && $files->exists($file) ? $files->get($file) : null;
        if ($cursor !== null) {
            $this->components->info('Going on where the last run was stopped');
        }
        $bar = new ProgressBar($this->output);
        $most = $this->number('most') ?? \PHP_INT_MAX;
        $report = new Report($cursor);
        $progress = static function (Report $report) use ($bar, $files, $file, $isDry, $most): bool {
            $bar->show($report);
            $next = $report->cursor();
            if (!$isDry) {
                $next === null ? $files->delete($file) : $files->put($file, $next);
            }

            return $report->total() < $most;
        };
        $failure = null;
        try {
            $migrator->run($cursor, $isDry, $progress, $report);
        } catch (\Exception $failure) {
            // Report the work done so far first.
        }
        $this->tell($report, $isDry);
        if ($failure !== null) {
            throw $failure;
        }

        return $report->of(Outcome::Inaccessible) + $report->of(Outcome::Unwritable) === 0;
    }

    /** @return array{string|null, string|null} the store of Brine with sessions, and their connection if it is not the store's */
    private function sessions(Config $config): array
    {
        $driver = $config->get('session.driver');
        $name = $config->get('session.store');
        $name = $name === null || $name === '' ? $driver : $name;
        if (!\in_array($driver, ['redis', 'memcached', 'dynamodb', 'apc'], true) || !\is_string($name)) {
            return [null, null];
        }
        try {
            [, $store, $isBrine] = $this->find($config, $name);
        } catch (\InvalidArgumentException) {
            return [null, null];
        }
        // As Laravel's SessionManager does for Redis only.
        $connection = $driver === 'redis' ? $config->get('session.connection') ?? 'default' : null;

        return [$isBrine ? $name : null, \is_string($connection) && $connection !== ($store['connection'] ?? 'default') ? $connection : null];
    }

    /**
     * @param string|null $connection instead of the store's
     * @throws \InvalidArgumentException|\LogicException if the store cannot be migrated
     */
    private function migrator(Stores $stores, Config $config, string $name, ?string $connection = null): Migrator
    {
        [$driver, $store, $isBrine] = $this->find($config, $name);
        $store['connection'] = $connection ?? $store['connection'] ?? null;
        if (!$isBrine) {
            throw new \InvalidArgumentException("The driver \"$driver\" could not read what is written: set brine-$driver first");
        }
        $settings = $stores->settings($store);
        $entries = Entries::of($stores->make($driver, $store));
        $writer = match ($this->option('to')) {
            null => $settings->serializer(),
            'native' => $settings->forNative()->serializer(),
            default => throw new \InvalidArgumentException('The option --to can be "native"'),
        };
        $settings = $this->option('to') === null ? $settings : $settings->acceptingStale();

        return new Migrator(
            $entries->store,
            $entries->stored(
                new Codec($settings->serializer()),
                $this->option('trust-unsigned') === true ? new Codec($settings->unsigned()) : null,
            ),
            $entries->stored(new Codec($writer)),
            \max(1, $this->number('batch') ?? 100),
        );
    }

    private function tell(Report $report, bool $isDry): void
    {
        $this->newLine(2);
        foreach (Outcome::cases() as $outcome) {
            $this->components->twoColumnDetail($outcome->value . ($isDry && $outcome === Outcome::Migrated ? ' (would be)' : ''), (string) $report->of($outcome));
        }
        $this->components->twoColumnDetail('bytes before', (string) $report->bytesBefore());
        $this->components->twoColumnDetail('bytes after', (string) $report->bytesAfter());
        $told = 0;
        foreach ($report->failures() as $failure) {
            $isTold = \in_array($failure['outcome'], [Outcome::Inaccessible, Outcome::Unwritable], true) && $told++ < self::TOLD;
            $text = "{$failure['outcome']->value}: " . TerminalText::shown($failure['key']) . ': ' . TerminalText::shown($failure['message']);
            $this->line('  ' . OutputFormatter::escape($text), verbosity: $isTold ? null : 'v');
        }
        if ($told > self::TOLD) {
            $this->line('  …');
        }
        $this->line($report->isComplete() ? 'Complete.' : 'Stopped: run it again to go on.');
    }

    private function number(string $option): ?int
    {
        $value = $this->option($option);

        return \is_numeric($value) ? (int) $value : null;
    }
}
