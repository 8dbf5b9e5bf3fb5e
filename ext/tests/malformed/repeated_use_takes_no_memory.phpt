--TEST--
A thousand round trips, whole or failing, take no memory that is not given back
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/rich.inc';

$value = rich();
$payload = brine_serialize($value);
$use = static function () use ($value, $payload): void {
    $decoded = brine_unserialize(brine_serialize($value));
    $decoded = brine_unserialize($payload, ['allowed_classes' => ['Child', 'stdClass', 'Suit', 'Old']]);
    try {
        brine_unserialize(substr($payload, 0, -1));
    } catch (Brine\DecodeException) {
    }
    try {
        brine_unserialize($payload, ['max_depth' => 2, 'max_elements' => 10, 'allowed_classes' => ['Magic']]);
    } catch (Brine\DecodeException) {
    }
    try {
        brine_serialize([$value, static fn () => 1]);
    } catch (Brine\EncodeException) {
    }
    unset($decoded);
    gc_collect_cycles();
};
for ($i = 0; $i < 10; $i++) {
    $use();
}
$before = memory_get_usage();
for ($i = 0; $i < 1000; $i++) {
    $use();
}
var_dump(memory_get_usage() - $before);
?>
--EXPECT--
int(0)
