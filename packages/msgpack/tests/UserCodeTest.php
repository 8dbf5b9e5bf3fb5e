<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\CanPack;
use Brine\MessagePack\Exception\InsufficientDataException;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;
use Brine\MessagePack\PackOptions;
use Brine\MessagePack\UnpackOptions;
use PHPUnit\Framework\Attributes\DataProvider;

/** Subclasses, and extensions that use the unpacker that is reading the message. */
final class UserCodeTest extends MessagePackTestCase
{
    public function testWhatIsInAnArrayIsNotUnpackedByASubclass(): void
    {
        $options = UnpackOptions::fromBitmask(UnpackOptions::VALIDATE_UTF8);
        $unpacker = new class ('', $options) extends BufferUnpacker {
            public function unpack(): mixed
            {
                return ['unpacked', parent::unpack()];
            }
        };
        self::assertSame(
            [['unpacked', ['a' => 'b', 'c' => 'd', 300 => 'e']], ['unpacked', 1]],
            $unpacker->append("\x83\xa1a\xdb\0\0\0\x01b\xd9\x01c\xc6\0\0\0\x01d\xcd\x01\x2c\xa1e\x01")->tryUnpack(),
        );
    }

    public function testWhatIsInAnArrayIsNotPackedByASubclass(): void
    {
        foreach ([PackOptions::FORCE_STR, PackOptions::FORCE_BIN, PackOptions::DETECT_STR_BIN] as $options) {
            $packer = new class ($options) extends Packer {
                public function packInt(int $int): string
                {
                    return "\xc1";
                }

                public function packStr(string $str): string
                {
                    return "\xc1";
                }

                public function packBin(string $str): string
                {
                    return "\xc1";
                }

                public function packArrayHeader(int $size): string
                {
                    return "\xc1";
                }

                public function packMapHeader(int $size): string
                {
                    return "\xc1";
                }
            };
            $string = \str_repeat('a', 300);
            foreach ([$string, [500 => $string, $string => 500], \range(1000, 1020), \array_fill(5, 20, "\xff")] as $value) {
                self::assertSame((new Packer($options))->pack($value), $packer->pack($value));
            }
        }
    }

    public function testAnExtensionIsGivenTheSubclassAsItIs(): void
    {
        $extension = self::extension(static fn (ContextUnpacker $unpacker): string => "$unpacker->context $unpacker->copies");
        $unpacker = new ContextUnpacker("\xd4\x07a\x91\xd4\x07b", null, [$extension]);
        $unpacker->context = 'first';
        self::assertSame('first 1', $unpacker->unpack());
        $unpacker->context = 'second';
        self::assertSame(['second 1'], $unpacker->unpack());
        $copy = $unpacker->withBuffer("\xd4\x07a\xd4\x07a");
        $copy->context = 'third';
        self::assertSame(['third 2', 'third 2'], $copy->tryUnpack());
    }

    public function testACopyOfAPackerAsksItsOwnTransformers(): void
    {
        // Without parent::__clone().
        $packer = new class () extends Packer {
            public function __clone()
            {
            }
        };
        $transformer = new class () implements CanPack {
            public function pack(Packer $packer, mixed $value): string
            {
                return $packer->packNil();
            }
        };
        self::assertThrows(PackingFailedException::class, static fn () => $packer->pack(new \stdClass()));
        self::assertSame("\xc0", $packer->extendWith($transformer)->pack(new \stdClass()));
    }

