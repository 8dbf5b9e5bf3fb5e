<?php

declare(strict_types=1);

namespace Brine\Migration;

/** A table with a primary key column and a data column. All other columns, such as the expiry, stay as they are. */
final class PdoStore implements Sized, Store
{
    /** MySQL's error 1366, which has no SQLSTATE of its own: bytes outside of the column's character set. */
    private const MYSQL_BAD_STRING = 1366;

    /** A batch ends after this many bytes of data. */
    private const BATCH_BYTES = 1 << 26;

    private string $count;
    private string $first;
    private string $next;
    private string $update;
    private bool $isMysql;

    /**
     * @param string $table its name, with the schema if needed
     * @param string $where SQL condition that selects rows, such as "serialized = 1"
     */
    public function __construct(
        private \PDO $connection,
        string $table,
        string $keyColumn,
        string $dataColumn,
        string $where = '',
    ) {
        $driver = $connection->getAttribute(\PDO::ATTR_DRIVER_NAME);
        $this->isMysql = $driver === 'mysql';
        // For SQLite, a quoted name without such a column is a string.
        $quote = \in_array($driver, ['mysql', 'sqlite'], true) ? '`' : '"';
        $table = \implode('.', \array_map(static fn (string $name): string => self::quote($name, $quote), \explode('.', $table)));
        $key = self::quote($keyColumn, $quote);
        $data = self::quote($dataColumn, $quote);
        // Compares bytes, not characters; for SQLite, text and blob always differ.
        $isSame = match ($driver) {
            'sqlite' => "CAST($data AS BLOB) = CAST(? AS BLOB)",
            'mysql' => "CAST($data AS BINARY) = CAST(? AS BINARY)",
            default => "$data = ?",
        };
        $condition = $where === '' ? '' : " AND ($where)";
        // A column of SQLite holds values of any type; a blob, or a number in an untyped column, differs from its text.
        $columns = $driver === 'sqlite' ? "CAST($key AS TEXT), $data, $key = +CAST($key AS TEXT)" : "$key, $data, 1";
        $this->count = "SELECT count(*) FROM $table WHERE 1 = 1$condition";
        $this->first = "SELECT $columns FROM $table WHERE 1 = 1$condition ORDER BY $key LIMIT ";
        $this->next = "SELECT $columns FROM $table WHERE $key > ?$condition ORDER BY $key LIMIT ";
        $this->update = "UPDATE $table SET $data = ? WHERE $key = ? AND $isSame$condition";
    }

    /** @throws \RuntimeException if the database fails, or a key occurs twice, or is not found by its text */
    public function next(?string $cursor, int $size): Batch
    {
        $rows = $cursor === null
            ? $this->execute($this->first . $size, [])
            : $this->execute($this->next . $size, [[$cursor, \PDO::PARAM_STR]]);
        $entries = [];
        $last = null;
        $count = $bytes = 0;
        while ($bytes < self::BATCH_BYTES && \is_array($row = $rows->fetch(\PDO::FETCH_NUM))) {
            $count++;
            $key = \is_scalar($row[0]) && (bool) $row[2]
                ? (string) $row[0]
                : throw new \RuntimeException('A key is neither text nor a number in a column of numbers');
            $last = $key !== $last ? $key : throw self::notUnique();
            $data = \is_resource($row[1]) ? \stream_get_contents($row[1]) : $row[1];
            if (\is_string($data)) {
                $entries[] = new Entry($last, $data);
                $bytes += \strlen($data);
            }
        }

        // Unless PDO throws, an unreadable row looks like the end. Class 01 is a warning, 02 the end.
        if (!\in_array(\substr((string) $rows->errorCode(), 0, 2), ['', '00', '01', '02'], true)) {
            throw new \RuntimeException('The database does not read on');
        }

        $isEnd = $count < $size && $bytes < self::BATCH_BYTES;

        return new Batch($entries, $isEnd ? null : $last);
    }

    public function size(): int
    {
        $count = $this->execute($this->count, [])->fetchColumn();

        return \is_numeric($count) ? \max(0, (int) $count) : throw new \RuntimeException('The database does not count');
    }

    public function replace(Entry $entry, string $data): bool
    {
        $arguments = [[$data, \PDO::PARAM_LOB], [$entry->key, \PDO::PARAM_STR], [$entry->data, \PDO::PARAM_LOB]];
        if (!$this->isMysql) {
            return self::isOne($this->execute($this->update, $arguments));
        }
        // In non-strict mode, MySQL cuts and changes values that do not fit.
        $this->execute("SET @brine_sql_mode = @@SESSION.sql_mode, SESSION sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES')", []);
        try {
            return self::isOne($this->execute($this->update, $arguments));
        } finally {
            $this->execute('SET SESSION sql_mode = @brine_sql_mode', []);
        }
    }

    private static function isOne(\PDOStatement $update): bool
    {
        return $update->rowCount() <= 1 ? $update->rowCount() === 1 : throw self::notUnique();
    }

    private static function notUnique(): \RuntimeException
    {
        return new \RuntimeException('Several rows have the same key: the column of keys has to be unique');
    }

    /**
     * @param list<array{string, int}> $arguments values and PDO's types
     * @throws \UnexpectedValueException if a column does not take a value
     * @throws \RuntimeException if the database fails in another way
     */
    private function execute(string $sql, array $arguments): \PDOStatement
    {
        try {
            $statement = $this->connection->prepare($sql);
            if ($statement === false) {
                throw new \RuntimeException('The database refuses a statement');
            }
            foreach ($arguments as $i => [$value, $type]) {
                $statement->bindValue($i + 1, $value, $type);
            }
            if ($statement->execute()) {
                return $statement;
            }
            /** @var array{string, int|null, string|null} $info */
            $info = $statement->errorInfo();
            $cause = null;
        } catch (\PDOException $cause) {
            /** @var array{string, int|null, string|null} $info */
            $info = $cause->errorInfo ?? ['', null, null];
        }
        // Class 22: data errors.
        if (\str_starts_with($info[0], '22') || $this->isMysql && $info[1] === self::MYSQL_BAD_STRING) {
            throw new \UnexpectedValueException('The database does not take the data: ' . $info[2], 0, $cause);
        }

        throw $cause ?? new \RuntimeException('The database refuses a statement');
    }

    private static function quote(string $name, string $quote): string
    {
        return $quote . \str_replace($quote, $quote . $quote, $name) . $quote;
    }
}
