--TEST--
Hooks of rows and of objects in their cells run in native's order, row after row
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$log = [];
trait Logs
{
    public function __construct(public string $name = '', public mixed $a = null, public mixed $b = null)
    {
    }

    private function log(string $hook): void
    {
        $GLOBALS['log'][] = "$hook $this->name";
    }
}
final class Magic
{
    use Logs;

    public function __serialize(): array
    {
        $this->log('serialize');

        return ['name' => $this->name, 'a' => $this->a, 'b' => $this->b];
    }

    public function __unserialize(array $data): void
    {
        ['name' => $this->name, 'a' => $this->a, 'b' => $this->b] = $data;
        $this->log('unserialize');
    }
}
final class Waking
{
    use Logs;

    public function __wakeup(): void
    {
        $this->log('wakeup');
    }
}
final class Sleeper
{
    use Logs;

    public function __sleep(): array
    {
        $this->log('sleep');

        return ['b', 'name'];
    }
}
final class Given
{
    use Logs;

    public function __unserialize(array $data): void
    {
        $this->name = $data['name'];
        $this->log('unserialize');
    }
}

$rows = static fn (Closure $row): array => array_map($row, range(0, 9));
$shared = new Waking('shared');
$tables = [
    'in cells' => $rows(static fn (int $i): array => ['id' => $i, 'first' => new Waking("first $i"), 'on' => true, 'second' => new Magic("second $i", new Sleeper("third $i"))]),
    'rows with __wakeup' => $rows(static fn (int $i): Waking => new Waking("row $i", $i, $i % 3 ? $shared : new Waking("inner $i"))),
    'rows with __unserialize' => $rows(static fn (int $i): Given => new Given("row $i", $i, [$i])),
    'rows with both' => $rows(static fn (int $i): Magic => new Magic("row $i", $i, $i % 2 ? $shared : null)),
    'rows with __sleep' => $rows(static fn (int $i): Sleeper => new Sleeper("row $i", $i, new Magic("inner $i"))),
    'in arrays in cells' => $rows(static fn (int $i): array => ['id' => $i, 'list' => [new Waking("w $i"), ['x' => new Magic("m $i")]]]),
    'in deviating rows' => array_replace(
        $rows(static fn (int $i): array => ['id' => $i, 'o' => new Waking("o $i")]),
        [3 => ['other' => new Magic('other 3')], 7 => new Magic('row 7', $shared)],
    ),
    'under keys' => array_combine(range(5, 14), $rows(static fn (int $i): array => ['id' => $i, 'o' => new Waking("o $i", $shared)])),
];
foreach ($tables as $name => $table) {
    $log = [];
    unserialize(serialize($table));
    $native = $log;
    $log = [];
    brine_unserialize(brine_serialize($table));
    echo $name, ': ', count($log), ', ', json_encode($log === $native), "\n";
    round_trip($table);
}
?>
--EXPECT--
in cells: 40, true
rows with __wakeup: 15, true
rows with __unserialize: 10, true
rows with both: 21, true
rows with __sleep: 30, true
in arrays in cells: 30, true
in deviating rows: 13, true
under keys: 11, true
