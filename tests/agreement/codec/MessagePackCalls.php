<?php

declare(strict_types=1);

namespace Brine\Tests\Codec;

use Brine\MessagePack\Backend;
use Brine\MessagePack\CanBePacked;
use Brine\MessagePack\Packer;
use Brine\MessagePack\Type\Bin;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Map;
use Brine\MessagePack\Type\Timestamp;

/**
 * Calls of the MessagePack functions for functions.php, with what answers a call; those with random values and messages are in
 * RandomMessagePackCalls.
 */
final class MessagePackCalls
{
    /** @var resource */
    private static mixed $resource;
    /** @var resource closed */
    private static mixed $closed;

    /** @return iterable<string, \Closure(): mixed> */
    public static function all(): iterable
    {
        self::$resource = fopen('php://memory', 'r');
        self::$closed = fopen('php://memory', 'r');
        fclose(self::$closed);

        yield 'the classes use the functions of the extension only' => static fn (): bool => Backend::isNative() === \extension_loaded('brine');
        yield from self::flags();
        yield from self::objects();
        yield from self::callbacks();
        yield from self::depths();
        yield from self::options();
        yield from self::extensions();
        yield from self::messages();
        yield from self::offsets();
        yield from self::counters();
        yield from self::wrongArguments();
    }

    public function method(mixed ...$arguments): string
    {
        return 'm' . \count($arguments);
    }

    public static function staticMethod(mixed ...$arguments): string
    {
        return 's' . \count($arguments);
    }

    /** @param list<mixed> $arguments */
    public function __call(string $name, array $arguments): string
    {
        return $name . \count($arguments);
    }

    /** @return iterable<string, \Closure(): mixed> */
    private static function flags(): iterable
    {
        $value = ['a', "\xff", 1.5, [], ['k' => [1, 2], 3 => null], [1 => true], str_repeat('x', 300), new Bin('b'), new Map([1]), new Ext(1, 'e'), new Timestamp(5, 6)];
        $other = static fn (mixed $object, mixed ...$more): string => json_encode([$object::class, $more], JSON_THROW_ON_ERROR);
        for ($flags = 0; $flags < 2048; ++$flags) {
            yield "flags $flags" => static fn (): string => \brine_msgpack_pack($value, $flags, $other);
        }
        foreach ([-1, 2048, 4096 | 1, PHP_INT_MAX, PHP_INT_MIN, 1 << 32, 1 << 32 | 1, PHP_INT_MIN | 1] as $flags) {
            yield "flags $flags" => static fn (): string => \brine_msgpack_pack($value, $flags, $other);
        }
    }

    /** @return iterable<string, \Closure(): mixed> */
    private static function objects(): iterable
    {
        $empty = static fn (string $class): object => (new \ReflectionClass($class))->newInstanceWithoutConstructor();
        $timestamp = static fn (int $seconds, int $nanoseconds): mixed => unserialize(str_replace(
            'i:77;',
            "i:$nanoseconds;",
            serialize(new Timestamp($seconds, 77)),
        ));
        $objects = [
            new Bin(''), new Bin(str_repeat('b', 70000)), new Map([]), new Map(['a' => new Map([new Bin('x')])]), new Ext(-128, ''), new Ext(127, '12'),
            new Ext(128, ''), new Ext(-129, ''), new Ext(PHP_INT_MAX, ''), $empty(Bin::class), $empty(Map::class), $empty(Ext::class),
            $empty(Timestamp::class), $timestamp(1, 999_999_999), $timestamp(1, 1_000_000_000), $timestamp(1, -1), $timestamp(1, PHP_INT_MIN),
            new Timestamp(-1), new Timestamp(0xffffffff), new Timestamp(0x100000000), new Timestamp(1, 1), new Timestamp(PHP_INT_MIN, 999_999_999),
            new \stdClass(), new class {
            }, self::$resource, self::$closed, static fn (): int => 1,
            new class implements CanBePacked {
                public function pack(Packer $packer): string
                {
                    return $packer->packNil();
                }
            },
        ];
        foreach ([1, 2, 4, 8, 15, 16, 17, 255, 256, 65535, 65536] as $length) {
            $objects[] = new Ext(5, str_repeat('e', $length));
        }
        foreach ($objects as $i => $object) {
            foreach ([0, 256, 512, 768, 768 | 1024] as $flags) {
                yield "object $i, flags $flags" => static fn (): string => \brine_msgpack_pack($object, $flags);
                yield "object $i, flags $flags, in an array" => static fn (): string => \brine_msgpack_pack([[$object]], $flags);
                yield "object $i, flags $flags, with a callback" => static fn (): string => \brine_msgpack_pack(
                    ['k' => [$object]],
                    $flags,
                    static fn (mixed $given, int $depth = -1): string => ($given === $object ? 'same' : 'another') . $depth,
                );
            }
        }
    }

