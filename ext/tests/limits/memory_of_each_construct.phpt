--TEST--
A byte of a payload takes no more memory than docs/security.md says, with each construct of the format
--EXTENSIONS--
brine
--INI--
memory_limit=512M
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0' || PHP_INT_SIZE < 8 || PHP_DEBUG) {
    die('skip measured with PHP\'s own allocator on 64 bits, which a debug build gives more to keep');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/constructs.inc';

const MOST = [
    'null in a list' => 24, 'string of two bytes' => 24, 'string again' => 24, 'empty array' => 24, 'list of one' => 120,
    'list of nine' => 48, 'map of one, shape again' => 200, 'map of nine, shape again' => 80, 'map of one, new shape' => 40,
    'array again' => 12, 'object without values' => 80, 'object of twenty properties, without values' => 410,
    'object of a missing class' => 500, 'object with one dynamic property' => 220, 'object, new shape' => 28,
    'object with a hook' => 80, 'object of PHP, array form' => 80, 'exception' => 700, 'enum case' => 12, 'object again' => 12,
    'reference' => 32, 'reference again' => 12, 'run of integers' => 24, 'run of booleans' => 170,
    'table of maps, a byte a row' => 400, 'table of lists, a byte a row' => 240, 'keyed table, a byte a row' => 270,
    'columns of values' => 40, 'class name, long' => 90, 'property name, long, of new shapes' => 90,
    'property name in a scope, long' => 700, 'key, long, of new shapes' => 60, 'keys that collide beside a long one' => 12,
    'array as properties' => 650,
    // Values without bytes of their own may take some 32 MiB, however long the payload is.
    'run without bytes' => 340, 'table of maps, a bit a row' => 1, 'table of objects, a bit a row' => 1,
];
set_error_handler(static fn (): bool => true);
foreach (constructs(100_000) as $name => $payload) {
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $reason = '';
    try {
        $value = brine_unserialize($payload);
    } catch (Brine\DecodeException $exception) {
        $reason = $exception->getReason();
        unset($exception);
    }
    $memory = (memory_get_peak_usage() - $before) / max(100_000, strlen($payload));
    unset($value);
    gc_collect_cycles();
    if ($reason !== '') {
        echo "$name: $reason\n";
    }
    if ($memory > MOST[$name]) {
        printf("%s: %d bytes for a byte\n", $name, $memory);
    }
}
?>
--EXPECT--
exception: max_memory
table of maps, a bit a row: max_memory
table of objects, a bit a row: max_memory
property name in a scope, long: max_memory
array as properties: max_memory
