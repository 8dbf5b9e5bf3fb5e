<?php

declare(strict_types=1);

/*
 * The values of the MessagePack benchmark. The cases, one for each form of the format and each width, are those that the
 * benchmark of the library rybakit/msgpack lists, under its names. Of arrays and maps the elements are not the same: where
 * that library has a bin inside of one, here is a string.
 */

namespace Brine\Bench;

use Brine\Bench\App\UserDto;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Timestamp;
use Closure;

/**
 * The heads of the messages, as hexadecimal digits, by case: what is packed has to begin thus.
 *
 * @return array<string, string>
 */
function messagepack_heads(): array
{
    return array_map(static fn (array $case) => $case[1], messagepack_table());
}

/**
 * Sections: "msgpack", "msgpack_bin" (strings to be packed as bin), "msgpack_ext" (extension types and timestamps), and
 * "msgpack_large", which is not in the totals.
 *
 * @return list<Workload>
 */
function messagepack_cases(): array
{
    $cases = [];
    foreach (messagepack_table() as $name => [$build, , $section]) {
        $cases[] = new Workload($section, $name, [$build], fresh: false);
    }

    return $cases;
}

/** @return array<string, array{Closure(): mixed, string, string}> what builds the value, head, section, by name */
function messagepack_table(): array
{
    $table = [];
    foreach ([...messagepack_scalars(), ...messagepack_strings(), ...messagepack_arrays(), ...messagepack_exts()] as $kind) {
        [$name, $section, $values] = $kind;
        foreach ($values as $i => [$head, $value]) {
            $build = $value instanceof Closure ? $value : static fn () => $value;
            $table[count($values) > 1 ? "$name #" . ($i + 1) : $name] = [$build, $head, $section];
        }
    }

    return $table;
}

/** @return list<array{string, string, list<array{string, mixed}>}> name, section, heads with values or what builds them */
function messagepack_scalars(): array
{
    return [
        ['nil', 'msgpack', [['c0', null]]],
        ['false', 'msgpack', [['c2', false]]],
        ['true', 'msgpack', [['c3', true]]],
        ['7-bit uint', 'msgpack', [['00', 0], ['10', 16], ['7f', 127]]],
        ['5-bit sint', 'msgpack', [['ff', -1], ['f0', -16], ['e0', -32]]],
        ['8-bit uint', 'msgpack', [['cc80', 128], ['ccf0', 240], ['ccff', 255]]],
        ['16-bit uint', 'msgpack', [['cd', 0x100], ['cd', 0x2000], ['cd', 0xffff]]],
        ['32-bit uint', 'msgpack', [['ce', 0x10000], ['ce', 0x200000], ['ce', 0xffffffff]]],
        ['64-bit uint', 'msgpack', [['cf', 0x100000000], ['cf', 0x123456789abcdef], ['cf', PHP_INT_MAX]]],
        ['8-bit int', 'msgpack', [['d0', -33], ['d0', -100], ['d0', -128]]],
        ['16-bit int', 'msgpack', [['d1', -129], ['d1', -2000], ['d1', -0x8000]]],
        ['32-bit int', 'msgpack', [['d2', -0x8001], ['d2', -1_000_000_000], ['d2', -0x80000000]]],
        ['64-bit int', 'msgpack', [
            ['d3', -0x80000001], ['d3', -0x100000000], ['d3', -1_000_000_000_000_000_002], ['d3', PHP_INT_MIN],
        ]],
        ['64-bit float', 'msgpack', [['cb', 0.0], ['cb', 2.5], ['cb', 1e35]]],
    ];
}

/** @return list<array{string, string, list<array{string, mixed}>}> as messagepack_scalars() */
function messagepack_strings(): array
{
    $text = static fn (string $head, int $size) => [$head, static fn () => str_repeat('x', $size)];
    $bytes = static fn (string $head, int $size) => [$head, static fn () => str_repeat("\x80", $size)];

    return [
        ['fix string', 'msgpack', [$text('a0', 0), $text('a1', 1), $text('a3', 3), $text('bf', 31)]],
        ['8-bit string', 'msgpack', [$text('d920', 32), $text('d964', 100), $text('d9ff', 255)]],
        ['16-bit string', 'msgpack', [$text('da0100', 256), $text('daffff', 65535)]],
        ['32-bit string', 'msgpack', [$text('db00010000', 65536)]],
        ['wide char string', 'msgpack', [
            ['a8', static fn () => Shapes::fresh('größen')],
            ['d928', static fn () => Shapes::fresh('Ветер дул с моря, и шёл')],
        ]],
        ['8-bit binary', 'msgpack_bin', [$bytes('c401', 1), $bytes('c420', 32), $bytes('c4ff', 255)]],
        ['16-bit binary', 'msgpack_bin', [$bytes('c50100', 256)]],
        ['32-bit binary', 'msgpack_bin', [$bytes('c600010000', 65536)]],
    ];
}

