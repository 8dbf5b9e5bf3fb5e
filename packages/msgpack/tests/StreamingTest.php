<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\InsufficientDataException;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;
use Brine\MessagePack\StreamPacker;
use Brine\MessagePack\StreamUnpacker;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Timestamp;
use Brine\MessagePack\TypeTransformer\StreamTransformer;
use Brine\MessagePack\UnpackOptions;
use PHPUnit\Framework\Attributes\DataProvider;

/** Messages that arrive in pieces. */
final class StreamingTest extends MessagePackTestCase
{
    /** @param int<1, max> $size */
    #[DataProvider('chunkSizes')]
    public function testAllSamplesInChunks(int $size): void
    {
        $packed = '';
        $values = [];
        foreach ([Messages::firstBytes(), Messages::overlong(), Messages::arrays()] as $samples) {
            foreach ($samples as [$value, $bytes]) {
                // Large messages in many small chunks take long, especially under sanitizers.
                if (\strlen($bytes) < 1000 * $size) {
                    $values[] = $value;
                    $packed .= $bytes;
                }
            }
        }
        $unpacker = new BufferUnpacker();
        $unpacked = [];
        foreach (\str_split($packed, $size) as $chunk) {
            \array_push($unpacked, ...$unpacker->append($chunk)->tryUnpack());
        }
        self::assertIdentical($values, $unpacked);
        self::assertSame(0, $unpacker->getRemainingCount());
    }

    /** @return iterable<array<mixed>> */
    public static function chunkSizes(): iterable
    {
        foreach ([1, 2, 3, 7, 100, 4096, 65536, 1 << 20] as $size) {
            yield "$size bytes" => [$size];
        }
    }

    public function testNestedMessageByteByByte(): void
    {
        $value = ['a' => [1, [2.5, [\str_repeat('x', 300), [null, ['b' => [new Ext(5, \str_repeat('y', 20))]]]]], 'c' => -70000]];
        $packed = (new Packer())->pack($value);
        $unpacker = new BufferUnpacker();
        foreach (\str_split($packed . $packed) as $i => $byte) {
            $unpacked = $unpacker->append($byte)->tryUnpack();
            self::assertIdentical(($i + 1) % \strlen($packed) === 0 ? [$value] : [], $unpacked);
        }
    }

    public function testWhatIsCompleteIsReturnedBeforeWhatIsMalformed(): void
    {
        $unpacker = new BufferUnpacker("\x01\x02\xc1\x03");
        self::assertSame([1, 2], $unpacker->tryUnpack());
        self::assertThrows(UnpackingFailedException::class, $unpacker->tryUnpack(...));
        self::assertThrows(UnpackingFailedException::class, $unpacker->tryUnpack(...));
        self::assertSame([3], $unpacker->skip(1)->tryUnpack());
    }

    public function testWhatIsCompleteIsReturnedBeforeAnExtensionThrows(): void
    {
        $extension = new class () implements Extension {
            public function getType(): int
            {
                return 1;
            }

            public function pack(Packer $packer, mixed $value): ?string
            {
                return null;
            }

            public function unpackExt(BufferUnpacker $unpacker, int $extLength): never
            {
                throw new \DomainException();
            }
        };
        $unpacker = new BufferUnpacker("\x01\x02\xd4\x01\x00\x03", null, [$extension]);
        self::assertSame([1, 2], $unpacker->tryUnpack());
        self::assertThrows(\DomainException::class, $unpacker->tryUnpack(...));
        self::assertSame([3], $unpacker->skip(3)->tryUnpack());
    }

    public function testWhatIsLeftOfAStreamIsReturnedBeforeWhatIsMalformed(): void
    {
        $stream = self::stream('r+');
        \fwrite($stream, "\x01\x02\x03\xc1");
        \rewind($stream);
        $unpacker = new StreamUnpacker($stream);
        self::assertSame(1, $unpacker->unpack());
        self::assertSame([2, 3], $unpacker->tryUnpack());
        self::assertThrows(UnpackingFailedException::class, $unpacker->tryUnpack(...));
    }

    public function testMalformedInsideOfAMessageThatIsNotComplete(): void
    {
        $unpacker = new BufferUnpacker("\x07\x95\x01\xc1");
        self::assertSame([7], $unpacker->tryUnpack());
        self::assertThrows(UnpackingFailedException::class, $unpacker->tryUnpack(...));

        $unpacker = new BufferUnpacker("\x95\x01\x02");
        self::assertSame([], $unpacker->tryUnpack());
        self::assertThrows(UnpackingFailedException::class, $unpacker->append("\x03\xc1")->tryUnpack(...));
        self::assertThrows(UnpackingFailedException::class, $unpacker->tryUnpack(...));
    }