    /** @return iterable<string, \Closure(): mixed> */
    private static function callbacks(): iterable
    {
        $object = new \stdClass();
        foreach ([
            '', 'x', "\xc1", null, 5, 1.5, NAN, true, false, [], $object, new Text(), new class {
            }, self::$resource, self::$closed, new Bin('x'),
        ] as $i => $result) {
            yield "other returns $i" => static fn (): string => \brine_msgpack_pack([1, $object, 2], 0, static fn (): mixed => $result);
            yield "other returns a reference to $i" => static fn (): string => \brine_msgpack_pack([$object], 0, static function &() use (&$result): mixed {
                return $result;
            });
        }
        $callbacks = [
            'more parameters' => static fn (mixed $a, mixed $b, mixed $c): string => 'x',
            'depth as a string' => static fn (object $object, string $depth = 'none'): string => "depth $depth",
            'another class' => static fn (self $object): string => 'x',
            'by reference' => static function (mixed &$object): string {
                $object = null;

                return 'r';
            },
            'weak return' => 'intdiv',
            'throws' => static fn (mixed $object): string => throw new \DomainException('from the callback', 7),
            'packs what cannot be packed' => static fn (mixed $object): string => \brine_msgpack_pack($object),
            'unpacks what cannot be unpacked' => static fn (mixed $object): string => \brine_msgpack_unpack("\x91"),
            'packs' => static fn (mixed $object): string => \brine_msgpack_pack([true, new Bin('x')], 256),
            'a function' => 'spl_object_id',
            'a method' => [new self(), 'method'],
            'a static method' => self::class . '::staticMethod',
            'a static method in an array' => [self::class, 'staticMethod'],
            'a magic method' => [new self(), 'magic'],
            'first class' => self::staticMethod(...),
        ];
        foreach ($callbacks as $name => $callback) {
            foreach ([0, 1024] as $flags) {
                yield "other: $name, flags $flags" => static fn (): string => \brine_msgpack_pack([[$object], $object], $flags, $callback);
            }
            yield "extension callback: $name" => static fn (): mixed => \brine_msgpack_unpack("\x92\x91\xd4\x05\x31\xd4\x06\x32", ['other' => $callback]);
            yield "extension callback with depth: $name" => static fn (): mixed => \brine_msgpack_unpack(
                "\x92\x91\xd4\x05\x31\xd4\x06\x32",
                ['extensions' => [5 => $callback, 6 => $callback], 'pass_depth' => true],
            );
        }
        yield 'other changes what is packed' => static function () use ($object): string {
            $list = [1, $object, 2, [3]];
            $value = [&$list, &$list[3]];

            return \brine_msgpack_pack($value, 0, static function () use (&$list): string {
                $list[2] = 'changed';
                $list[3] = 'changed';
                $list[] = 'more';

                return 'x';
            });
        };
    }

    private static function nested(int $levels, mixed $value = 1): mixed
    {
        for (; $levels > 0; --$levels) {
            $value = [$value];
        }

        return $value;
    }

