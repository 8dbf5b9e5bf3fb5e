<?php

declare(strict_types=1);

namespace Brine\Bench\MessagePack;

use Brine\Bench\App\UserDto;
use Brine\Bench\Corpus;
use Brine\Bench\Shapes;
use Brine\Bench\Workload;
use Brine\Bench\Workloads;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Timestamp;
use Closure;

/**
 * Values of the MessagePack table: the cases of the benchmark of rybakit/msgpack, one per format and width, with its names. A bin inside arrays
 * or maps is a str here.
 *
 * A kind is a name, a section, and the head and value of each case.
 *
 * @phpstan-type Kind array{string, string, non-empty-list<array{string, mixed}>}
 */
final class Cases
{
    public const PLAIN = 'msgpack';
    /** Strings to be packed as bin. */
    public const BIN = 'msgpack_bin';
    /** Extension types and timestamps. */
    public const EXT = 'msgpack_ext';
    /** Large arrays, which rybakit's benchmark skips by default. */
    public const SLOW = 'msgpack_slow';
    /** Values of the other tables that consist of arrays and scalars. */
    public const ARRAYS = 'arrays';

    /** @var ?array<string, array{Closure(): mixed, string, string}> */
    private static ?array $table = null;

    /** Expected first bytes of a case's message in hexadecimal; empty for other values. */
    public static function head(string $name): string
    {
        return self::table()[$name][1] ?? '';
    }

    /** @return list<Workload> cases, in the sections above */
    public static function cases(): array
    {
        $cases = [];
        foreach (self::table() as $name => [$build, , $section]) {
            $cases[] = new Workload($section, $name, [$build], fresh: false);
        }

        return $cases;
    }

    /** @return array<string, array{Closure(): mixed, string, string}> builder of the value, head, section, by name */
    private static function table(): array
    {
        if (self::$table !== null) {
            return self::$table;
        }
        $table = [];
        foreach ([...self::scalars(), ...self::strings(), ...self::arrays(), ...self::exts()] as [$name, $section, $values]) {
            foreach ($values as $i => [$head, $value]) {
                $build = $value instanceof Closure ? $value : static fn (): mixed => $value;
                $table[\count($values) > 1 ? "$name #" . ($i + 1) : $name] = [$build, $head, $section];
            }
        }

        return self::$table = $table;
    }

    /** @return list<Kind> */
    private static function scalars(): array
    {
        return [
            ['nil', self::PLAIN, [['c0', null]]],
            ['false', self::PLAIN, [['c2', false]]],
            ['true', self::PLAIN, [['c3', true]]],
            ['7-bit uint', self::PLAIN, [['00', 0], ['10', 16], ['7f', 127]]],
            ['5-bit sint', self::PLAIN, [['ff', -1], ['f0', -16], ['e0', -32]]],
            ['8-bit uint', self::PLAIN, [['cc80', 128], ['ccf0', 240], ['ccff', 255]]],
            ['16-bit uint', self::PLAIN, [['cd', 0x100], ['cd', 0x2000], ['cd', 0xffff]]],
            ['32-bit uint', self::PLAIN, [['ce', 0x10000], ['ce', 0x200000], ['ce', 0xffffffff]]],
            ['64-bit uint', self::PLAIN, [['cf', 0x100000000], ['cf', 0x1000000000000], ['cf', \PHP_INT_MAX]]],
            ['8-bit int', self::PLAIN, [['d0', -33], ['d0', -100], ['d0', -128]]],
            ['16-bit int', self::PLAIN, [['d1', -129], ['d1', -2000], ['d1', -0x8000]]],
            ['32-bit int', self::PLAIN, [['d2', -0x8001], ['d2', -1_000_000_000], ['d2', -0x80000000]]],
            ['64-bit int', self::PLAIN, [
                ['d3', -0x80000001], ['d3', -0x100000000], ['d3', -0x1000000000000], ['d3', \PHP_INT_MIN],
            ]],
            ['64-bit float', self::PLAIN, [['cb', 0.0], ['cb', 2.5], ['cb', 1e35]]],
        ];
    }

    /** @return list<Kind> */
    private static function strings(): array
    {
        $text = static fn (string $head, int $size) => [$head, static fn () => \str_repeat('x', $size)];
        $bytes = static fn (string $head, int $size) => [$head, static fn () => \str_repeat("\x80", $size)];

        return [
            ['fix string', self::PLAIN, [$text('a0', 0), $text('a1', 1), $text('a3', 3), $text('bf', 31)]],
            ['8-bit string', self::PLAIN, [$text('d920', 32), $text('d964', 100), $text('d9ff', 255)]],
            ['16-bit string', self::PLAIN, [$text('da0100', 256), $text('daffff', 65535)]],
            ['32-bit string', self::PLAIN, [$text('db00010000', 65536)]],
            ['wide char string', self::PLAIN, [
                ['a8', static fn () => Shapes::fresh('größen')],
                ['d928', static fn () => Shapes::fresh('Ветер дул с моря, и шёл')],
            ]],
            ['8-bit binary', self::BIN, [$bytes('c401', 1), $bytes('c420', 32), $bytes('c4ff', 255)]],
            ['16-bit binary', self::BIN, [$bytes('c50100', 256)]],
            ['32-bit binary', self::BIN, [$bytes('c600010000', 65536)]],
        ];
    }