/** @return list<array{string, string, list<array{string, mixed}>}> as messagepack_scalars() */
function messagepack_arrays(): array
{
    $list = static fn (string $head, int $count) => [$head, static fn () => array_fill(0, $count, 5)];
    $map = static fn (string $head, int $count) => [$head, static fn () => array_fill(1, $count, 5)];

    return [
        ['fix array', 'msgpack', [
            ['90', static fn () => []],
            ['93', static fn () => [5, Shapes::fresh('abc'), true]],
            $list('94', 4),
        ]],
        ['16-bit array', 'msgpack', [$list('dc0010', 16)]],
        ['complex array', 'msgpack_ext', [['98c301c70303', static fn () => [
            true, 1, new Ext(3, Shapes::fresh('foo')), 255, [1 => false, 2 => Shapes::fresh('abc')], Shapes::fresh("\x80"), [1, 2, 3], Shapes::fresh('abc'),
        ]]]],
        ['fix map', 'msgpack', [
            ['84', static fn () => [1 => true, 2 => Shapes::fresh('abc'), 3 => Shapes::fresh("\x80"), 4 => null]],
            ['81', static fn () => [Shapes::fresh('abc') => 5]],
            ['81', static fn () => [Shapes::fresh("\x80") => 0xffff]],
            ['82', static fn () => [Shapes::fresh('name') => Shapes::fresh('example'), Shapes::fresh('id') => 17]],
        ]],
        ['16-bit map', 'msgpack', [$map('de0010', 16)]],
        ['complex map', 'msgpack', [['84', static fn () => [
            1 => [[1 => 2, 3 => 4], [1 => null]],
            2 => 1,
            3 => [false, Shapes::fresh('def')],
            4 => [0x100000000 => Shapes::fresh('a'), 0xffffffff => Shapes::fresh('b')],
        ]]]],
        ['16-bit array, longest', 'msgpack_large', [$list('dcffff', 65535)]],
        ['32-bit array', 'msgpack_large', [$list('dd00010000', 65536)]],
        ['16-bit map, longest', 'msgpack_large', [$map('deffff', 65535)]],
        ['32-bit map', 'msgpack_large', [$map('df00010000', 65536)]],
    ];
}

/** @return list<array{string, string, list<array{string, mixed}>}> as messagepack_scalars() */
function messagepack_exts(): array
{
    $ext = static fn (string $head, int $size) => [[$head, static fn () => new Ext(5, str_repeat("\x80", $size))]];
    $time = static fn (string $head, int ...$arguments) => [$head, static fn () => new Timestamp(...$arguments)];

    return [
        ['fixext 1', 'msgpack_ext', $ext('d405', 1)],
        ['fixext 2', 'msgpack_ext', $ext('d505', 2)],
        ['fixext 4', 'msgpack_ext', $ext('d605', 4)],
        ['fixext 8', 'msgpack_ext', $ext('d705', 8)],
        ['fixext 16', 'msgpack_ext', $ext('d805', 16)],
        ['8-bit ext', 'msgpack_ext', $ext('c7ff05', 255)],
        ['16-bit ext', 'msgpack_ext', $ext('c8010005', 256)],
        ['32-bit ext', 'msgpack_ext', $ext('c90001000005', 65536)],
        ['32-bit timestamp', 'msgpack_ext', [$time('d6ff', 0), $time('d6ff', 0xffffffff)]],
        ['64-bit timestamp', 'msgpack_ext', [$time('d7ff', 0, 1), $time('d7ff', 0xffffffff, 1), $time('d7ff', 0x3ffffffff, 999_999_999)]],
        ['96-bit timestamp', 'msgpack_ext', [$time('c70cff', -1), $time('c70cff', 0x400000000), $time('c70cff', -1, 999_999_999)]],
    ];
}

/** @return list<Workload> arrays that bench.php has not */
function messagepack_shapes(): array
{
    $maps = static fn (int $count) => array_map(static fn (UserDto $user) => (array) $user, Shapes::dto($count));

    return [
        new Workload('shapes', 'dto_maps_100', [static fn () => $maps(100)], fresh: false),
        new Workload('shapes', 'dto_maps_1000', [static fn () => $maps(1000)], fresh: false),
    ];
}

/**
 * What the other tables measure, as far as it consists of arrays and scalars: shapes, and of the corpus the totals of each
 * group's values of which that is true.
 *
 * @return list<Workload>
 */
function messagepack_values(?Corpus $corpus): array
{
    // As native text. A string that looks like an object there costs its value a place here, and does no other harm.
    $plain = static fn (Closure $build) => preg_match('/[;{][OCERr]:/', ';' . serialize($build())) === 0;
    $found = messagepack_shapes();
    foreach (Workloads::all($corpus) as $workload) {
        $builders = array_values(array_filter($workload->builders, $plain));
        $isShape = $workload->section === 'shapes' || $workload->section === 'weak_spots';
        if ($builders !== [] && !$workload->keep && ($isShape || $workload->section === 'real_caches')) {
            $found[] = new Workload($workload->section, $workload->name, $builders, $workload->fresh);
        }
    }

    return $found;
}
