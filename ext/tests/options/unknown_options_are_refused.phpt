--TEST--
An unknown option, a numbered one or one in other letters is a ValueError: a mistyped allowed_classes must not allow everything
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

foreach (['unknown', 'Allowed_Classes', 'MAX_DEPTH', ' max_depth', '', 0] as $name) {
    foreach ([[$name => false], ['max_depth' => 5, $name => false]] as $options) {
        echo thrown(static fn () => brine_unserialize("\xC1\x10\x05", $options)), "\n";
    }
}
?>
--EXPECT--
ValueError: brine_unserialize(): Unknown option "unknown": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option "unknown": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option "Allowed_Classes": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option "Allowed_Classes": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option "MAX_DEPTH": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option "MAX_DEPTH": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option " max_depth": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option " max_depth": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option "": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option "": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option 0: there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
ValueError: brine_unserialize(): Unknown option 0: there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
