--TEST--
Rows that hold very deep arrays are refused for their depth, on the main stack and in a fiber
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (getenv('SKIP_ASAN')) {
    die('skip sanitized frames are larger');
}
?>
--INI--
memory_limit=1G
--FILE--
<?php
declare(strict_types=1);

final class Row
{
    public function __construct(public int $id, public mixed $value, public bool $on = true) {}
}

$deep = [];
for ($i = 0; $i < 60000; ++$i) {
    $deep = [$deep];
}
$rows = [];
for ($i = 0; $i < 6000; ++$i) {
    $rows[] = new Row($i, $i === 3000 ? $deep : [$i]);
}
$attempt = static function () use ($rows): void {
    try {
        brine_serialize($rows);
    } catch (Brine\EncodeException $exception) {
        echo substr($exception->getMessage(), 0, 31), "\n";
    }
};
$attempt();
(new Fiber($attempt))->start();
// Taken apart from the outside: PHP frees nested arrays recursively.
$rows = $attempt = null;
while ($deep) {
    $deep = $deep[0];
}
echo "done\n";
?>
--EXPECT--
the value is nested deeper than
the value is nested deeper than
done
