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
    $chain = chain('list', 1000);
    try {
        brine_serialize($chain);
    } catch (Brine\EncodeException $exception) {
        $limit = intdiv(256 * 1024 - 64 * 1024, (in_array(php_uname("m"), ["x86_64", "i686", "aarch64"], true) ? 768 : 1920) * (PHP_DEBUG ? 4 : 1)) + 1;
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