    private static function nestedMaps(int $levels): mixed
    {
        $value = 1;
        for (; $levels > 0; --$levels) {
            $value = new Map([$value]);
        }

        return $value;
    }

    /** @return iterable<string, \Closure(): mixed> */
    private static function depths(): iterable
    {
        $object = new \stdClass();
        $depthOf = static fn (mixed $object, int $depth): string => " $depth";
        foreach ([4095, 4096, 4097] as $levels) {
            yield "$levels arrays" => static fn (): string => \brine_msgpack_pack(self::nested($levels));
            yield "$levels arrays around a Bin" => static fn (): string => \brine_msgpack_pack(self::nested($levels, new Bin('x')), 256);
            yield "$levels arrays around a Timestamp" => static fn (): string => \brine_msgpack_pack(self::nested($levels, new Timestamp(5)), 512);
            yield "$levels arrays around an object" => static fn (): string => \brine_msgpack_pack(self::nested($levels, $object), 1024, $depthOf);
            yield "$levels arrays in a message" => static fn (): mixed => \brine_msgpack_unpack(str_repeat("\x91", $levels) . "\x01");
            yield "$levels arrays in a message around a type" => static fn (): mixed => \brine_msgpack_unpack(
                str_repeat("\x91", $levels) . "\xd4\x01\x01",
                ['other' => static fn (int $type, string $payload, int $depth): int => $depth, 'pass_depth' => true],
            );
        }
        foreach ([2047, 2048, 2049] as $levels) {
            yield "$levels maps" => static fn (): string => \brine_msgpack_pack(self::nestedMaps($levels), 256);
        }
        yield 'depths' => static fn (): string => \brine_msgpack_pack([$object, [$object], new Map(['k' => $object, 'l' => [$object]])], 256 | 1024, $depthOf);
        yield 'an array in itself' => static function (): string {
            $array = [1];
            $array[] = &$array;

            return \brine_msgpack_pack($array);
        };
        foreach ([0, 3, 100, 4000, 4090] as $levels) {
            yield "packing in packing, $levels arrays each" => static fn (): array => self::packInside($levels);
            yield "unpacking in unpacking, $levels arrays each" => static fn (): array => self::unpackInside($levels);
            if ((bool) \PHP_DEBUG) {
                // What a level takes of a fiber's stack is more for PHP's own unserialize(), and the most it may be only in release builds.
                continue;
            }
            yield "packing in a fiber, $levels arrays each" => static fn (): mixed => self::inFiber(static fn (): array => self::packInside($levels));
            yield "unpacking in a fiber, $levels arrays each" => static fn (): mixed => self::inFiber(static fn (): array => self::unpackInside($levels));
            yield "a fiber in packing, $levels arrays each" => static fn (): string => \brine_msgpack_pack(
                self::nested($levels, $object),
                0,
                static fn (): string => serialize(self::inFiber(static fn (): array => self::packInside($levels))),
            );
        }
        yield 'packing after packing that failed' => static fn (): string => \brine_msgpack_pack(self::nested(4096));
    }

    /** @return array{string, int} */
    private static function packInside(int $levels): array
    {
        $calls = 0;
        $other = static function (object $object) use (&$other, &$calls, $levels): string {
            ++$calls;

            return \brine_msgpack_pack(self::nested($levels, $object), 0, $other);
        };

        return [answer(static fn (): string => $other(new \stdClass())), $calls];
    }

    /** @return array{string, int} */
    private static function unpackInside(int $levels): array
    {
        $calls = 0;
        $message = str_repeat("\x91", $levels) . "\xd4\x05\x01";
        $other = static function () use (&$other, &$calls, $message): mixed {
            ++$calls;

            return \brine_msgpack_unpack($message, ['other' => $other]);
        };

        return [answer($other), $calls];
    }

    private static function inFiber(\Closure $call): mixed
    {
        // As many levels as on the main stack: of a usual fiber's stack, a level of the extension takes more.
        \ini_set('fiber.stack_size', '64M');
        try {
            $fiber = new \Fiber($call);
            $fiber->start();

            return $fiber->getReturn();
        } finally {
            \ini_restore('fiber.stack_size');
        }
    }

