--TEST--
Rows that are arrays are encoded as they were when encoding began, as with native, although a hook in a cell changes them
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Changer
{
    public static ?Closure $change = null;

    public function __construct(public int $id = 0)
    {
    }

    public function __serialize(): array
    {
        (self::$change)();

        return ['id' => $this->id];
    }

    public function __unserialize(array $data): void
    {
        $this->id = $data['id'];
    }
}

$table = static fn (): array => array_map(
    static fn (int $i): array => ['id' => $i, 'name' => "n$i", 'cell' => $i % 4 === 1 ? new Changer($i) : null],
    range(0, 15),
);
$changes = [
    'a later row' => static function () use (&$list): void {
        $list[14]['id'] = 'changed';
    },
    'an earlier row' => static function () use (&$list): void {
        $list[0]['id'] = 'changed';
    },
    'the row itself' => static function () use (&$list): void {
        $list[1]['name'] = 'changed';
    },
    'no rows' => static function () use (&$list): void {
        $list = [];
    },
    'other rows' => static function () use (&$list): void {
        $list = array_map(static fn (array $row): array => array_reverse($row, true), $list);
    },
];
foreach ($changes as $name => $change) {
    Changer::$change = $change;
    $list = $table();
    $native = serialize($list);
    $list = $table();
    $payload = brine_serialize($list);
    Changer::$change = static function (): void {
    };
    echo $name, ': ', json_encode(serialize(brine_unserialize($payload)) === $native), "\n";
}
?>
--EXPECT--
a later row: true
an earlier row: true
the row itself: true
no rows: true
other rows: true
