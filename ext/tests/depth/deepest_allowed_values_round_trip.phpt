--TEST--
4,096 levels go through both directions and are freed again, also in a fiber; one more is refused by both
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

foreach (['list', 'map', 'object', 'class', 'typed'] as $kind) {
    echo on_both_stacks(static fn (): string => deepest_there_and_back($kind)), "\n";
}
?>
--EXPECT--
list: 4096 levels; the value is nested deeper than max_depth (4095) at byte 4097; the value is nested deeper than 4096 levels
map: 4096 levels; the value is nested deeper than max_depth (4095) at byte 4103; the value is nested deeper than 4096 levels
object: 4096 levels; the value is nested deeper than max_depth (4095) at byte 4112; the value is nested deeper than 4096 levels
class: 4096 levels; the value is nested deeper than max_depth (4095) at byte 4114; the value is nested deeper than 4096 levels
typed: 4096 levels; the value is nested deeper than max_depth (4095) at byte 8209; the value is nested deeper than 4096 levels
