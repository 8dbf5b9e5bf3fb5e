--TEST--
A class that brine.allowed_classes lacks is neither loaded nor built by any function, in both formats, resident or not
--EXTENSIONS--
brine
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
declare(strict_types=1);

namespace App;

require __DIR__ . '/gadgets.inc';

const KEY = 'a key of sixteen';

/** @return array<string, \Closure(): mixed> by name, what reads a value in a list */
function readers(mixed $value): array
{
    $value = ['list' => [$value]];
    $brine = unseen(brine_serialize($value));
    $igbinary = unseen(brine_igbinary_serialize($value));
    // Signed as it was written, with a class that is known.
    $signed = brine_serialize_signed($value, KEY);

    return [
        'brine' => static fn () => brine_unserialize($brine),
        'options' => static fn () => brine_unserialize($brine, ['max_depth' => 10]),
        'open' => static fn () => brine_unserialize(strrev($brine), ['open' => strrev(...)]),
        'resident' => static fn () => brine_unserialize($brine, ['resident' => true]),
        'igbinary' => static fn () => brine_igbinary_unserialize($igbinary),
        'signed' => static fn () => brine_unserialize_signed($signed, KEY),
        'signed, resident' => static fn () => brine_unserialize_signed($signed, KEY, ['resident' => true]),
    ];
}

/** @param \Closure(): mixed $read */
function outcome(\Closure $read): string
{
    try {
        $read();

        return 'read';
    } catch (\Brine\DecodeException $error) {
        return "{$error->getReason()} {$error->getPath()} " . strtok($error->getMessage(), '(');
    }
}

$lines = [];
foreach (gadgets() as $kind => $gadget) {
    foreach (readers($gadget) as $name => $read) {
        unset($gadget);
        Events::taken();
        // Resident from the third time on: then a hit is refused too.
        ini_set('brine.allowed_classes', '');
        for ($i = 0; $i < 4; $i++) {
            $free = outcome($read);
        }
        $did = Events::taken();
        $outcomes = [];
        foreach (['none', 'App\Loade, App\Wake\*, App\Suits, App2\*', 'App\Suit\*'] as $list) {
            ini_set('brine.allowed_classes', $list);
            for ($i = 0; $i < 4; $i++) {
                $outcomes[outcome($read) . '/ ' . Events::taken()] = true;
            }
        }
        ini_set('brine.allowed_classes', 'aPP\*');
        $listed = outcome($read);
        Events::taken();
        $lines["$kind: $free, " . strtok($did, ' ') . "; $listed; " . implode(' OR ', array_keys($outcomes))][] = $name;
    }
}
foreach ($lines as $line => $names) {
    echo "$line\n    ", implode('; ', $names), "\n";
}
?>
--EXPECT--
wakeup: read, wakeup; read; bad_class $value['list'][0] the class App\Wakes is not allowed / -
    brine; options; open; resident; igbinary; signed; signed, resident
unserialize: read, unserialize; read; bad_class $value['list'][0] the class App\Unserializes is not allowed / -
    brine; options; open; resident; igbinary; signed; signed, resident
destruct: read, destruct; read; bad_class $value['list'][0] the class App\Destructs is not allowed / -
    brine; options; open; resident; igbinary; signed; signed, resident
Serializable: read, Serializable; read; bad_class $value['list'][0] the class App\Legacy is not allowed / -
    brine; options; open; resident; igbinary; signed; signed, resident
enum: read, -; read; bad_class $value['list'][0] the class App\Suit is not allowed / -
    brine; options; open; resident; igbinary; signed; signed, resident
loader: read, load:App\Unseen; read; bad_class $value['list'][0] the class App\Unseen is not allowed / -
    brine; options; open; resident; igbinary
loader: read, -; read; bad_class $value['list'][0] the class App\Loaded is not allowed / -
    signed; signed, resident
