--TEST--
4,096 levels with a reference in each go through both directions and are freed again, also in a fiber; one more is refused by both
--EXTENSIONS--
brine
--SKIPIF--
<?php
require __DIR__ . '/../most_levels.inc';
if (most_levels() < 2 * 4096) {
    die('skip fewer may be freed here');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

echo on_both_stacks(static fn (): string => deepest_there_and_back('reference')), "\n";
?>
--EXPECT--
reference: 4096 levels; the value is nested deeper than max_depth (4095) at byte 8192; the value is nested deeper than 4096 levels