    /**
     * @param callable(BufferUnpacker): mixed $use
     * @param int|null $expected what it returns, if that is not the unpacker
     */
    #[DataProvider('uses')]
    public function testAnExtensionMayUseTheUnpackerOfTheMessage(callable $use, ?int $expected): void
    {
        foreach (["\xd4\x07a", "\x93\x00\xd4\x07a\x81\xc4\x01k\xd4\x08b", "\x92\xdb\0\0\0\x01s\xd4\x07a"] as $packed) {
            foreach (['unpack', 'tryUnpack'] as $method) {
                $result = null;
                $unpacker = new BufferUnpacker("\x05$packed\x06\x07");
                $extension = self::extension(static function () use (&$unpacker, &$result, $use): string {
                    $result = $use($unpacker);
                    $result = $result === $unpacker ? null : $result;

                    return 'ext';
                });
                $unpacker = $unpacker->extendWith($extension);
                self::assertSame(5, $unpacker->unpack());
                $values = $method === 'unpack' ? [$unpacker->unpack(), $unpacker->unpack(), $unpacker->unpack()] : $unpacker->tryUnpack();
                $unpacker = null;
                \array_shift($values);
                self::assertSame([$expected, 6, 7], [$result, ...$values]);
            }
        }
    }

    /** @return iterable<string, array{callable, int|null}> */
    public static function uses(): iterable
    {
        yield 'seek' => [static fn (BufferUnpacker $unpacker) => $unpacker->seek(0), null];
        yield 'seek and unpack' => [static fn (BufferUnpacker $unpacker) => $unpacker->seek(-1)->unpack(), 7];
        yield 'skip' => [static fn (BufferUnpacker $unpacker) => $unpacker->skip(2), null];
        yield 'read' => [static fn (BufferUnpacker $unpacker) => \strlen($unpacker->read(2)), 2];
        yield 'unpack before' => [static fn (BufferUnpacker $unpacker) => $unpacker->skip(-1)->unpackInt(), 5];
    }

    public function testThePositionStaysWhereAnExtensionMovesItAndThrows(): void
    {
        foreach (["\xd4\x07a", "\x91\xd4\x07a", "\x92\x01\x91\xd4\x07a"] as $packed) {
            $unpacker = new BufferUnpacker("\x05$packed\x06");
            $positions = [];
            $extension = self::extension(static function () use (&$unpacker, &$positions): never {
                $positions[] = $unpacker->getRemainingCount();
                $unpacker->skip(1)->append("\x07");
                throw new \DomainException();
            });
            $unpacker = $unpacker->extendWith($extension);
            $unpacker->skip(1);
            foreach ([1, 2, 3] as $appended) {
                $left = $unpacker->getRemainingCount();
                self::assertThrows(\DomainException::class, $appended === 2 ? $unpacker->tryUnpack(...) : $unpacker->unpack(...));
                self::assertSame($left, \array_pop($positions));
                self::assertSame($left + 1, $unpacker->getRemainingCount());
            }
        }
    }

    public function testWhatIsLeftOfABufferThatAnExtensionHasReplaced(): void
    {
        foreach (["\xd4\x07a", "\x92\xd4\x07a\x01"] as $packed) {
            $unpacker = new BufferUnpacker($packed);
            $extension = self::extension(static function () use (&$unpacker): void {
                $unpacker->reset("\x01");
            });
            $unpacker = $unpacker->extendWith($extension);
            $unpacker->unpack();
            self::assertSame([0, false, []], [$unpacker->getRemainingCount(), $unpacker->hasRemaining(), $unpacker->tryUnpack()]);
            $length = \strlen($packed);
            self::assertUnpackingFails(InsufficientDataException::class, 'truncated', $length, $unpacker->unpack(...));
            self::assertSame("\x02", $unpacker->reset("\x02")->read(1));
        }
    }

    public function testMessagesOfPackingErrors(): void
    {
        $array = 1;
        for ($i = 0; $i < 4097; $i++) {
            $array = [$array];
        }
        $error = self::assertThrows(PackingFailedException::class, static fn () => (new Packer())->pack($array));
        self::assertSame(['max_depth', 'The value is nested too deeply'], [$error->getReason(), $error->getMessage()]);
    }

    private static function extension(\Closure $unpack): Extension
    {
        return new class ($unpack) implements Extension {
            public function __construct(private \Closure $unpack)
            {
            }

            public function getType(): int
            {
                return 7;
            }

            public function pack(Packer $packer, mixed $value): ?string
            {
                return null;
            }

            public function unpackExt(BufferUnpacker $unpacker, int $extLength): mixed
            {
                return ($this->unpack)($unpacker);
            }
        };
    }
}
