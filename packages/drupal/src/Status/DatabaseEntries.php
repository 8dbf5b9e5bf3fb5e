<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

use Drupal\Core\Database\Connection;

/**
 * The entries of a bin in the database, some at a time.
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
        // A bin has no table before something was written to it.
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
            // SQLite takes each blob for greater than any text: behind the last one would be all of them again.
        } while ($number === self::AT_ONCE && $last !== $before);
    }

    /** PostgreSQL gives a stream for bytes. */
    private static function text(mixed $column): string
    {
        $column = \is_resource($column) ? \stream_get_contents($column) : $column;

        return \is_scalar($column) ? (string) $column : '';
    }
}
