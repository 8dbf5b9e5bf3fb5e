<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

use Drupal\Core\Database\Connection;

/**
 * The entries of a bin in the database, read in batches.
 *
 * @implements \IteratorAggregate<int, Entry>
 */
final class DatabaseEntries implements \IteratorAggregate
{
    private const AT_ONCE = 50;

    public function __construct(private readonly Connection $database, private readonly string $table)
    {
    }

    /** @return \Generator<int, Entry> */
    public function getIterator(): \Generator
    {
        // The table does not exist before the first write.
        if (!$this->database->schema()->tableExists($this->table)) {
            return;
        }
        $query = 'SELECT [cid], [data], [serialized] FROM {' . $this->table . '} WHERE [cid] > :last ORDER BY [cid]';
        $last = '';
        do {
            $number = 0;
            $before = $last;
            foreach ($this->database->queryRange($query, 0, self::AT_ONCE, [':last' => $last]) as $row) {
                ++$number;
                $last = self::text($row->cid ?? '');
                yield new Entry($last, self::text($row->data ?? ''), (int) self::text($row->serialized ?? '') === 0);
            }
            // SQLite sorts every blob after every text: after the last text, a blob would match all again.
        } while ($number === self::AT_ONCE && $last !== $before);
    }

    /** PostgreSQL returns bytes as a stream. */
    private static function text(mixed $column): string
    {
        $column = \is_resource($column) ? \stream_get_contents($column) : $column;

        return \is_scalar($column) ? (string) $column : '';
    }
}
