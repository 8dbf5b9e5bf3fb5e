--TEST--
Names that repeat one long string under a scope are counted as elements before they are read, and as memory for each use
--EXTENSIONS--
brine
--INI--
memory_limit=128M
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/payloads.inc';

/** An object with a long name again and again. */
function names(string $scope, int $count, string $name): string
{
    return "\xC1\x10\xF0\x20X" . uv($count) . $scope . bstr($name) . str_repeat("\x60", $count - 1) . str_repeat("\xD8", $count);
}

$long = str_repeat('a', 12_000);
foreach (['protected' => "\x01", 'private' => "\x02", 'private of another class' => "\x03\x20Y", 'public' => ''] as $scope => $byte) {
    $payload = names($byte, 25_000, $long);
    echo "$scope: ", thrown(static fn () => brine_unserialize($payload, ['max_elements' => 10])), "\n";
    echo '  ', preg_replace('/byte .*/', 'byte …', thrown(static fn () => brine_unserialize($payload))), "\n";
    echo '  in a table: ', preg_replace('/byte .*/', 'byte …', thrown(static fn () => brine_unserialize("\xC1\x10\xED\x08\x00" . substr($payload, 2)))), "\n";
}
// Where the scope of a mangled name ends is looked for in all of it.
$payload = names('', 25_000, "\0" . $long);
echo 'mangled: ', preg_replace('/byte .*/', 'byte …', thrown(static fn () => brine_unserialize($payload))), "\n";
// A scope again and again.
$payload = "\xC1\x10\xC2" . bstr($long) . "\xF0\x20X" . uv(20_000) . str_repeat("\x03\x60\x20n", 20_000) . str_repeat("\xD8", 20_000);
echo 'scopes: ', preg_replace('/byte .*/', 'byte …', thrown(static fn () => brine_unserialize($payload))), "\n";
// Names of other shapes add up.
$payload = "\xC1\x10\xE8" . uv(3000) . "\xF0\x20X\x01\x01" . bstr($long) . "\xD8" . str_repeat("\xF0\x20X\x01\x01\x60\xD8", 2999);
echo 'shapes: ', preg_replace('/byte .*/', 'byte …', thrown(static fn () => brine_unserialize($payload, ['max_memory' => 1 << 25]))), "\n";
?>
--EXPECT--
protected: Brine\DecodeException: the value has more elements than max_elements (10) at byte 2
  Brine\DecodeException: the value takes more memory than max_memory allows (49429504) at byte …
  in a table: Brine\DecodeException: the value takes more memory than max_memory allows (49430272) at byte …
private: Brine\DecodeException: the value has more elements than max_elements (10) at byte 2
  Brine\DecodeException: the value takes more memory than max_memory allows (49429504) at byte …
  in a table: Brine\DecodeException: the value takes more memory than max_memory allows (49430272) at byte …
private of another class: Brine\DecodeException: the value has more elements than max_elements (10) at byte 2
  Brine\DecodeException: the value takes more memory than max_memory allows (49430016) at byte …
  in a table: Brine\DecodeException: the value takes more memory than max_memory allows (49430784) at byte …
public: Brine\DecodeException: the value has more elements than max_elements (10) at byte 2
  Brine\DecodeException: a property name occurs twice at byte …
  in a table: Brine\DecodeException: a property name occurs twice at byte …
mangled: Brine\DecodeException: the value takes more memory than max_memory allows (49429504) at byte …
scopes: Brine\DecodeException: the value takes more memory than max_memory allows (62229760) at byte …
shapes: Brine\DecodeException: the value takes more memory than max_memory allows (33554432) at byte …