    /** @return iterable<string, \Closure(): mixed> */
    private static function options(): iterable
    {
        $options = [
            'no options' => [], 'a list' => ['max_depth'], 'an unknown option' => ['max_Depth' => 1], 'an integer' => [3 => 1], 'a null byte' => ["utf8\0x" => 1],
            'an empty name' => ['' => 1], 'one wrong, one unknown' => ['max_depth' => 0, 'nope' => 1], 'one unknown, one wrong' => ['nope' => 1, 'max_depth' => 0],
            'two wrong' => ['utf8' => 1, 'bigint' => 1], 'the other two wrong' => ['bigint' => 1, 'utf8' => 1], 'all' => [
                'bigint' => 'str', 'extensions' => [-1 => true], 'other' => true, 'pass_depth' => true, 'utf8' => true, 'max_depth' => 2, 'max_elements' => 9,
            ],
            'an extension out of range and one that is none' => ['extensions' => [5 => 'nope', 200 => 'strlen']],
            'by reference' => ['utf8' => &$isTrue, 'other' => &$isTrue, 'extensions' => [-1 => &$isTrue]],
        ];
        $isTrue = true;
        $values = [
            1, 0, -1, 4096, 4097, PHP_INT_MAX, PHP_INT_MIN, '5', 5.0, null, true, false, [], new Text(), self::$resource, self::$closed, 'str', 'gmp', 'dec',
            'STR', '', 'strlen', 'nope', 'No::method', [self::class, 'staticMethod'], [self::class, 'none'], static fn (): int => 1, new class {
            }, [5 => 'strlen'], [5 => 'nope'], [5 => true], [5 => null], [-1 => true], [-1 => false], [-1 => 'strlen'], [127 => 'strlen'], [128 => 'strlen'],
            [-128 => 'strlen'], [-129 => 'strlen'], ['x' => 'strlen'], ['' => 'strlen'], [PHP_INT_MIN => 'strlen'], ['strlen'], [[]],
        ];
        foreach (['bigint', 'extensions', 'other', 'pass_depth', 'utf8', 'max_depth', 'max_elements'] as $name) {
            foreach ($values as $i => $value) {
                $options["$name, value $i"] = [$name => $value];
            }
        }
        $messages = ["\x01", "\x91\x92\x01\xa1\xff", "\x92\xcf\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\x81\xcf\xff\xff\xff\xff\xff\xff\xff\xff\xd4\x05x", "\xd6\xff\x00\x00\x00\x05"];
        foreach ($options as $name => $array) {
            foreach ($messages as $i => $message) {
                yield "unpack message $i, $name" => static fn (): mixed => \brine_msgpack_unpack($message, $array);
            }
            yield "unpack_at, $name" => static fn (): array => self::unpackAt("\x01\x02", 1, $array);
        }
    }

