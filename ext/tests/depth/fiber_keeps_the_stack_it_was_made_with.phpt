--TEST--
The depth limit in a fiber follows the stack that it was made with, not what the ini setting says later
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (getenv("SKIP_ASAN")) {
    die("skip sanitized frames do not fit into a small stack");
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

ini_set('fiber.stack_size', '256K');
$fiber = new Fiber(static function (): void {
    Fiber::suspend();
    $chain = chain('list', 4000);
    try {
        brine_serialize($chain);
    } catch (Brine\EncodeException $exception) {
        $limit = PHP_DEBUG ? 123 : (PHP_INT_SIZE === 8 ? 492 : 385);
        var_dump(explode(' at $', $exception->getMessage())[0] === "the value is nested deeper than $limit levels");
    }
    take_apart($chain);
});
$fiber->start();
ini_set('fiber.stack_size', '64M');
$fiber->resume();
?>
--EXPECT--
bool(true)