    /** @return list<Kind> */
    private static function arrays(): array
    {
        $list = static fn (string $head, int $count) => [$head, static fn () => \array_fill(0, $count, 5)];
        $map = static fn (string $head, int $count) => [$head, static fn () => \array_fill(1, $count, 5)];

        return [
            ['fix array', self::PLAIN, [
                ['90', static fn () => []],
                ['92', static fn () => [null, null]],
                ['93', static fn () => [5, Shapes::fresh('abc'), true]],
            ]],
            ['16-bit array #1', self::PLAIN, [$list('dc0010', 16)]],
            ['complex array', self::EXT, [['98c301c70303', static fn () => [
                true, 1, new Ext(3, Shapes::fresh('foo')), 255, [1 => false, 2 => Shapes::fresh('abc')], Shapes::fresh("\x80"), [1, 2, 3], Shapes::fresh('abc'),
            ]]]],
            ['fix map', self::PLAIN, [
                ['84', static fn () => [1 => true, 2 => Shapes::fresh('abc'), 3 => Shapes::fresh("\x80"), 4 => null]],
                ['81', static fn () => [Shapes::fresh('abc') => 5]],
                ['81', static fn () => [Shapes::fresh("\x80") => 0xffff]],
                ['82', static fn () => [-1 => -1, 1 => 1]],
            ]],
            ['16-bit map #1', self::PLAIN, [$map('de0010', 16)]],
            ['complex map', self::PLAIN, [['84', static fn () => [
                1 => [[1 => 2, 3 => 4], [1 => null]],
                2 => 1,
                3 => [false, Shapes::fresh('def')],
                4 => [0x100000000 => Shapes::fresh('a'), 0xffffffff => Shapes::fresh('b')],
            ]]]],
            ['16-bit array #2', self::SLOW, [$list('dcffff', 65535)]],
            ['32-bit array', self::SLOW, [$list('dd00010000', 65536)]],
            ['16-bit map #2', self::SLOW, [$map('deffff', 65535)]],
            ['32-bit map', self::SLOW, [$map('df00010000', 65536)]],
        ];
    }

    /** @return list<Kind> */
    private static function exts(): array
    {
        $ext = static fn (string $head, int $size) => [[$head, static fn () => new Ext(5, \str_repeat("\x80", $size))]];
        $time = static fn (string $head, int ...$arguments) => [$head, static fn () => new Timestamp(...$arguments)];

        return [
            ['fixext 1', self::EXT, $ext('d405', 1)],
            ['fixext 2', self::EXT, $ext('d505', 2)],
            ['fixext 4', self::EXT, $ext('d605', 4)],
            ['fixext 8', self::EXT, $ext('d705', 8)],
            ['fixext 16', self::EXT, $ext('d805', 16)],
            ['8-bit ext', self::EXT, $ext('c7ff05', 255)],
            ['16-bit ext', self::EXT, $ext('c8010005', 256)],
            ['32-bit ext', self::EXT, $ext('c90001000005', 65536)],
            ['32-bit timestamp', self::EXT, [$time('d6ff', 0), $time('d6ff', 0xffffffff)]],
            ['64-bit timestamp', self::EXT, [$time('d7ff', 0, 1), $time('d7ff', 0x100000000), $time('d7ff', 0x3ffffffff, 999_999_999)]],
            ['96-bit timestamp', self::EXT, [$time('c70cff', \PHP_INT_MIN), $time('c70cff', 0x400000000), $time('c70cff', \PHP_INT_MAX, 999_999_999)]],
        ];
    }

    /**
     * Values of the other tables that consist of arrays and scalars: shapes, and totals of the corpus' groups.
     *
     * @return list<Workload>
     */
    public static function values(?Corpus $corpus): array
    {
        $maps = static fn (int $count): Closure => static fn (): array => \array_map(static fn (UserDto $user): array => (array) $user, Shapes::dto($count));
        $workloads = [
            new Workload('shapes', 'dto_maps_100', [$maps(100)], fresh: false),
            new Workload('shapes', 'dto_maps_1000', [$maps(1000)], fresh: false),
            ...Workloads::shapes(), ...Workloads::weakSpots(), ...Workloads::realCaches($corpus),
        ];
        // Tests native text: a string that looks like an object only excludes its value.
        $plain = static fn (Closure $build): bool => \preg_match('/[;{][OCERr]:/', ';' . \serialize($build())) === 0;
        $found = [];
        foreach ($workloads as $workload) {
            $builders = \array_values(\array_filter($workload->builders, $plain));
            if ($builders !== []) {
                $found[] = new Workload(self::ARRAYS, "arrays/$workload->name", $builders, $workload->fresh);
            }
        }

        return $found;
    }
}
