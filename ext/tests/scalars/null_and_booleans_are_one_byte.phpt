--TEST--
null and booleans are one byte after the header and come back with their type
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

foreach ([null, false, true] as $value) {
    echo bin2hex(brine_serialize($value)), ' ';
    var_dump(brine_unserialize(brine_serialize($value)));
}
?>
--EXPECT--
c110d8 NULL
c110d9 bool(false)
c110da bool(true)
