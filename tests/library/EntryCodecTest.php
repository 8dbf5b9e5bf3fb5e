<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\DecodeException;
use Brine\Deflated;
use Brine\EncodeException;
use Brine\EntryCodec;
use Brine\Format;
use Brine\Guarded;
use Brine\Internal\Failure;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** One codec for the entries of all stores and bridges. */
final class EntryCodecTest extends TestCase
{
    private const GONE = 'O:24:"Brine\Tests\Library\Gone":1:{s:1:"a";i:1;}';

    /** @return iterable<string, array{Serializer, Format|null}> and the format of what is written; null if that depends on PHP */
    public static function serializers(): iterable
    {
        yield 'Auto' => [new Auto(), null];
        yield 'Brine' => [new BrineSerializer(), Format::Brine];
        yield 'native' => [new NativeSerializer(), Format::Native];
        yield 'compressed' => [new Compressed(new Auto(), minBytes: 0), null];
        yield 'deflated' => [new Deflated(new Compressed(new Auto())), null];
        yield 'signed' => [new Signed(new Auto(), 'secret'), Format::Signed];
        yield 'signed, native' => [new Signed(new NativeSerializer(), 'secret'), Format::Signed];
        yield 'signed inside' => [new Deflated(new Signed(new BrineSerializer(), 'secret')), Format::Signed];
        yield 'without the option' => [new Guarded(new Signed(new Auto(), 'secret')), Format::Signed];
    }

    #[DataProvider('serializers')]
    public function testEveryValueComesBack(Serializer $serializer, ?Format $format): void
    {
        $codec = new EntryCodec($serializer, static fn (\Throwable $error): never => throw $error);
        foreach ([null, false, true, 0, 16, '', "\x10", "\xc1\x10", [], [1 => 'a'], \str_repeat('text ', 500), new \ArrayObject([1])] as $value) {
            $bytes = $codec->encode($value, 'key');
            self::assertEquals($value, $codec->decode($bytes, 'key'));
            self::assertEquals($value, $codec->read($bytes, 'key', 'a miss'));
            self::assertSame($serializer->serialize($value) === $bytes, $format !== Format::Signed);
            self::assertSame($format ?? Format::of($bytes), Format::of($bytes));
        }
    }

    /** @return iterable<string, array{Serializer}> */
    public static function signing(): iterable
    {
        foreach (self::serializers() as $name => [$serializer, $format]) {
            if ($format === Format::Signed) {
                yield $name => [$serializer];
            }
        }
    }

    #[DataProvider('signing')]
    public function testASignatureIsReadInItsContextAlone(Serializer $serializer): void
    {
        $codec = new EntryCodec($serializer, self::log($told));
        $bytes = $codec->encode(['id' => 5], 'one');
        self::assertSame(['id' => 5], $codec->read($bytes, 'one'));
        foreach (['two', ''] as $context) {
            self::assertSame('miss', $codec->read($bytes, $context, 'miss'));
            self::assertSame(['not_verified', $context, $bytes], \array_pop($told));
        }
        self::assertSame('miss', $codec->read(\serialize(['id' => 5]), 'one', 'miss'));
        self::assertSame('not_verified', \array_pop($told)[0] ?? null);
        // Without a context of the caller's, that of the serializer counts.
        self::assertSame(['id' => 5], $codec->read($codec->encode(['id' => 5])));
        self::assertSame([], $told);
    }

    public function testTheSerializersOwnContext(): void
    {
        $signed = new Signed(new Auto(), 'secret', 'own');
        $codec = new EntryCodec($signed);
        self::assertSame(5, $signed->unserialize($codec->encode(5)));
        self::assertSame(5, $signed->withContext('other')->unserialize($codec->encode(5, 'other')));
    }

    public function testWhatIsAbsentIsAMissThatNobodyIsToldOf(): void
    {
        $miss = new \stdClass();
        $codec = new EntryCodec(new Auto(), self::log($told));
        self::assertSame([$miss, $miss, null], [$codec->read(null, 'key', $miss), $codec->read(false, 'key', $miss), $codec->read(null)]);
        self::assertSame([], $told);
    }

    #[DataProvider('serializers')]
    public function testWhatIsDamagedIsAMissAndTold(Serializer $serializer): void
    {
        $codec = new EntryCodec($serializer, self::log($told));
        $bytes = $codec->encode(['a' => 1, 'b' => [2, 3]], 'key');
        $all = [\substr($bytes, 0, -1), \substr($bytes, 0, 3), "$bytes.", '', 'text', "\xc1\x10", "\xc1\x12", "a\x10", "\xff\xfe", \substr($bytes, 1)];
        foreach ($all as $damaged) {
            self::assertSame('miss', $codec->read($damaged, 'key', 'miss'), \bin2hex($damaged));
            self::assertSame(['key', $damaged], \array_slice($told[0] ?? [], 1));
            self::assertCount(1, $told);
            $told = [];
            $this->assertFails(null, static fn () => $codec->decode($damaged, 'key'));
            self::assertNull((new EntryCodec($serializer))->read($damaged, 'key'));
        }
    }

