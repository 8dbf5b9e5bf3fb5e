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
$payload = "\xC1\x10\xE8" . uv($count);
for ($i = 0; $i < $count; $i++) {
    $payload .= "\xF0" . bstr($name ^ strtr(sprintf('%026b', $i), ['0' => "\0", '1' => ' '])) . "\x00";
}
echo changes(static fn (): mixed => brine_unserialize($payload, RESIDENT)), "\n";
echo changes(static fn (): mixed => brine_unserialize($payload, RESIDENT)), "\n";
$value = brine_unserialize($payload, RESIDENT);
echo count($value), ' of ', implode(', ', array_unique(array_map(get_class(...), $value))), "\n";
?>
--EXPECT--
misses 1
misses 1, admitted 1, entries 1, templates 1
150000 of OrdinaryClassWithALongName
