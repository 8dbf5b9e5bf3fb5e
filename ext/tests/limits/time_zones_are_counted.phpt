--TEST--
Each spelling of a time zone is counted, since PHP keeps what it reads for it, also where a user's hook may hand it on
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/payloads.inc';

class OwnZone extends DateTimeZone
{
    public function __unserialize(array $data): void
    {
        parent::__unserialize($data);
    }
}

class OwnObject extends ArrayObject
{
    public function __unserialize(array $data): void
    {
        parent::__unserialize($data);
    }
}

function outcome(string $payload, array $options = []): string
{
    try {
        return get_debug_type(brine_unserialize($payload, $options));
    } catch (Brine\DecodeException $exception) {
        return $exception->getReason();
    }
}

/** A zone in so many spellings. */
function spellings(string $zone, int $count): array
{
    $spellings = [];
    for ($i = 0; $i < $count; $i++) {
        $spelling = $zone;
        foreach (str_split(strrev(decbin($i))) as $at => $bit) {
            $spelling[$at] = $bit === '1' ? strtoupper($zone[$at]) : $zone[$at];
        }
        $spellings[] = $spelling;
    }

    return $spellings;
}

/** A list of objects of a class, in the form of CUSTOM, one for each of the zones. */
function zones(string $class, array $strings): string
{
    $payload = "\xC1\x10\xE8" . uv(count($strings)) . "\xF1" . bstr($class);
    $shape = "\xE9\x02" . bstr('timezone_type') . bstr('timezone');
    foreach ($strings as $i => $string) {
        $payload .= ($i === 0 ? $shape : "\xB0\xB1") . "\x03" . bstr($string);
    }

    return $payload;
}

$limit = ['max_memory' => 4_000_000];
foreach (['DateTimeZone', 'OwnZone'] as $class) {
    echo "$class, one spelling: ", outcome(zones($class, ['asia/jerusalem']), $limit), "\n";
    $before = memory_get_usage();
    echo "$class, many spellings: ", outcome(zones($class, spellings('africa/casablanca', 1000)), $limit), "\n";
    var_dump(memory_get_usage() - $before < 100_000);
    $again = "\xC1\x10\xE8" . uv(2001) . "\xF1" . bstr($class) . "\xE9\x02" . bstr('timezone_type') . bstr('timezone') . "\x03" . bstr('Europe/Berlin');
    echo "$class, the same: ", outcome($again . str_repeat("\xB0\xB1\x03\x63", 2000), $limit), "\n";
}

// Dates without a letter are not.
$dates = "\xC1\x10\xE8" . uv(2000);
for ($i = 0; $i < 2000; $i++) {
    $dates .= ($i === 0 ? "\xF1" . bstr('DateTime') . "\xE9\x03" . bstr('date') . bstr('timezone_type') . bstr('timezone') : "\xB0\xB1")
        . bstr(sprintf('%04d-05-06 07:08:09.101112', $i)) . "\x01" . bstr('+02:00');
}
echo 'dates: ', outcome($dates, $limit), "\n";

// What a hook may hand on counts as for the class itself.
$members = "\xE9" . uv(500) . implode('', array_map(static fn (int $i): string => bstr("m$i"), range(1, 500))) . str_repeat("\xD8", 500);
foreach (['ArrayObject', 'OwnObject'] as $class) {
    $payload = "\xC1\x10\xE8" . uv(501) . $members . "\xF1" . bstr($class) . "\xC3\x00\xE7\xD0\x01\xD8" . str_repeat("\xB1\xC3\x00\xE7\xD0\x01\xD8", 499);
    echo "$class: ", outcome($payload, $limit), "\n";
}
?>
--EXPECT--
DateTimeZone, one spelling: array
DateTimeZone, many spellings: max_memory
bool(true)
DateTimeZone, the same: array
OwnZone, one spelling: array
OwnZone, many spellings: max_memory
bool(true)
OwnZone, the same: array
dates: array
ArrayObject: max_memory
OwnObject: max_memory
