<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/**
 * A result file: one JSON object, the only input of reports and comparisons.
 *
 *     {
 *       "format": "brine-bench 1",
 *       "environment": {"php", "system", "cpu", "opcache": bool, "jit", "extensions": {name: version}, "load": float, "rounds": int, "processes": int, "sample_ms": int,
 *                       "missing": {name: why}, …},
 *       "tables": [{
 *         "id", "title", "note", "baseline": name, "serializers": [name, …], "measures": [name, …],
 *         "rows": [{"name", "group"?: string, "values"?: int, "results": {serializer: {measure: number | [a sample of each round, …]} or {"failed": reason}}}, …],
 *         "published"?: [{"source", "unit", "rows": {row: {serializer: {measure: number}}}}, …]
 *       }, …]
 *     }
 *
 * Samples are nanoseconds, in the order of the rounds. Of one row all serializers have the same rounds, so that ratios can be formed within them.
 */
final class ResultFile
{
    public const FORMAT = 'brine-bench 1';

    /**
     * @param array<string, mixed> $environment
     * @param list<Comparison>     $tables
     */
    public function __construct(public readonly array $environment, public readonly array $tables)
    {
    }

    /** @return array<string, mixed> the decoded JSON */
    public function data(): array
    {
        return ['format' => self::FORMAT, 'environment' => $this->environment, 'tables' => \array_map(self::table(...), $this->tables)];
    }

    /** @return array<string, mixed> */
    private static function table(Comparison $table): array
    {
        $published = \array_map(
            static fn (Published $of): array => ['source' => $of->source, 'unit' => $of->unit, 'rows' => $of->rows],
            $table->published,
        );

        return [
            'id' => $table->id, 'title' => $table->title, 'note' => $table->note, 'baseline' => $table->baseline,
            'serializers' => $table->serializers, 'measures' => $table->measures, 'rows' => \array_map(self::row(...), $table->rows),
        ] + ($published === [] ? [] : ['published' => $published]);
    }

    /** @return array<string, mixed> */
    private static function row(Row $row): array
    {
        $results = $row->results;
        foreach ($row->failed as $name => $reason) {
            $results[$name] = ['failed' => $reason];
        }

        return ['name' => $row->name] + ($row->group === null ? [] : ['group' => $row->group]) + ($row->values === null ? [] : ['values' => $row->values])
            + ['results' => (object) $results];
    }

    /**
     * @param string $name name of the file, for messages
     * @throws InvalidResult
     */
    public static function read(string $json, string $name): self
    {
        return (new Reader($name))->file($json);
    }
}
