<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\ResultFile;
use Brine\Bench\Tables\WorkloadTable;

/**
 * Divides the rounds between fresh processes. Equal processes differ by a few per cent, since code and memory are placed differently; the spread
 * within one process does not show that.
 */
final class Processes
{
    /** The round at which a process begins, which rotates the order of serializers. */
    public const FIRST_ROUND = 'BRINE_BENCH_ROUND';

    /** @param non-empty-list<string> $command PHP, its options and the program */
    private function __construct(private readonly Method $method, private readonly array $command)
    {
    }

    /** Null if one process suffices, or this one cannot be started again. */
    public static function of(Method $method): ?self
    {
        $command = $method->processes > 1 ? self::command() : null;

        return $command === null ? null : new self($method, $command);
    }

    /** Whether this program can be started again with the same options of PHP. */
    public static function arePossible(): bool
    {
        return self::command() !== null;
    }

    /**
     * @param list<WorkloadTable> $tables the selected tables
     * @return array<string, Comparison> by the table's id
     */
    public function measure(array $tables): array
    {
        $rows = \array_merge(...\array_map($this->method->selection->of(...), $tables));
        $results = [];
        foreach (self::division($this->method) as $process => [$first, $rounds]) {
            \putenv(self::FIRST_ROUND . "=$first");
            $file = ResultFile::read(Builds::run([
                ...$this->command, 'bench', '--no-interaction', '--json=-', '--processes=1', "--rounds=$rounds", '--only=' . \implode(',', $rows), ...$this->method->arguments(),
            ], accepted: 1), "process $process");
            foreach ($file->tables as $table) {
                if (isset($results[$table->id])) {
                    $results[$table->id]->append($table);
                } else {
                    $results[$table->id] = $table;
                }
            }
            foreach ((array) ($file->environment['missing'] ?? []) as $name => $why) {
                $this->method->miss((string) $name, \is_string($why) ? $why : '');
            }
        }
        \putenv(self::FIRST_ROUND);

        return $results;
    }

    /** @return list<array{int, int}> per process, its first round and number of rounds */
    public static function division(Method $method): array
    {
        $division = [];
        $first = 0;
        for ($process = 0; $process < $method->processes; ++$process) {
            $rounds = \intdiv($method->rounds + $process, $method->processes);
            $division[] = [$first, $rounds];
            $first += $rounds;
        }

        return $division;
    }

    /** @return non-empty-list<string>|null the command that started this process, without the program's arguments; null if unknown */
    private static function command(): ?array
    {
        $arguments = \is_array($_SERVER['argv'] ?? null) ? \array_values(\array_filter($_SERVER['argv'], \is_string(...))) : [];
        $words = \explode("\0", \rtrim((string) @\file_get_contents('/proc/self/cmdline'), "\0"));
        $isProgram = $arguments !== [] && (\basename($arguments[0]) === 'brine' || \str_starts_with(__FILE__, 'phar://'));
        if (!$isProgram || \PHP_SAPI !== 'cli' || \array_slice($words, -\count($arguments)) !== $arguments) {
            return null;
        }

        return [\PHP_BINARY, ...\array_slice($words, 1, -\count($arguments)), $arguments[0]];
    }
}