    public function testMovingBetweenCalls(): void
    {
        $unpacker = new BufferUnpacker("\x01\x93\x01");
        self::assertSame([1], $unpacker->tryUnpack());
        self::assertSame([], $unpacker->append("\x02")->tryUnpack());
        // The message begins elsewhere now.
        self::assertSame([1, 2], $unpacker->skip(1)->tryUnpack());
        self::assertSame([[4]], $unpacker->reset("\x91\x04\x93")->tryUnpack());
        self::assertSame([], $unpacker->tryUnpack());
        self::assertSame([[1, 2, 3]], $unpacker->append("\x01\x02\x03")->tryUnpack());
    }

    public function testReleasingWhileAMessageIsNotComplete(): void
    {
        $unpacker = new BufferUnpacker("\x01\x02\x93\x01\xa5ab");
        self::assertSame([1, 2], $unpacker->tryUnpack());
        self::assertSame(2, $unpacker->release());
        self::assertSame([], $unpacker->append('cd')->tryUnpack());
        self::assertSame(0, $unpacker->release());
        self::assertSame([[1, 'abcde', 7]], $unpacker->append("e\x07")->tryUnpack());
    }

    public function testCopiesGoOnByThemselves(): void
    {
        $unpacker = new BufferUnpacker("\x93\x01\x02");
        self::assertSame([], $unpacker->tryUnpack());
        $copy = clone $unpacker;
        self::assertSame([[1, 2, 3]], $unpacker->append("\x03")->tryUnpack());
        self::assertSame([[1, 2, 4]], $copy->append("\x04")->tryUnpack());
    }

    public function testAnExtensionIsCalledOnce(): void
    {
        $unpacker = new BufferUnpacker('', null, [new BoxExtension()]);
        $packed = "\x92\x01\xc7\x03\x09\x92\x01\x02";
        foreach (\str_split(\substr($packed, 0, -1)) as $byte) {
            self::assertSame([], $unpacker->append($byte)->tryUnpack());
        }
        self::assertIdentical([[1, new \ArrayObject([1, 2])]], $unpacker->append("\x02")->tryUnpack());
        // It reads beyond its payload: more bytes of the message would not help.
        $unpacker->reset("\x05\xd4\x09\x92\x01");
        self::assertSame([5], $unpacker->tryUnpack());
        $error = self::assertThrows(UnpackingFailedException::class, $unpacker->tryUnpack(...));
        self::assertSame('bad_ext', $error->getReason());
    }

    public function testLimitsOfAMessageThatIsNotComplete(): void
    {
        $unpacker = new BufferUnpacker('', UnpackOptions::fromDefaults()->withMaxElements(100));
        self::assertSame([], $unpacker->append("\xdc\x00\x64\x01")->tryUnpack());
        $unpacker->reset("\xdc\x01\x2c\x01");
        self::assertUnpackingFails(UnpackingFailedException::class, 'max_elements', 0, $unpacker->tryUnpack(...));
    }

    public function testElementsOfAMessageThatDoesNotEnd(): void
    {
        // 50 levels, and 100 elements; what comes next is one too many.
        foreach (["\x92\x01" => "\x91", "\x82\x01\x02\x03" => "\xdf\0\0\0\x01", "\x92\xa3abc" => "\xdd\0\0\0\x01"] as $level => $next) {
            foreach ([1, 7, 1000] as $size) {
                $unpacker = new BufferUnpacker('', UnpackOptions::fromDefaults()->withMaxElements(100));
                foreach (\str_split("\x05" . \str_repeat($level, 50), $size) as $i => $chunk) {
                    self::assertSame($i === 0 ? [5] : [], $unpacker->append($chunk)->tryUnpack());
                }
                $left = $unpacker->getRemainingCount();
                $offset = $left + ($size === 1 ? 0 : 1);
                $unpacker->append($next);
                // Each call throws again, without waiting for more bytes.
                for ($i = 0; $i < 2; $i++) {
                    self::assertUnpackingFails(UnpackingFailedException::class, 'max_elements', $offset, $unpacker->tryUnpack(...));
                }
                self::assertSame($left + \strlen($next), $unpacker->getRemainingCount());
            }
        }
    }

    public function testWritingToAStream(): void
    {
        $stream = self::stream('r+');
        $packer = new StreamPacker($stream);
        self::assertSame(1, $packer->pack(1));
        self::assertSame(3, $packer->pack([1, 2]));
        self::assertSame(6, $packer->pack(new Timestamp(1)));
        self::assertThrows(PackingFailedException::class, static fn () => $packer->pack([1, new Point(1, 2)]));
        $points = new StreamPacker($stream, new Packer(null, [new PointExtension(3)]));
        self::assertSame(4, $points->pack(new Point(1, 2)));
        \rewind($stream);
        self::assertSame("\x01\x92\x01\x02\xd6\xff\0\0\0\x01\xd5\x03\x01\x02", \stream_get_contents($stream));
    }

