--TEST--
The path of an error that thousands of levels lead to, or a long key, is shortened; bytes that nobody can read are escaped
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/** Nests arrays many times, alternating the keys. */
function around(mixed $value, int $levels, array $keys): array
{
    for ($i = $levels - 1; $i >= 0; $i--) {
        $value = [$keys[$i % count($keys)] => $value];
    }

    return $value;
}

/** The path that both directions say, each at the end of its message. */
function path_of(callable $around): string
{
    try {
        brine_serialize($around(static fn () => 1));
    } catch (Brine\EncodeException $exception) {
        $encoding = $exception->getPath();
        assert(str_ends_with($exception->getMessage(), " at $encoding"));
    }
    // An unknown tag in the place of the innermost value, which the payload ends with.
    try {
        brine_unserialize(substr(brine_serialize($around(null)), 0, -1) . "\xFF");
    } catch (Brine\DecodeException $exception) {
        $decoding = $exception->getPath();
        assert(str_ends_with($exception->getMessage(), ", in $decoding"));
    }

    return $encoding === $decoding ? $encoding : "$encoding, but $decoding";
}

$long = str_repeat('k', 1_000_000);
$values = [
    'deep' => static fn ($v) => around($v, 4000, ['key']),
    'deep list' => static fn ($v) => around($v, 1000, [0]),
    '200 bytes' => static fn ($v) => ['x' => around($v, 21, [1234567])],
    '201 bytes' => static fn ($v) => ['xx' => around($v, 21, [1234567])],
    'a long key' => static fn ($v) => [$long => $v],
    'a key of 100 bytes' => static fn ($v) => [substr($long, 0, 100) => $v],
    'a key of 101 bytes' => static fn ($v) => [substr($long, 0, 101) => $v],
    'a long key of characters' => static fn ($v) => ['k' . str_repeat('é', 51) => $v],
    'a long key around one around much' => static fn ($v) => [$long => [$long => around($v, 20, ['key'])]],
    'a long key deep inside' => static fn ($v) => around([$long => $v], 40, ['key', 5]),
    'control characters' => static fn ($v) => ["a\0b\n\x7F" => $v],
    'no UTF-8' => static fn ($v) => ["\xFFx\xC3" => ["\xE2\x82" => ["\xE2\x82\xAC" => ["\xED\xA0\x80" => $v]]]],
    'property' => static fn ($v) => (object) ["line\nbreak" => (object) [$long => $v]],
];
foreach ($values as $name => $around) {
    echo $name, ': ', path_of($around), "\n";
}
?>
--EXPECT--
deep: $value['key']['key']['key']['key']['key']['key']['key']['key']['key']['key']['key']['key']['key']['key']['key']['key'][…]['key']['key']['key']['key']['key']['key']['key']['key']['key']['key']['key']
deep list: $value[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][…][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]
200 bytes: $value['x'][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567]
201 bytes: $value['xx'][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567][…][1234567][1234567][1234567][1234567][1234567][1234567][1234567][1234567]
a long key: $value['kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…']
a key of 100 bytes: $value['kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk']
a key of 101 bytes: $value['kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…']
a long key of characters: $value['kééééééééééééééééééééééééééééééééééééééééééééééééé…']
a long key around one around much: $value['kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…'][…]['key']['key']['key']['key']['key']['key']['key']['key']['key']['key']['key']
a long key deep inside: $value['key'][5]['key'][5]['key'][5]['key'][5]['key'][5]['key'][5]['key'][5]['key'][5]['key'][5]['key'][5]['key'][5][…]['kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…']
control characters: $value['a\x00b\x0A\x7F']
no UTF-8: $value['\xFFx\xC3']['\xE2\x82']['€']['\xED\xA0\x80']
property: $value->line\x0Abreak->kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…
