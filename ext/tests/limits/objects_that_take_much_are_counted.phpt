--TEST--
What PHP makes of an object of its own classes is counted as memory: exceptions note where they were made
--EXTENSIONS--
brine
--INI--
memory_limit=128M
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') {
    die('skip PHP does not know what an object takes without its own allocator');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/payloads.inc';

function deeper(int $levels, callable $call): string
{
    return $levels === 0 ? $call() : deeper($levels - 1, $call);
}

// So many that they are refused for what PHP makes of each, which is less in PHP 8.6 and where pointers have 32 bits, and not for what the payload says of them.
$rows = ['Exception' => 200_000, 'Error' => 200_000, 'ArrayObject' => 200_000, 'SplObjectStorage' => 400_000, 'SplDoublyLinkedList' => 400_000];
foreach ($rows as $class => $count) {
    // Eight rows for each byte, and no columns.
    $payload = "\xC1\x10\xED" . uv($count) . "\x00\xF0" . bstr($class) . "\x00" . str_repeat("\x00", intdiv($count, 8));
    $refused = deeper(50, static fn (): string => thrown(static fn () => brine_unserialize($payload)));
    // How many there were is PHP's.
    echo "$class: ", preg_replace('/ \(\d+\)|, in .*/', '', $refused), "\n";
}
?>
--EXPECT--
Exception: Brine\DecodeException: the value takes more memory than max_memory allows at byte 2
Error: Brine\DecodeException: the value takes more memory than max_memory allows at byte 2
ArrayObject: Brine\DecodeException: the value takes more memory than max_memory allows at byte 2
SplObjectStorage: Brine\DecodeException: the value takes more memory than max_memory allows at byte 2
SplDoublyLinkedList: Brine\DecodeException: the value takes more memory than max_memory allows at byte 2