    public function testWritingWhereNothingCanBeWritten(): void
    {
        $packer = new StreamPacker(self::stream('r'));
        $error = self::assertThrows(PackingFailedException::class, static fn () => $packer->pack([1]));
        self::assertSame('unwritable_stream', $error->getReason());
        // @phpstan-ignore argument.type (this is what is tested)
        self::assertThrows(\TypeError::class, static fn () => new StreamPacker('php://memory'));
        // @phpstan-ignore argument.type (this is what is tested)
        self::assertThrows(\TypeError::class, static fn () => new StreamUnpacker(1));
        self::assertThrows(\ValueError::class, static fn () => new StreamUnpacker(\STDIN, null, 0));
    }

    #[DataProvider('chunkSizes')]
    public function testReadingFromAStream(int $size): void
    {
        $values = [1, 'a', [1, ['b' => 2]], new Timestamp(1, 2), null, \str_repeat('x', 10000), []];
        $stream = self::stream('r+');
        $packer = new StreamPacker($stream);
        \array_map($packer->pack(...), $values);
        \rewind($stream);
        self::assertIdentical($values, \iterator_to_array(new StreamUnpacker($stream, null, $size), false));

        \rewind($stream);
        $unpacker = new StreamUnpacker($stream, null, $size);
        foreach ($values as $value) {
            self::assertIdentical($value, $unpacker->unpack());
        }
        self::assertThrows(InsufficientDataException::class, $unpacker->unpack(...));
    }

    public function testAStreamThatEndsInsideOfAValue(): void
    {
        $stream = self::stream('r+');
        \fwrite($stream, "\x01\x93\x02\x03");
        \rewind($stream);
        $values = [];
        self::assertThrows(InsufficientDataException::class, static function () use ($stream, &$values): void {
            foreach (new StreamUnpacker($stream) as $value) {
                $values[] = $value;
            }
        });
        self::assertSame([1], $values);
    }

    public function testAStreamThatDoesNotBlock(): void
    {
        [$here, $there] = self::socketPair();
        \stream_set_blocking($here, false);
        $unpacker = new StreamUnpacker($here);
        self::assertSame([], $unpacker->tryUnpack());
        \fwrite($there, "\x01\x92\x02");
        self::assertSame([1], $unpacker->tryUnpack());
        self::assertSame([], $unpacker->tryUnpack());
        self::assertThrows(InsufficientDataException::class, $unpacker->unpack(...));
        \fwrite($there, "\x03\x04\x05");
        self::assertSame([2, 3], $unpacker->unpack());
        self::assertSame([4, 5], $unpacker->tryUnpack());
    }

    public function testAStreamThatHasNothingNowIsNotAtItsEnd(): void
    {
        [$here, $there] = self::socketPair();
        \stream_set_blocking($here, false);
        $unpacker = new StreamUnpacker($here);
        \fwrite($there, "\x01\x02");
        $values = [];
        $read = static function () use ($unpacker, &$values): void {
            foreach ($unpacker as $value) {
                $values[] = $value;
            }
        };
        self::assertThrows(InsufficientDataException::class, $read);
        self::assertSame([1, 2], $values);
        \fwrite($there, "\x03");
        \fclose($there);
        $read();
        self::assertSame([1, 2, 3], $values);
    }

    public function testConnectionsThatOutliveTheRequest(): void
    {
        $server = \stream_socket_server('tcp://127.0.0.1:0');
        self::assertNotFalse($server);
        $flags = \STREAM_CLIENT_CONNECT | \STREAM_CLIENT_PERSISTENT;
        $here = \stream_socket_client('tcp://' . \stream_socket_get_name($server, false), flags: $flags);
        self::assertNotFalse($here);
        $there = \stream_socket_accept($server);
        self::assertNotFalse($there);
        self::assertSame('persistent stream', \get_resource_type($here));
        self::assertSame(3, (new StreamPacker($here))->pack([1, 2]));
        self::assertSame([1, 2], (new StreamUnpacker($there))->unpack());
        (new StreamPacker($there))->pack([3]);
        self::assertSame([3], (new StreamUnpacker($here))->unpack());
        \fwrite($there, 'abc');
        \fclose($there);
        self::assertSame("\xc4\x03abc", (new Packer(null, [new StreamTransformer()]))->pack($here));
    }

    public function testOptionsAndExtensionsForAStream(): void
    {
        $stream = self::stream('r+');
        \fwrite($stream, "\xd5\x03\x01\x02\x91\x91\x01");
        \rewind($stream);
        $options = UnpackOptions::fromDefaults()->withMaxDepth(1);
        $unpacker = new StreamUnpacker($stream, new BufferUnpacker('', $options, [new PointExtension(3)]));
        self::assertIdentical(new Point(1, 2), $unpacker->unpack());
        self::assertThrows(UnpackingFailedException::class, $unpacker->unpack(...));
    }

    /** @return array{resource, resource} what is written to one is read from the other */
    private static function socketPair(): array
    {
        $pair = \stream_socket_pair(\STREAM_PF_UNIX, \STREAM_SOCK_STREAM, 0);
        self::assertNotFalse($pair);

        /** @var array{resource, resource} */
        return $pair;
    }
}