    /** @return iterable<string, \Closure(): mixed> */
    private static function extensions(): iterable
    {
        $tell = static fn (string $who): \Closure => static fn (mixed ...$arguments): array => [$who, $arguments];
        $sets = [
            'none' => [], 'one' => ['extensions' => [5 => $tell('five')]], 'other' => ['other' => $tell('other')], 'true' => ['other' => true],
            'timestamps' => ['extensions' => [-1 => true]], 'timestamps and other' => ['extensions' => [-1 => true], 'other' => $tell('other')],
            'own timestamps' => ['extensions' => [-1 => $tell('timestamp'), 5 => $tell('five')], 'other' => true],
            'one and other' => ['extensions' => [5 => $tell('five'), -128 => $tell('first'), 127 => $tell('last')], 'other' => $tell('other')],
        ];
        $messages = [
            "\xd4\x05x", "\xd4\x06x", "\xd4\x80x", "\xd4\x7fx", "\xc7\x00\x05", "\xc7\x03\x05abc", "\xc8\x00\x03\x05abc", "\xc9\x00\x00\x00\x03\x05abc",
            "\xd8\x05" . str_repeat('p', 16), "\x93\xd4\x05x\x91\xd4\x06y\x81\xd4\x05x\x01", "\x92\xd4\x05x\x81\xa1k\xd4\x06y", "\xd4\x05", "\x91\xc7\x02\x05a",
            "\xd6\xff\x00\x00\x00\x01", "\xd7\xff" . str_repeat("\xff", 8), "\xd7\xff\x00\x00\x00\x04\x00\x00\x00\x01", "\xc7\x0c\xff\x3b\x9a\xc9\xff" . str_repeat("\xff", 8),
            "\xc7\x0c\xff\x3b\x9a\xca\x00" . str_repeat("\xff", 8), "\x91\xc7\x03\xffabc", "\xd4\xffx", "\x92\xd6\xff\x00\x00\x00\x01\xd4\x05x",
        ];
        foreach ($sets as $name => $options) {
            foreach ($messages as $i => $message) {
                foreach ([false, true] as $passDepth) {
                    yield "extensions $name, message $i" . ($passDepth ? ' with depth' : '') => static fn (): mixed
                        => \brine_msgpack_unpack($message, $options + ['pass_depth' => $passDepth]);
                    yield "extensions $name, message $i, at" . ($passDepth ? ' with depth' : '') => static fn (): mixed
                        => self::unpackAt("\xc1$message\xc1", 1, $options + ['pass_depth' => $passDepth]);
                }
            }
        }
    }

    /** @return iterable<string, \Closure(): mixed> */
    private static function messages(): iterable
    {
        for ($byte = 0; $byte < 256; ++$byte) {
            foreach (["\x00", "\x01", "\x7f", "\x80", "\xa0", "\xff"] as $fill) {
                for ($length = 0; $length < 20; ++$length) {
                    $message = \chr($byte) . str_repeat($fill, $length);
                    yield 'message ' . bin2hex($message) => static fn (): array => [
                        answer(static fn (): mixed => \brine_msgpack_unpack($message)),
                        answer(static fn (): mixed => \brine_msgpack_unpack("\x81\x01$message", ['utf8' => true, 'other' => true])),
                        answer(static fn (): mixed => \brine_msgpack_unpack("\x81$message\x01", ['utf8' => true, 'max_elements' => 2])),
                        self::unpackAt("  $message", 2, ['max_depth' => 1, 'other' => 'max']),
                        self::scan("  $message", 2, 1, 10),
                    ];
                }
            }
        }
    }

    /** @return iterable<string, \Closure(): mixed> */
    private static function offsets(): iterable
    {
        foreach ([0, 1, 2, 3, 4, 5, -1, PHP_INT_MAX, PHP_INT_MIN, '1', null, 1.0, true, [], new Text(), self::$resource, self::$closed] as $i => $offset) {
            foreach (["\x01\x92\x05\x06", ''] as $bytes) {
                foreach ([[], ['max_elements' => 1], ['nope' => 1]] as $j => $options) {
                    yield "offset $i of " . bin2hex($bytes) . ", options $j" => static fn (): array => self::unpackAt($bytes, $offset, $options);
                }
                yield "scan, offset $i of " . bin2hex($bytes) => static fn (): array => self::scan($bytes, $offset, 1, 10);
                yield "scan, offset $i of " . bin2hex($bytes) . ', wrong counter' => static fn (): array => self::scan($bytes, $offset, -1, -1);
            }
        }
        yield 'offset of a property' => static function (): array {
            $place = new class {
                public int|float $offset = 0;
            };

            return [\brine_msgpack_unpack_at("\x91\x01\x02", $place->offset), $place];
        };
        yield 'offset that was not there' => static function (): mixed {
            return \brine_msgpack_unpack_at("\x91\x01\x02", $offset);
        };
    }

