<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\DecodeException;
use Brine\Deflated;
use Brine\EncodeException;
use Brine\Format;
use Brine\Format\SignedFrame;
use Brine\JsonSerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Brine\Testing\SerializerContract;
use Brine\Tests\Reference\Frame;
use PHPUnit\Framework\Attributes\DataProvider;

final class SignedTest extends SerializerContract
{
    /** What is said of the key of 15 bytes. */
    public const TOO_SHORT = 'A signing key must have at least 16 bytes, and this one has 15. This command prints a good one: '
        . 'php -r "echo bin2hex(random_bytes(32));"';

    private const OLD = 'the-old-key-of-two';
    private const NEW = 'the-new-key-of-two';

    protected function createSerializer(): Serializer
    {
        return new Signed(new NativeSerializer(), 'the key of a test', 'the context');
    }

    public function testTheFrameIsThatOfTheFunctions(): void
    {
        $value = ['a' => [1, 2.5, 'text']];
        $signed = new Signed(new BrineSerializer(), 'key of this test', 'context');
        $data = \brine_serialize_signed($value, 'key of this test', ['context' => 'context']);
        self::assertSame(\bin2hex($data), \bin2hex($signed->serialize($value)));
        self::assertSame($value, $signed->unserialize($data));
        self::assertSame($value, \brine_unserialize_signed($signed->serialize($value), 'key of this test', ['context' => 'context']));
    }

    public function testOtherFormatsAndEnvelopesInsideOfTheFrame(): void
    {
        $value = ['text' => \str_repeat('again and ', 500)];
        $auto = Signed::alsoUnsigned(new Auto(foreign: \Brine\Format::Json), ['other', 'key of this test'], 'c');
        foreach ([new NativeSerializer(), new JsonSerializer(), new BrineSerializer(), new Compressed(new NativeSerializer())] as $inner) {
            $signed = new Signed($inner, 'key of this test', 'c');
            $data = $signed->serialize($value);
            self::assertSame($inner->serialize($value), \substr($data, SignedFrame::PAYLOAD_OFFSET));
            self::assertSame($value, $signed->unserialize($data));
            self::assertSame($value, $auto->unserialize($data));
        }
    }

    #[DataProvider('rotations')]
    public function testRotation(bool $isRead, string $writer, string $reader): void
    {
        $data = (new Signed(new NativeSerializer(), \explode(' ', $writer)))->serialize(['value']);
        $signed = new Signed(new NativeSerializer(), \explode(' ', $reader));
        if ($isRead) {
            self::assertSame(['value'], $signed->unserialize($data));
        } else {
            $this->assertNotVerified($signed, $data);
        }
    }

    /** @return iterable<string, array{bool, string, string}> */
    public static function rotations(): iterable
    {
        yield 'the same' => [true, self::OLD, self::OLD];
        yield 'a new key before the old one' => [true, self::OLD, self::NEW . ' ' . self::OLD];
        yield 'a reader that does not write with it yet' => [true, self::NEW . ' ' . self::OLD, self::OLD . ' ' . self::NEW];
        yield 'the first signs' => [false, self::NEW . ' ' . self::OLD, self::OLD];
        yield 'the old one is gone' => [false, self::OLD, self::NEW];
    }

    /** @return iterable<string, array{Serializer}> */
    public static function innerSerializers(): iterable
    {
        yield 'native' => [new NativeSerializer()];
        yield 'Brine' => [new BrineSerializer()];
        yield 'Auto' => [new Auto()];
    }

    #[DataProvider('innerSerializers')]
    public function testWhatIsNotVerified(Serializer $inner): void
    {
        $signed = new Signed($inner, 'key of this test', 'one');
        $data = $signed->serialize('value');
        $this->assertNotVerified($signed->withContext('two'), $data);
        $this->assertNotVerified($signed, \serialize('value'));
        $this->assertNotVerified($signed, \substr($data, SignedFrame::PAYLOAD_OFFSET));
        $this->assertNotVerified($signed, '');
        $this->assertNotVerified(Signed::alsoUnsigned(new Auto(), 'key of this test'), $data);
        $this->assertNotVerified(new Auto(), $data);
        for ($i = 0; $i < \strlen($data); $i++) {
            $this->assertNotVerified($signed, \substr_replace($data, \chr(\ord($data[$i]) ^ 1), $i, 1));
        }
        self::assertSame('value', $signed->withContext('two')->withContext('one')->unserialize($data));
    }

    #[DataProvider('innerSerializers')]
    public function testNullIsAValueThatIsVerified(Serializer $inner): void
    {
        $signed = new Signed($inner, [self::NEW, self::OLD], 'one');
        $data = (new Signed($inner, self::OLD, 'one'))->serialize(null);
        self::assertNull($signed->unserialize($data));
        self::assertNull((Signed::alsoUnsigned(new Auto(), self::OLD, 'one'))->unserialize($data));
        $this->assertNotVerified($signed->withContext('two'), $data);
        $this->assertNotVerified(Signed::alsoUnsigned(new Auto(), self::NEW, 'one'), $data);
    }

