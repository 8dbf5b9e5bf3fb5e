--TEST--
With brine.resident_memory=0 the option changes nothing; the setting is the system's alone
--EXTENSIONS--
brine
--INI--
brine.resident_memory=0
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/resident.inc';

$payload = brine_serialize(['a' => [1, 2]]);
echo changes(static function () use ($payload): void {
    for ($i = 0; $i < 5; $i++) {
        var_dump(brine_unserialize($payload, RESIDENT) === ['a' => [1, 2]]);
    }
}), "\n";
var_dump(brine_resident_status()['limit'], @ini_set('brine.resident_memory', '1M'), ini_get_all('brine')['brine.resident_memory']['access'] === INI_SYSTEM);
foreach ([1, 'yes', null, [], 1.0] as $wrong) {
    echo thrown(static fn () => brine_unserialize($payload, ['resident' => $wrong])), "\n";
}
echo thrown(static fn () => brine_unserialize_signed('', 'key of this test', ['resident' => 1])), "\n";
echo thrown(static fn () => brine_serialize_signed('', 'key of this test', ['resident' => true])), "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
nothing
int(0)
bool(false)
bool(true)
TypeError: brine_unserialize(): Option "resident" must be of type bool, int given
TypeError: brine_unserialize(): Option "resident" must be of type bool, string given
TypeError: brine_unserialize(): Option "resident" must be of type bool, null given
TypeError: brine_unserialize(): Option "resident" must be of type bool, array given
TypeError: brine_unserialize(): Option "resident" must be of type bool, float given
TypeError: brine_unserialize_signed(): Option "resident" must be of type bool, int given
ValueError: brine_serialize_signed(): Unknown option "resident": there are "dictionary", "context", "layouts"
