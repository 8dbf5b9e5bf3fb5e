<?php

declare(strict_types=1);

namespace Brine\Bench;

/** The tables and rows that --only names. */
final class Selection
{
    /** @param list<string> $patterns ids of tables, or globs of rows ("*" does not match "/"); none selects the default tables */
    public function __construct(private readonly array $patterns)
    {
    }

    public function has(Table $table, string $row): bool
    {
        if ($this->patterns === []) {
            return $table->isDefault();
        }
        foreach ($this->patterns as $pattern) {
            if ($pattern === $table->id() || \fnmatch($pattern, $row, \FNM_PATHNAME)) {
                return true;
            }
        }

        return false;
    }

    /** @return list<string> the selected rows of a table */
    public function of(Table $table): array
    {
        return \array_values(\array_filter($table->rows(), fn (string $row): bool => $this->has($table, $row)));
    }

    /**
     * @param list<Table> $tables
     * @return list<string> patterns that select nothing
     */
    public function unknown(array $tables): array
    {
        return \array_values(\array_filter(
            $this->patterns,
            static fn (string $pattern): bool => \array_filter($tables, static fn (Table $table): bool => (new self([$pattern]))->of($table) !== []) === [],
        ));
    }
}