    /** @return iterable<string, \Closure(): mixed> */
    private static function counters(): iterable
    {
        $message = "\x93\x01\x82\xa1a\xc0\xa1b\xc5\x00\x02xy\xc7\x01\x05z";
        $counters = [0, 1, 2, 3, 4, 5, 100, -1, PHP_INT_MAX, PHP_INT_MAX - 1, PHP_INT_MIN, '1', null, 1.0, false];
        foreach ($counters as $i => $pending) {
            foreach ($counters as $j => $elements) {
                yield "scan, pending $i, elements $j" => static fn (): array => self::scan($message, 0, $pending, $elements);
            }
            yield "scan, pending $i" => static function () use ($message, $pending): array {
                $offset = 0;

                return [answer(static function () use ($message, &$offset, &$pending): bool {
                    return \brine_msgpack_scan($message, $offset, $pending);
                }), $offset, $pending];
            };
        }
        for ($cut = 0; $cut <= \strlen($message); ++$cut) {
            yield "scan, cut at $cut" => static function () use ($message, $cut): array {
                [$result, $offset, $pending, $elements] = self::scan(substr($message, 0, $cut), 0, 1, 10);

                return [$result, $offset, $pending, $elements, self::scan($message, $offset, $pending, $elements)];
            };
        }
        foreach (["\xdd\xff\xff\xff\xff", "\xdf\xff\xff\xff\xff", "\x80", "\x90", "\x91"] as $head) {
            foreach ([1, PHP_INT_MAX, PHP_INT_MAX - 1, PHP_INT_MAX - 0xffffffff, PHP_INT_MAX - 2 * 0xffffffff, PHP_INT_MAX - 2 * 0xffffffff + 1] as $pending) {
                yield 'scan, ' . bin2hex($head) . " with $pending pending" => static fn (): array => self::scan($head, 0, $pending, PHP_INT_MAX);
            }
        }
    }

    /** @return iterable<string, \Closure(): mixed> */
    private static function wrongArguments(): iterable
    {
        $calls = [
            'flags' => static fn (): mixed => \brine_msgpack_pack(1, 'x'), 'no arguments' => static fn (): mixed => \brine_msgpack_pack(),
            'bytes' => static fn (): mixed => \brine_msgpack_unpack(5), 'options' => static fn (): mixed => \brine_msgpack_unpack('', 5),
            'options at' => static fn (): mixed => \brine_msgpack_unpack_at('', $offset, 5), 'bytes of scan' => static fn (): mixed => \brine_msgpack_scan([], $a, $b),
        ];
        foreach (['nope', 5, [], [self::class, 'none'], 'No::method', true] as $i => $callback) {
            $calls["callback $i"] = static fn (): mixed => \brine_msgpack_pack(1, 0, $callback);
        }
        foreach ($calls as $name => $call) {
            // The messages are PHP's own.
            yield "wrong argument: $name" => static function () use ($call): string {
                try {
                    return serialize($call());
                } catch (\TypeError $error) {
                    return $error::class;
                }
            };
        }
        yield 'named arguments' => static fn (): array => [\brine_msgpack_pack(flags: 2, value: 'x'), \brine_msgpack_unpack(options: ['utf8' => true], bytes: "\x05")];
    }

    /**
     * @param array<mixed> $options
     * @return array{string, mixed} with the offset afterwards
     */
    public static function unpackAt(string $bytes, mixed $offset, array $options): array
    {
        return [answer(static function () use ($bytes, &$offset, $options): mixed {
            return \brine_msgpack_unpack_at($bytes, $offset, $options);
        }), answer(static fn (): mixed => \is_resource($offset) ? 'a resource' : $offset)];
    }

    /** @return array{string, mixed, mixed, mixed} with the numbers afterwards */
    public static function scan(string $bytes, mixed $offset, mixed $pending, mixed $elements): array
    {
        return [answer(static function () use ($bytes, &$offset, &$pending, &$elements): bool {
            return \brine_msgpack_scan($bytes, $offset, $pending, $elements);
        }), $offset, $pending, $elements];
    }
}
