--TEST--
A value that names one class in very many ways is kept in time that grows with its bytes
--EXTENSIONS--
brine
--INI--
brine.resident_memory=256M
memory_limit=512M
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../limits/payloads.inc';
require __DIR__ . '/resident.inc';

final class OrdinaryClassWithALongName
{
}
// To compare each name with all before it would take minutes.
$count = 150_000;
$name = strtolower('OrdinaryClassWithALongName');
$spellings = array_map(static fn (int $i): string => $name ^ strtr(sprintf('%026b', $i), ['0' => "\0", '1' => ' ']), range(1, $count));
$payload = "\xC1\x10\xE8" . uv($count) . implode('', array_map(static fn (string $spelling): string => "\xF0" . bstr($spelling) . "\x00", $spellings));
echo changes(static fn (): mixed => brine_unserialize($payload, RESIDENT)), "\n";
echo changes(static fn (): mixed => brine_unserialize($payload, RESIDENT)), "\n";
$value = brine_unserialize($payload, RESIDENT);
echo count($value), ' of ', implode(', ', array_unique(array_map(get_class(...), $value))), "\n";
?>
--EXPECT--
misses 1
misses 1, admitted 1, entries 1, templates 1
150000 of OrdinaryClassWithALongName
