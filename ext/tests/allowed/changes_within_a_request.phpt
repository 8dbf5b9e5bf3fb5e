--TEST--
A change of brine.allowed_classes counts from the next value on, although classes and resident values are known by then
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

class Pair
{
    public int $first = 1;
    public int $second = 2;
}

$payload = brine_serialize([new Pair()]);
$outcomes = static function (array $options = []) use ($payload): string {
    $seen = [];
    for ($i = 0; $i < 5; $i++) {
        $seen[thrown(static function () use ($payload, $options): void {
            throw new Exception(get_debug_type(brine_unserialize($payload, $options)[0]));
        })] = true;
    }

    return implode(' OR ', array_keys($seen)) . "\n";
};

foreach ([[], ['resident' => true]] as $options) {
    echo json_encode($options), "\n";
    foreach (['', 'none', 'Pair', 'Pai', 'pair', 'Other\*', ''] as $list) {
        ini_set('brine.allowed_classes', $list);
        echo "\"$list\": ", $outcomes($options);
        // Neither leaves behind that the class is allowed.
        foreach ([true, ['Pair']] as $own) {
            echo '    ', $outcomes(['allowed_classes' => $own] + $options);
            echo '    ', $outcomes($options);
        }
    }
    ini_set('brine.allowed_classes', 'none');
    ini_set('brine.allowed_classes_report', '1');
    ini_set('error_log', '/dev/null');
    echo 'report: ', $outcomes($options);
    ini_set('brine.allowed_classes_report', '0');
    echo 'no report: ', $outcomes($options);
    ini_restore('brine.allowed_classes');
    echo 'restored: ', $outcomes($options);
}

// A loader narrows the list while it loads a class that was allowed.
spl_autoload_register(static function (string $class): void {
    ini_set('brine.allowed_classes', 'Pair');
    class_alias(Pair::class, $class);
});
ini_set('brine.allowed_classes', 'Late, Other, Pair');
$late = str_replace("\x23Pair", "\x23Late", $payload);
$seen = [];
for ($i = 0; $i < 4; $i++) {
    echo thrown(static fn () => brine_unserialize($late)), "\n";
}
// And the hook of a resident value, between two hits.
class Narrows
{
    public int $number = 1;

    public function __wakeup(): void
    {
        ini_set('brine.allowed_classes', 'none');
    }
}
ini_set('brine.allowed_classes', 'Pair, Narrows');
$payload = brine_serialize([new Pair(), new Narrows()]);
for ($i = 0; $i < 4; $i++) {
    ini_set('brine.allowed_classes', 'Pair, Narrows');
    echo get_debug_type(brine_unserialize($payload, ['resident' => true])[1]), ' ';
    echo thrown(static fn () => brine_unserialize($payload, ['resident' => true])), "\n";
}
?>
--EXPECT--
[]
"": Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
"none": Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
"Pair": Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
"Pai": Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
"pair": Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
"Other\*": Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
"": Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
report: Exception: Pair
no report: Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
restored: Exception: Pair
{"resident":true}
"": Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
"none": Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
"Pair": Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
"Pai": Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
"pair": Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
"Other\*": Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
    Exception: Pair
    Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
"": Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
    Exception: Pair
report: Exception: Pair
no report: Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
restored: Exception: Pair
nothing is thrown
Brine\DecodeException: the class Late is not allowed (brine.allowed_classes) at byte 4, in $value[0]
Brine\DecodeException: the class Late is not allowed (brine.allowed_classes) at byte 4, in $value[0]
Brine\DecodeException: the class Late is not allowed (brine.allowed_classes) at byte 4, in $value[0]
Narrows Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
Narrows Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
Narrows Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
Narrows Brine\DecodeException: the class Pair is not allowed (brine.allowed_classes) at byte 4, in $value[0]
