<?php

declare(strict_types=1);

namespace Brine\Testing;

use Brine\DecodeException;
use Brine\EncodeException;
use Brine\Serializer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Tests that every serializer must pass. A test class extends it, creates the serializer, and declares what its format lacks. */
abstract class SerializerContract extends TestCase
{
    abstract protected function createSerializer(): Serializer;

    /** Whether objects of any class come back. */
    protected function carriesObjects(): bool
    {
        return true;
    }

    /** Whether strings may contain any bytes. */
    protected function carriesBinaryStrings(): bool
    {
        return true;
    }

    /** Whether infinite floats and NaN come back. */
    protected function carriesNonFiniteFloats(): bool
    {
        return true;
    }

    /** @return iterable<string, array{mixed}> */
    final public static function plainValues(): iterable
    {
        yield 'null' => [null];
        yield 'false' => [false];
        yield 'true' => [true];
        yield 'empty string' => [''];
        yield 'empty array' => [[]];
        foreach ([0, 1, -1, 127, 128, 255, 256, -32769, 65536, 1 << 31, -(1 << 31) - 1, \PHP_INT_MAX, \PHP_INT_MIN] as $int) {
            yield "integer $int" => [$int];
        }
        foreach (['0.0' => 0.0, '-0.0' => -0.0, '1.0' => 1.0, '0.1' => 0.1, '-1.5e300' => -1.5e300, '5e-324' => 5e-324] as $name => $float) {
            yield "float $name" => [$float];
        }
        foreach (['0', ' ', 'a', 'N;', 'b:0;', 'i:1;', '{}', '[]', 'null', "\u{20ac}\u{1f600}", "\x01\x7f\n\"\\/"] as $string) {
            yield "string $string" => [$string];
        }
        yield 'long string' => [\str_repeat('Lorem ipsum dolor sit amet. ', 1000)];
        yield 'list' => [[1, 'two', 3.5, null, false, ['nested' => []]]];
        yield 'map' => [['a' => 1, '' => 2, ' ' => null, 'long key of a map' => ['b' => false]]];
        yield 'map with integers' => [[5 => 'a', -3 => 'b', 'x' => 'c', 0 => 'd', \PHP_INT_MAX => 'e']];
        yield 'list out of order' => [[1 => 'b', 0 => 'a']];
        yield 'rows' => [\array_map(static fn (int $i): array => ['id' => $i, 'name' => "row $i", 'even' => $i % 2 === 0], \range(1, 200))];
        yield 'deep' => [\array_reduce(\range(1, 100), static fn (mixed $inner, int $i): array => ['level' => $i, 'inner' => $inner])];
    }

    #[DataProvider('plainValues')]
    final public function testAValueComesBack(mixed $value): void
    {
        $this->assertRoundTrip($value);
    }

    final public function testStringsOfAllBytes(): void
    {
        $bytes = \implode('', \array_map(\chr(...), \range(0, 255)));
        if (!$this->carriesBinaryStrings()) {
            $this->expectException(EncodeException::class);
        }
        $this->assertRoundTrip(["\xff", $bytes, "\xc1\x18", "\xc1\x10" => "\0"]);
    }

    final public function testFloatsThatAreNotFinite(): void
    {
        if (!$this->carriesNonFiniteFloats()) {
            $this->expectException(EncodeException::class);
        }
        $this->assertRoundTrip([\INF, -\INF, \NAN]);
    }

    final public function testEqualValuesHaveEqualBytes(): void
    {
        foreach (self::plainValues() as $name => [$value]) {
            $again = \unserialize(\serialize($value));
            self::assertSame(\bin2hex($this->createSerializer()->serialize($value)), \bin2hex($this->createSerializer()->serialize($again)), $name);
        }
    }

    final public function testObjects(): void
    {
        $shared = new \ArrayObject(['a' => 1]);
        $object = (object) ['self' => null, 'shared' => $shared, 'again' => [$shared], 'date' => new \DateTimeImmutable('2001-02-03 04:05:06 UTC')];
        $object->self = $object;
        if (!$this->carriesObjects()) {
            $this->expectException(EncodeException::class);
        }
        $serializer = $this->createSerializer();
        $back = $serializer->unserialize($serializer->serialize($object));
        self::assertInstanceOf(\stdClass::class, $back);
        self::assertSame($back, $back->self);
        self::assertIsArray($back->again);
        self::assertSame($back->shared, $back->again[0]);
        self::assertEquals($shared, $back->shared);
        self::assertEquals($object->date, $back->date);
    }

    final public function testReferences(): void
    {
        if (!$this->carriesObjects()) {
            $this->expectNotToPerformAssertions();

            return;
        }
        $value = ['a' => 1, 'b' => [2]];
        $value['c'] = &$value['a'];
        $value['b']['d'] = &$value['b'][0];
        $serializer = $this->createSerializer();
        $back = $serializer->unserialize($serializer->serialize($value));
        self::assertSame(\serialize($value), \serialize($back));
    }

    final public function testWhatCannotBeWritten(): void
    {
        $this->expectException(EncodeException::class);
        $this->createSerializer()->serialize(['a' => [static fn (): int => 1]]);
    }

    final public function testEveryPartOfThePayloadIsNeeded(): void
    {
        $serializer = $this->createSerializer();
        $payload = $serializer->serialize(['a' => 1, 'text' => \str_repeat('abc', 10), 'list' => [true, 2.5, [null, 'x']]]);
        for ($size = 0; $size < \strlen($payload); $size++) {
            $this->assertRefused(\substr($payload, 0, $size), "the first $size bytes");
        }
        foreach (["\0", ' x', 'i:0;', '}', $payload] as $more) {
            $this->assertRefused($payload . $more, 'followed by ' . \bin2hex($more));
            $this->assertRefused($more . $payload, 'behind ' . \bin2hex($more));
        }
    }

    final public function testRandomBytesAreRefused(): void
    {
        \mt_srand(1);
        for ($i = 0; $i < 500; $i++) {
            $bytes = "\xc1";
            for ($size = \mt_rand(5, 40); $size > 0; $size--) {
                $bytes .= \chr(\mt_rand(0, 255));
            }
            $this->assertRefused($bytes, \bin2hex($bytes));
        }
    }

    final protected function assertRoundTrip(mixed $value): void
    {
        $serializer = $this->createSerializer();
        $payload = $serializer->serialize($value);
        self::assertNotSame('', $payload);
        self::assertSame(\serialize($value), \serialize($serializer->unserialize($payload)));
        // Another instance reads it as well.
        self::assertSame(\serialize($value), \serialize($this->createSerializer()->unserialize($payload)));
    }

    final protected function assertRefused(string $bytes, string $message = ''): void
    {
        try {
            $value = $this->createSerializer()->unserialize($bytes);
        } catch (DecodeException $error) {
            self::assertGreaterThanOrEqual(0, $error->getOffset(), $message);
            self::assertLessThanOrEqual(\strlen($bytes), $error->getOffset(), $message);

            return;
        }
        self::fail("$message was read as " . \get_debug_type($value));
    }
}