    /** Where the bytes begin as Brine's own payloads, the failure is the same by read() as by the serializer. */
    public function testTheFailureIsThatOfTheSerializer(): void
    {
        $codec = new EntryCodec(new Auto(), static fn (\Throwable $error): never => throw $error);
        $noDate = \str_replace('NoDating', 'DateTime', \brine_serialize(\unserialize('O:8:"NoDating":1:{s:4:"date";s:1:"x";}')));
        foreach (["\xc1\x10\x03\x01", "\xc1\x10", "\x00\x10", "a\x10", $noDate] as $bytes) {
            $expected = $this->assertFails(null, static fn () => (new Auto())->unserialize($bytes));
            foreach ([static fn () => $codec->read($bytes), static fn () => $codec->decode($bytes)] as $read) {
                $error = $this->assertFails($expected->getReason(), $read);
                self::assertSame([$expected->getMessage(), $expected->getOffset(), $expected->getPath()], [$error->getMessage(), $error->getOffset(), $error->getPath()]);
            }
        }
    }

    #[DataProvider('serializers')]
    public function testAMissingClassIsAMiss(Serializer $serializer): void
    {
        $codec = new EntryCodec($serializer, self::log($told));
        $bytes = $codec->encode([\unserialize(self::GONE)], 'key');
        self::assertSame('miss', $codec->read($bytes, 'key', 'miss'));
        self::assertSame([['missing_class', 'key', $bytes]], $told);
        $this->assertFails('missing_class', static fn () => $codec->decode($bytes, 'key'));
        self::assertSame('', (string) \ini_get('unserialize_callback_func'));
    }

    public function testHooksRunOnceAndTheirErrorsAreTold(): void
    {
        $error = null;
        $codec = new EntryCodec(new Auto(), static function (\Throwable $thrown) use (&$error): void {
            $error = $thrown;
        });
        foreach ([new BrineSerializer(), new NativeSerializer()] as $serializer) {
            $bytes = $serializer->serialize(new ThrowingThing('read'));
            ThrowingThing::$reads = 0;
            self::assertSame('miss', $codec->read($bytes, 'key', 'miss'));
            self::assertInstanceOf(\RuntimeException::class, $error);
            self::assertSame(['at read', 1], [$error->getMessage(), ThrowingThing::$reads]);
            $this->expectExceptionOnce(static fn () => $codec->decode($bytes), \RuntimeException::class);
        }
    }

    public function testWarningsAreTheCallersToSilence(): void
    {
        $seen = [];
        \set_error_handler(static function (int $level) use (&$seen): bool {
            $seen[] = (\error_reporting() & $level) !== 0;

            return true;
        });
        // PHPUnit has taken warnings out of it.
        $level = \error_reporting(\E_ALL);
        try {
            $codec = new EntryCodec(new Auto());
            $bytes = \brine_serialize(new LoudThing());
            $codec->read($bytes);
            @$codec->read($bytes);
        } finally {
            \error_reporting($level);
            \restore_error_handler();
        }
        self::assertSame([true, true, false, false], $seen);
    }

    public function testWhatCannotBeWritten(): void
    {
        foreach (self::serializers() as [$serializer]) {
            $this->expectExceptionOnce(static fn () => (new EntryCodec($serializer))->encode(static fn (): int => 1, 'key'), EncodeException::class);
        }
    }

    /**
     * @param list<array{string, string, string}>|null $told receives the reports: reason, context and bytes
     * @param-out list<array{string, string, string}> $told
     */
    private static function log(?array &$told): \Closure
    {
        $told = [];

        return static function (\Throwable $error, string $context, string $bytes) use (&$told): void {
            $told[] = [Failure::asDecoding($error)->getReason(), $context, $bytes];
        };
    }

    /** @param \Closure(): mixed $read */
    private function assertFails(?string $reason, \Closure $read): DecodeException
    {
        try {
            $read();
        } catch (DecodeException $error) {
            self::assertSame($reason ?? $error->getReason(), $error->getReason());

            return $error;
        }
        self::fail('It was read');
    }

    /**
     * @param \Closure(): mixed $call
     * @param class-string<\Throwable> $class
     */
    private function expectExceptionOnce(\Closure $call, string $class): void
    {
        try {
            $call();
        } catch (\Throwable $error) {
            self::assertInstanceOf($class, $error);

            return;
        }
        self::fail('Nothing was thrown');
    }
}
