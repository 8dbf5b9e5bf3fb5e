--TEST--
An entry of APCu with a class that brine.allowed_classes lacks is refused and stays; nothing of it is loaded or built
--EXTENSIONS--
brine
apcu
--INI--
apc.enable_cli=1
apc.serializer=brine
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
declare(strict_types=1);

namespace App;

require __DIR__ . '/gadgets.inc';
require __DIR__ . '/../round_trip.inc';

foreach (gadgets() as $kind => $gadget) {
    apcu_store($kind, ['list' => [$gadget]]);
    unset($gadget);
    $outcomes = [];
    foreach (['', 'none', 'Other\*, App\Wake, App\Suits', 'App\*', 'none', ''] as $list) {
        ini_set('brine.allowed_classes', $list);
        Events::taken();
        // Resident from the third time on.
        for ($i = 0; $i < 4; $i++) {
            $outcomes[$list][] = thrown(static fn () => apcu_fetch($kind)) . ' / ' . Events::taken();
        }
    }
    foreach ($outcomes as $list => $seen) {
        echo "$kind, \"$list\": ", implode(' OR ', array_unique($seen)), "\n";
    }
}
ini_set('brine.allowed_classes', 'none');
ini_set('brine.allowed_classes_report', '1');
$log = tempnam(sys_get_temp_dir(), 'brine');
ini_set('error_log', $log);
echo get_debug_type(apcu_fetch('loader')['list'][0]), ' ', preg_replace('/^\[.*?\] /', '', file_get_contents($log));
unlink($log);
?>
--EXPECT--
wakeup, "": nothing is thrown / wakeup
wakeup, "none": Brine\DecodeException: the class App\Wakes is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
wakeup, "Other\*, App\Wake, App\Suits": Brine\DecodeException: the class App\Wakes is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
wakeup, "App\*": nothing is thrown / wakeup
unserialize, "": nothing is thrown / unserialize
unserialize, "none": Brine\DecodeException: the class App\Unserializes is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
unserialize, "Other\*, App\Wake, App\Suits": Brine\DecodeException: the class App\Unserializes is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
unserialize, "App\*": nothing is thrown / unserialize
destruct, "": nothing is thrown / destruct
destruct, "none": Brine\DecodeException: the class App\Destructs is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
destruct, "Other\*, App\Wake, App\Suits": Brine\DecodeException: the class App\Destructs is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
destruct, "App\*": nothing is thrown / destruct
Serializable, "": nothing is thrown / Serializable
Serializable, "none": Brine\DecodeException: the class App\Legacy is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
Serializable, "Other\*, App\Wake, App\Suits": Brine\DecodeException: the class App\Legacy is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
Serializable, "App\*": nothing is thrown / Serializable
enum, "": nothing is thrown / -
enum, "none": Brine\DecodeException: the class App\Suit is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
enum, "Other\*, App\Wake, App\Suits": Brine\DecodeException: the class App\Suit is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
enum, "App\*": nothing is thrown / -
loader, "": nothing is thrown / -
loader, "none": Brine\DecodeException: the class App\Loaded is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
loader, "Other\*, App\Wake, App\Suits": Brine\DecodeException: the class App\Loaded is not allowed (brine.allowed_classes) at byte 11, in $value['list'][0] / -
loader, "App\*": nothing is thrown / -
App\Loaded brine.allowed_classes would refuse App\Loaded (APCu)
