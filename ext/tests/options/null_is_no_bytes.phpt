--TEST--
Null, which the client of a cache returns for a missing entry, is no bytes: an exception of the decoder, and no TypeError, in files of both kinds
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

echo thrown(static fn () => brine_unserialize(null)), "\n";
echo thrown(static fn () => brine_unserialize(null, ['resident' => true])), "\n";
echo thrown(static fn () => brine_unserialize(null, ['open' => static fn (string $payload): string => "\xC1\x10\x05$payload"])), "\n";
var_dump(brine_unserialize_signed(null, 'key'));
echo thrown(static fn () => brine_msgpack_unpack(null)), "\n";
eval('echo thrown(static fn () => brine_unserialize(null)), "\n";');
?>
--EXPECT--
Brine\DecodeException: The payload is empty: was the cache entry missing (false)?
Brine\DecodeException: The payload is empty: was the cache entry missing (false)?
nothing is thrown
NULL
Brine\MessagePack\Exception\InsufficientDataException: the message ends too early at byte 0
Brine\DecodeException: The payload is empty: was the cache entry missing (false)?