    public function testTheOptionsOfWhatIsSigned(): void
    {
        $data = (new Signed(new BrineSerializer(), 'key of this test'))->serialize(new \ArrayObject([1]));
        $options = ['allowed_classes' => false];
        foreach ([new BrineSerializer($options), new Auto(options: $options)] as $inner) {
            self::assertInstanceOf(\__PHP_Incomplete_Class::class, (new Signed($inner, 'key of this test'))->unserialize($data));
        }
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, (Signed::alsoUnsigned(new Auto(options: $options), 'key of this test'))->unserialize($data));
    }

    public function testTheOffsetCountsFromTheFrame(): void
    {
        $noDate = \str_replace('NoDating', 'DateTime', \brine_serialize(\unserialize('O:8:"NoDating":1:{s:4:"date";s:1:"x";}')));
        $faults = [
            ['a:1:{i:0;i:x;}', 9, 'malformed', [new Signed(new NativeSerializer(), 'key of this test'), new Signed(new Auto(), 'key of this test'), Signed::alsoUnsigned(new Auto(), 'key of this test')]],
            ["\xc1\x10\x03\x01", 3, 'trailing_bytes', [new Signed(new BrineSerializer(), 'key of this test'), new Signed(new Auto(), 'key of this test'), Signed::alsoUnsigned(new Auto(), 'key of this test')]],
            [$noDate, 2, 'bad_object', [new Signed(new BrineSerializer(), 'key of this test'), new Signed(new Compressed(new Auto()), 'key of this test'), Signed::alsoUnsigned(new Auto(), 'key of this test')]],
        ];
        foreach ($faults as [$payload, $offset, $reason, $serializers]) {
            foreach ($serializers as $serializer) {
                try {
                    $serializer->unserialize(SignedFrame::sign($payload, 'key of this test'));
                    self::fail('it was read');
                } catch (DecodeException $error) {
                    self::assertSame([SignedFrame::PAYLOAD_OFFSET + $offset, $reason], [$error->getOffset(), $error->getReason()]);
                }
            }
        }
    }

    #[DataProvider('innerSerializers')]
    public function testAlsoUnsigned(Serializer $inner): void
    {
        $value = ['id' => 5, 'text' => \str_repeat('text ', 20)];
        $signed = (new Signed($inner, 'key of this test', 'one'))->serialize($value);
        $plain = $inner->serialize($value);
        foreach ([true => $signed, false => $plain] as $signs => $written) {
            $both = Signed::alsoUnsigned($inner, ['key of this test', 'old'], 'one', (bool) $signs);
            self::assertSame($written, $both->serialize($value));
            self::assertSame([$value, $value], [$both->unserialize($signed), $both->unserialize($plain)]);
            self::assertSame($value, $both->withContext('two')->unserialize($plain));
            $this->assertNotVerified($both->withContext('two'), $signed);
            $this->assertNotVerified(Signed::alsoUnsigned($inner, 'other', 'one'), $signed);
        }
        $strict = new Signed($inner, 'key of this test', 'one');
        self::assertSame([true, false], [$strict->isStrict(), Signed::alsoUnsigned($inner, 'key of this test')->isStrict()]);
    }

    /** What is not signed may take no more memory inside of an envelope than without keys. */
    public function testTheBudgetOfWhatIsNotSigned(): void
    {
        $deflated = (string) \gzdeflate('a:200000:{' . \str_repeat('i:0;a:1:{i:0;N;}', 200_000) . '}', 9);
        $failures = [];
        foreach ([new Auto(), Signed::alsoUnsigned(new Auto(), 'key of this test')] as $inner) {
            try {
                (new Deflated($inner))->unserialize($deflated);
                $failures[] = null;
            } catch (DecodeException $error) {
                $failures[] = [$error->getReason(), $error->getMessage()];
            }
        }
        self::assertSame($failures[0], $failures[1]);
        self::assertSame('max_memory', $failures[0][0] ?? null);
    }

    public function testWhatIsSignedIsNotSignedAgain(): void
    {
        $data = SignedFrame::sign(SignedFrame::sign('b:0;', 'key of this test'), 'key of this test');
        $this->assertNotVerified(Signed::alsoUnsigned(new Auto(), 'key of this test'), $data);
        $envelope = "\xc1\x18\x00\x00" . \pack('V', 42) . SignedFrame::sign('b:0;', 'key of this test');
        $this->expectException(DecodeException::class);
        $this->expectExceptionMessage("In the envelope's content: It is a signed frame, which an envelope must not contain");
        (Signed::alsoUnsigned(new Auto(), 'key of this test'))->unserialize($envelope);
    }

    public function testBadKeys(): void
    {
        foreach ([['', 'A key must be'], [[], 'There must be a key'], [['a', ''], 'A key must be'], [[1], 'A key must be']] as [$keys, $message]) {
            try {
                // @phpstan-ignore argument.type (this is what is tested)
                new Signed(new NativeSerializer(), $keys);
                self::fail($message);
            } catch (\ValueError $error) {
                self::assertStringContainsString($message, $error->getMessage());
            }
        }
    }

    #[DataProvider('innerSerializers')]
    public function testAShortKeyVerifiesAndDoesNotSign(Serializer $inner): void
    {
        $short = 'key of 15 bytes';
        $payload = $inner->serialize(['old']);
        $old = Frame::sign($payload, $short, 'one');
        foreach ([$short, [$short, self::NEW], [self::NEW, $short]] as $keys) {
            foreach ([new Signed($inner, $keys, 'one'), Signed::alsoUnsigned(new Auto(), $keys, 'one'), Signed::alsoUnsigned($inner, $keys, 'one', false)] as $reader) {
                self::assertSame(['old'], $reader->unserialize($old));
            }
        }
        foreach ([new Signed($inner, $short, 'one'), new Signed($inner, [$short, self::NEW]), Signed::alsoUnsigned($inner, $short)] as $signed) {
            ThrowingThing::$writes = 0;
            foreach ([static fn (): string => $signed->serialize(new ThrowingThing('write')), $signed->checkSigningKey(...)] as $call) {
                try {
                    $call();
                    self::fail('not thrown');
                } catch (EncodeException $error) {
                    self::assertSame([self::TOO_SHORT, '', 0], [$error->getMessage(), $error->getPath(), ThrowingThing::$writes]);
                }
            }
        }
        foreach ([['key of 16 bytes.', $short], self::NEW] as $keys) {
            $signed = new Signed($inner, $keys, 'one');
            $signed->checkSigningKey();
            self::assertSame(Frame::sign($payload, ((array) $keys)[0], 'one'), $signed->serialize(['old']));
        }
        $unsigned = Signed::alsoUnsigned($inner, $short, 'one', false);
        $unsigned->checkSigningKey();
        self::assertSame($payload, $unsigned->serialize(['old']));
    }

    public function testReadsWhatIsSignedInIgbinarysPlace(): void
    {
        $signed = new Signed(new Auto(), 'key of 16 bytes.');
        $data = "\0\0\0\2" . Frame::sign(\brine_serialize(['a' => 1]), 'key of 16 bytes.');
        self::assertSame(['a' => 1], $signed->unserialize($data));
        self::assertSame(['a' => 1], Signed::alsoUnsigned(new Auto(), 'key of 16 bytes.')->unserialize($data));
        self::assertSame(Format::Signed, Format::of($data));
        $this->assertNotVerified($signed, \substr($data, 0, -1));
        $this->assertNotVerified($signed, "\0\0\0\2" . $data);
        $this->assertNotVerified(new Signed(new Auto(), 'other of 16 bytes.'), $data);
        $this->assertNotVerified($signed->withContext('one'), $data);
        $this->assertNotVerified(new Auto(), $data);
        try {
            $signed->unserialize("\0\0\0\2" . Frame::sign("\xc1\x10\xff", 'key of 16 bytes.'));
            self::fail('it was read');
        } catch (DecodeException $error) {
            self::assertSame(['unknown_tag', 44], [$error->getReason(), $error->getOffset()]);
        }
    }

    public function testAFrameNeedsAKeyThatIsLongEnough(): void
    {
        self::assertSame(Frame::sign('i:1;', 'key of 16 bytes.'), SignedFrame::sign('i:1;', 'key of 16 bytes.'));
        self::assertSame('i:1;', SignedFrame::verify(Frame::sign('i:1;', 'k'), ['key of 16 bytes.', 'k']));
        $this->expectException(EncodeException::class);
        $this->expectExceptionMessage(self::TOO_SHORT);
        SignedFrame::sign('i:1;', 'key of 15 bytes');
    }

    private function assertNotVerified(Serializer $serializer, string $data): void
    {
        try {
            $serializer->unserialize($data);
            self::fail('it was verified');
        } catch (DecodeException $error) {
            self::assertSame('not_verified', $error->getReason());
        }
    }

    /** A handler that throws makes an exception of a deprecation in a class of PHP: as without a signature, the bytes are at fault. */
    public function testWhatAHandlerThrowsOfAClassOfPhp(): void
    {
        $payload = (string) \hex2bin('c110f12f53706c4f626a65637453746f72616765c1e7c1e7e7');
        \set_error_handler(static fn (int $level, string $message, string $file, int $line) => throw new \ErrorException($message, 0, $level, $file, $line));
        try {
            foreach ([[new BrineSerializer(), $payload], [new Signed(new BrineSerializer(), 'key of this test'), SignedFrame::sign($payload, 'key of this test', '')]] as [$serializer, $data]) {
                try {
                    $serializer->unserialize($data);
                    self::fail('It was read');
                } catch (DecodeException $error) {
                    self::assertSame('bad_object', $error->getReason());
                }
            }
        } finally {
            \restore_error_handler();
        }
    }
}
