<?php

declare(strict_types=1);

namespace Brine\Tests\Codec;

use Brine\Tests\Interop\Values;
use Random\Randomizer;

require_once __DIR__ . '/../interop/Values.php';

/** Calls of the MessagePack functions for functions.php with random values, messages, flags and options. */
final class RandomMessagePackCalls
{
    private function __construct(private Randomizer $random)
    {
    }

    /** @return iterable<string, \Closure(): mixed> */
    public static function all(int $seed, int $count): iterable
    {
        $values = new Values($seed);
        for ($index = 0; $index < $count; ++$index) {
            $value = $values->value($index);
            $self = new self($values->random());
            $flags = $self->flags();
            yield "random value $index" => static fn (): string => \brine_msgpack_pack($value, $flags, self::other(...));
            yield "random value $index without a callback" => static fn (): string => \brine_msgpack_pack($value, $flags);

            $message = (new \Brine\MessagePack\Packer($flags & 0xff, [new \Brine\MessagePack\Extension\TimestampExtension()]))->pack($value);
            $options = $self->options();
            yield "random message $index" => static fn (): mixed => \brine_msgpack_unpack($message, $options);
            for ($i = 0; $i < 3 && \strlen($message) < 5000; ++$i) {
                $damaged = $values->damage($message);
                yield "random message $index, damaged $i" => static fn (): mixed => \brine_msgpack_unpack($damaged, $options);
                yield "random message $index, damaged $i, at" => static fn (): array => MessagePackCalls::unpackAt(" $damaged\x01", 1, $options);
                $numbers = [$self->int(1, 3), $self->int(0, 40)];
                yield "random message $index, damaged $i, scanned" => static fn (): array => MessagePackCalls::scan($damaged, 0, ...$numbers);
            }
            $cut = $self->int(0, \strlen($message));
            yield "random message $index, scanned in two" => static function () use ($message, $cut): array {
                [$result, $offset, $pending, $elements] = MessagePackCalls::scan(substr($message, 0, $cut), 0, 1, 1 << 24);

                return [$result, $offset, $pending, $elements, MessagePackCalls::scan($message, $offset, $pending, $elements)];
            };
        }
    }

    public static function other(object $object, int $depth = -1): ?string
    {
        $hash = crc32(serialize($object));

        return match ($hash % 8) {
            0 => null,
            1 => throw new \DomainException("object $hash"),
            2 => \brine_msgpack_pack([$object], 768, self::other(...)),
            default => "$depth " . $object::class,
        };
    }

    private function int(int $min, int $max): int
    {
        return $this->random->getInt($min, $max);
    }

    private function flags(): int
    {
        $group = fn (int ...$flags): int => $flags[$this->int(0, \count($flags) - 1)];

        return $group(0, 1, 2, 4) | $group(0, 8, 16, 32) | $group(0, 64, 128) | $group(0, 256, 256) | $group(0, 512) | $group(0, 1024);
    }

    /** @return array<string, mixed> */
    private function options(): array
    {
        $tell = static fn (mixed ...$arguments): mixed => crc32(serialize($arguments)) % 20 === 0 ? throw new \DomainException(serialize($arguments)) : $arguments;
        $options = [];
        foreach ([
            'extensions' => [[-1 => true], [-1 => $tell], array_fill_keys(range(-128, 20), $tell), [-1 => true, 5 => $tell]],
            'other' => [true, $tell, null],
            'pass_depth' => [true, false],
            'utf8' => [true],
            'bigint' => ['str', 'dec', ...(\extension_loaded('gmp') ? ['gmp'] : [])],
            'max_depth' => [1, 2, 4096],
            'max_elements' => [1, 5, 20],
        ] as $name => $values) {
            if ($this->int(0, 2) === 0 || $name === 'other' && $this->int(0, 1) === 0) {
                $options[$name] = $values[$this->int(0, \count($values) - 1)];
            }
        }

        return $options;
    }
}
