<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\DecodeException;
use Brine\EncodeException;
use Brine\JsonSerializer;
use Brine\Serializer;
use Brine\Testing\SerializerContract;
use PHPUnit\Framework\Attributes\DataProvider;

final class JsonSerializerTest extends SerializerContract
{
    protected function createSerializer(): Serializer
    {
        return new JsonSerializer();
    }

    protected function carriesObjects(): bool
    {
        return false;
    }

    protected function carriesBinaryStrings(): bool
    {
        return false;
    }

    protected function carriesNonFiniteFloats(): bool
    {
        return false;
    }

    public function testItsText(): void
    {
        self::assertSame('{"a/b":[1.0,-0.0,"€\n"],"":{"1":null}}', (new JsonSerializer())->serialize(['a/b' => [1.0, -0.0, "€\n"], '' => [1 => null]]));
    }

    #[DataProvider('damagedTexts')]
    public function testThePlaceOfAFault(string $text, int $offset): void
    {
        try {
            (new JsonSerializer(3))->unserialize($text);
            self::fail("$text was read");
        } catch (DecodeException $error) {
            $reason = \in_array($text, ['[[[[]]]]', '[[1,{"b":[2'], true) ? 'max_depth' : 'malformed';
            self::assertSame([$offset, $reason], [$error->getOffset(), $error->getReason()], $error->getMessage());
        }
    }

    /** @return iterable<string, array{string, int}> */
    public static function damagedTexts(): iterable
    {
        $cases = [
            '' => 0, 'x' => 0, '[1,]' => 3, '[1 2]' => 3, '[1' => 2, '{"a":1,}' => 7, '{a:1}' => 1, '{"a" 1}' => 5, '{"a":}' => 5, '[1]]' => 3,
            '"ab' => 0, "[\"a\xff\"]" => 1, '["a\\x"]' => 1, '[01]' => 2, '[[1,{"b":[2' => 9, '[[[[]]]]' => 3, '[tru]' => 1, '{"a":[],"b":nul}' => 12,
            '[[],{},]' => 7, " \t[1, 2 , x]" => 10,
        ];
        foreach ($cases as $text => $offset) {
            yield $text => [$text, $offset];
        }
    }

    public function testObjectsAreRefusedWhereverTheyAre(): void
    {
        $this->expectException(EncodeException::class);
        $this->expectExceptionMessage('JSON has no objects of classes, such as stdClass');
        (new JsonSerializer())->serialize([[['a' => new \stdClass()]]]);
    }

    public function testDepthOutOfRange(): void
    {
        // Of 32 bits all integers are small enough.
        foreach ([0, -1, \PHP_INT_SIZE > 4 ? \PHP_INT_MAX : \PHP_INT_MIN] as $depth) {
            try {
                // @phpstan-ignore argument.type (this is what is tested)
                new JsonSerializer($depth);
                self::fail('it was made');
            } catch (\ValueError $error) {
                self::assertSame("The greatest depth must be from 1 to 2147483647, not $depth", $error->getMessage());
            }
        }
    }

    public function testDepth(): void
    {
        $serializer = new JsonSerializer(2);
        self::assertSame('[[1]]', $serializer->serialize([[1]]));
        self::assertSame([[1]], $serializer->unserialize('[[1]]'));
        self::assertSame(1, (new JsonSerializer(0x7fffffff))->unserialize('1'));
        try {
            $serializer->unserialize('[[[]]]');
            self::fail('a level more was read');
        } catch (DecodeException $error) {
            self::assertSame(['max_depth', 2], [$error->getReason(), $error->getOffset()]);
        }
        $cycle = [];
        $cycle[0] = &$cycle;
        foreach ([[[[1]]], $cycle] as $value) {
            try {
                (new JsonSerializer(2))->serialize($value);
                self::fail('max_depth was not looked at');
            } catch (EncodeException $error) {
                self::assertSame('Nested too deeply', $error->getMessage());
            }
        }
    }
}
