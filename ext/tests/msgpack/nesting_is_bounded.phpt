--TEST--
Nesting ends at the limit in both directions, on the main stack and in a fiber
--EXTENSIONS--
brine
--INI--
memory_limit=1G
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';
require __DIR__ . '/../depth/deep.inc';

use Brine\MessagePack\Exception\PackingFailedException;

function packed(mixed $value, ?callable $other = null): string
{
    try {
        return strlen(brine_msgpack_pack($value, 0, $other)) . ' bytes';
    } catch (PackingFailedException $exception) {
        return $exception->getReason();
    }
}

foreach (["\x91" => 'lists', "\x81\x01" => 'maps', "\x81\xA1a" => 'named maps', "\xDD\0\0\0\x01" => 'long lists'] as $head => $name) {
    echo "$name: ", on_both_stacks(static function () use ($head): string {
        $answers = [];
        foreach ([1, 4095, 4096, 4097, 1_000_000] as $depth) {
            $answer = unpacked(str_repeat($head, $depth) . "\xC0");
            $answers[] = $depth . ' ' . (str_contains($answer, ':') ? $answer : 'fine');
        }

        return implode(', ', $answers);
    }), "\n";
}
echo 'max_depth: ', unpacked("\x91\x91\x91\xC0", ['max_depth' => 2]), ', ', unpacked("\x91\x91\xC0", ['max_depth' => 2]), "\n";

function chain_of_references(int $depth): ?array
{
    $chain = null;
    while ($depth-- > 0) {
        $inner = $chain;
        $chain = [&$inner];
        unset($inner);
    }

    return $chain;
}

foreach (['list', 'map', 'reference'] as $kind) {
    $chains = [];
    foreach ([4096, 4097, 1_000_000] as $depth) {
        $chains[$depth] = $kind === 'reference' ? chain_of_references($depth) : chain($kind, $depth);
    }
    echo "$kind: ", on_both_stacks(static function () use (&$chains): string {
        $answers = [];
        foreach ($chains as $depth => &$chain) {
            $answers[] = "$depth " . packed($chain);
        }

        return implode(', ', $answers);
    }), "\n";
    foreach ($chains as &$chain) {
        take_apart($chain);
    }
    unset($chain);
}

$endless = [1];
$endless[1] = &$endless;
echo 'cycle: ', packed($endless), ', ', packed($endless, static fn () => null), "\n";
unset($endless[1]);

$object = new stdClass();
echo 'endless callable: ', on_both_stacks(static function () use ($object): string {
    $other = static function (object $object) use (&$other): string {
        return brine_msgpack_pack([$object], 0, $other);
    };

    return packed($object, $other);
}), "\n";
echo 'endless extension: ', on_both_stacks(static function (): string {
    $options = ['extensions' => [5 => static function () use (&$options): mixed {
        return brine_msgpack_unpack("\xD4\x05\x00", $options);
    }]];

    return unpacked("\x91\xD4\x05\x00", $options);
}), "\n";
// None of that leaves any state.
echo strlen(unpacked(str_repeat("\x91", 4096) . "\xC0")), "\n";

ini_set('fiber.stack_size', getenv('SKIP_ASAN') ? '8M' : '256K');
$fiber = new Fiber(static function (): string {
    return preg_replace('/\d+/', 'N', unpacked(str_repeat("\x81\xA1a", 4096) . "\xC0"));
});
$fiber->start();
echo 'small fiber: ', getenv('SKIP_ASAN') ? 'UnpackingFailedException: max_depth at N' : $fiber->getReturn(), "\n";
?>
--EXPECT--
lists: 1 fine, 4095 fine, 4096 fine, 4097 UnpackingFailedException: max_depth at 4096, 1000000 UnpackingFailedException: max_depth at 4096
maps: 1 fine, 4095 fine, 4096 fine, 4097 UnpackingFailedException: max_depth at 8192, 1000000 UnpackingFailedException: max_depth at 8192
named maps: 1 fine, 4095 fine, 4096 fine, 4097 UnpackingFailedException: max_depth at 12288, 1000000 UnpackingFailedException: max_depth at 12288
long lists: 1 fine, 4095 fine, 4096 fine, 4097 UnpackingFailedException: max_depth at 20480, 1000000 UnpackingFailedException: max_depth at 20480
max_depth: UnpackingFailedException: max_depth at 2, [[NULL]]
list: 4096 4097 bytes, 4097 max_depth, 1000000 max_depth
map: 4096 24577 bytes, 4097 max_depth, 1000000 max_depth
reference: 4096 4097 bytes, 4097 max_depth, 1000000 max_depth
cycle: max_depth, max_depth
endless callable: max_depth
endless extension: UnpackingFailedException: max_depth at 0
8196
small fiber: UnpackingFailedException: max_depth at N
