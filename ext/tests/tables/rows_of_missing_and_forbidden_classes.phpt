--TEST--
Rows of a class that is missing or not allowed are incomplete objects, which give the original ones when they are encoded again
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Base
{
    private int $own = 1;
    protected string $half = 'half';
}
final class Row extends Base
{
    private int $own = 2;
    public static int $woken = 0;

    public function __construct(public int $id, public ?string $name)
    {
    }

    public function __wakeup(): void
    {
        self::$woken++;
    }
}

$rows = array_map(static fn (int $i): Row => new Row($i, $i % 4 ? "n$i" : null), range(0, 19));
$text = serialize($rows);
foreach (['list' => $rows, 'keyed' => array_combine(range(1, 20), $rows)] as $name => $table) {
    $payload = brine_serialize($table);
    $gone = str_replace('Row', 'Gon', $payload);
    foreach (['forbidden' => [$payload, 'Row'], 'missing' => [$gone, 'Gon']] as $kind => [$bytes, $class]) {
        foreach ([false, ['Base', 'stdClass']] as $allowed) {
            $decoded = brine_unserialize($bytes, ['allowed_classes' => $allowed]);
            $native = unserialize(str_replace('Row', $class, serialize($table)), ['allowed_classes' => $allowed]);
            $back = brine_unserialize(str_replace('Gon', 'Row', brine_serialize($decoded)));
            var_dump(print_r($decoded, true) === print_r($native, true), serialize($back) === serialize($table));
            Row::$woken = 0;
        }
    }
    var_dump(brine_unserialize($gone)[7]::class, Row::$woken);
    Row::$woken = 0;
    var_dump(serialize(brine_unserialize(brine_serialize(brine_unserialize($payload, ['allowed_classes' => false])))) === serialize($table));
    var_dump(Row::$woken);
    Row::$woken = 0;
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(22) "__PHP_Incomplete_Class"
int(0)
bool(true)
int(20)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(22) "__PHP_Incomplete_Class"
int(0)
bool(true)
int(20)
