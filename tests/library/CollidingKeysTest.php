<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\DecodeException;
use Brine\Format;
use Brine\Format\Decoder;
use Brine\Format\Encoder;
use Brine\Format\Encoder\Numbers;
use Brine\Format\Encoder\Shapes;
use Brine\Format\Encoder\Strings;
use Brine\IgbinarySerializer;
use Brine\JsonSerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use ReflectionProperty;

/** Texts whose keys were chosen to meet in PHP's hash tables: 300 KB of native text took two seconds, 1.6 MB of JSON more than a minute. */
final class CollidingKeysTest extends TestCase
{
    private const COUNT = 25_000;

    /** @return iterable<string, array{array<mixed>}> */
    public static function colliding(): iterable
    {
        $integers = \array_map(static fn (int $i): int => $i << 16, \range(0, self::COUNT - 1));
        $strings = \array_map(static fn (int $i): string => \strtr(\sprintf('%015b', $i), ['0' => 'Ez', '1' => 'FY']), \range(0, self::COUNT - 1));
        yield 'integers' => [$integers];
        yield 'negative integers' => [\array_map(static fn (int $key): int => -$key, $integers)];
        yield 'strings' => [$strings];
        yield 'both' => [[...$integers, ...$strings]];
    }

    /** @param list<int|string> $keys */
    #[DataProvider('colliding')]
    public function testKeysThatCollideAreRefused(array $keys): void
    {
        $native = self::native($keys);
        $json = self::json($keys);
        $igbinary = self::igbinary($keys);
        self::assertRefused(new IgbinarySerializer(), $igbinary);
        self::assertRefused(new Auto(), (string) Envelope::compress($igbinary, Algorithm::Zlib, 9));
        self::assertRefused(new NativeSerializer(), $native);
        self::assertRefused(new NativeSerializer(), "a:2:{i:0;$native" . 'i:1;s:200000:"' . \str_repeat('x', 200_000) . '";}');
        self::assertRefused(new NativeSerializer(), 'O:8:"stdClass"' . \substr($native, 1));
        self::assertRefused(new JsonSerializer(), $json);
        self::assertRefused(new JsonSerializer(), "[{\"a\":\"{\\\"\",\"b\":$json}]");
        self::assertRefused(new JsonSerializer(), \substr($json, 0, -1));
        foreach ([$native, $json] as $text) {
            $auto = new Auto(foreign: Format::Json);
            self::assertRefused($auto, $text);
            self::assertRefused($auto, (string) Envelope::compress($text, Algorithm::Zlib, 9));
        }
    }

    /**
     * The encoder in PHP looks up strings in PHP's hash tables, where 25,000 colliding ones took forty times as long. After many collisions it
     * uses a secret; the payload stays the same.
     */
    public function testStringsThatCollideAreLookedUpByASecret(): void
    {
        $names = \array_map(static fn (int $i): string => \strtr(\sprintf('%015b', $i), ['0' => 'Ez', '1' => 'FY']), \range(0, self::COUNT - 1));
        $long = \array_map(static fn (string $name): string => \str_repeat('x', 20) . $name . \str_repeat('x', 250), \array_slice($names, 0, 10_000));
        $numbers = \array_map(static fn (int $i): string => (string) ($i << 24), \range(1, self::COUNT));
        foreach ([$names, $long, $numbers] as $colliding) {
            $honest = \array_map(static fn (string $string): string => \substr_replace($string, \md5($string), 0, \min(32, \strlen($string))), $colliding);
            self::assertTrue(self::areLookedUpByASecret($colliding));
            self::assertFalse(self::areLookedUpByASecret($honest));
            $strings = [...$colliding, ...\array_slice($colliding, 0, 5000)];
            self::assertSame($strings, Decoder::decode(Encoder::encode($strings)));
            // Each that stands again is a number of at most four bytes.
            $once = \strlen(Encoder::encode($colliding));
            self::assertLessThanOrEqual($once + 4 * 5000 + 4, \strlen(Encoder::encode($strings)));
        }
    }

    /** @param list<string> $values that are defined one after another */
    private static function areLookedUpByASecret(array $values): bool
    {
        $strings = new Strings(null);
        foreach ($values as $value) {
            $strings->define($value, true);
        }

        return (new ReflectionProperty($strings, 'secret'))->getValue($strings) !== '';
    }

    /** So it is with the keys of maps and the names of properties: 16,000 maps with one key each took two seconds. */
    public function testShapesThatCollideAreLookedUpByASecret(): void
    {
        $names = \array_map(static fn (int $i): string => \strtr(\sprintf('%013b', $i), ['0' => 'Ez', '1' => 'FY']), \range(0, 5000));
        $numbers = \array_map(static fn (int $i): int => $i + 1 << 24, \range(0, 5000));
        $honest = \array_map(static fn (string $name): string => \substr_replace($name, \substr(\md5($name), 0, 20), 0, 20), $names);
        // A number that is only part of a shape's lookup key does not collide.
        foreach ([[$names, true, true], [$numbers, true, false], [$honest, false, false]] as [$keys, $collide, $collideAsPart]) {
            $maps = \array_map(static fn (int|string $key): array => [$key => true, 'b' => 1], $keys);
            $objects = \array_map(static fn (array $map): \stdClass => (object) $map, $maps);
            $classes = \array_map(static fn (int|string $key): string => "C$key", $keys);
            self::assertSame($collide, self::shapesAreLookedUpByASecret($maps, static fn (Shapes $shapes, array $map): string => $shapes->map(\array_keys($map))));
            self::assertSame($collideAsPart, self::shapesAreLookedUpByASecret($maps, static fn (Shapes $shapes, array $map): string => $shapes->object('C', \array_keys($map))));
            self::assertSame($collideAsPart, self::shapesAreLookedUpByASecret($classes, static fn (Shapes $shapes, string $class): string => $shapes->custom($class)));
            self::assertSame(\serialize([$maps, $objects, $maps]), \serialize(Decoder::decode(Encoder::encode([$maps, $objects, $maps]))));
        }
    }

    /**
     * @template T
     * @param list<T> $values that have a shape each, and are given twice
     * @param callable(Shapes, T): string $write
     */
    private static function shapesAreLookedUpByASecret(array $values, callable $write): bool
    {
        $shapes = new Shapes(new Strings(null), null);
        foreach ($values as $number => $value) {
            self::assertGreaterThan(3, \strlen($write($shapes, $value)));
            self::assertSame($number + 1, $shapes->count);
        }
        foreach ($values as $number => $value) {
            self::assertSame($number < 16 ? \chr(0xB0 + $number) : "\xEA" . Numbers::uv($number), $write($shapes, $value));
        }
        self::assertSame(\count($values), $shapes->count);

        return (new ReflectionProperty($shapes, 'secret'))->getValue($shapes) !== '';
    }

    /** Classes that are denied have names that nothing is looked up by. */
    public function testNamesOfClassesThatCollideAreRead(): void
    {
        $serializer = new NativeSerializer(['allowed_classes' => false]);
        $text = 'a:' . self::COUNT . ':{';
        for ($i = 0; $i < self::COUNT; ++$i) {
            $text .= "i:$i;O:30:\"" . \strtr(\sprintf('%015b', $i), ['0' => 'Ez', '1' => 'FY']) . '":0:{}';
        }
        self::assertCount(self::COUNT, (array) $serializer->unserialize("$text}"));
    }

    public function testKeysOfJsonAreComparedAsTheyAreRead(): void
    {
        $keys = \array_map(static fn (int $i): string => '\u00' . \dechex(0x30 + $i % 10) . \str_repeat('0', 3) . $i, \range(0, 30_000));
        self::assertCount(30_001, (array) (new JsonSerializer())->unserialize('{"' . \implode('":1,"', $keys) . '":1}'));
    }

    /** @return iterable<string, array{array<mixed>}> */
    public static function honest(): iterable
    {
        yield 'a list' => [\range(1, 100_000)];
        yield 'days in seconds' => [\array_fill_keys(\range(0, 86_400 * 12_000, 86_400), 1)];
        yield 'blocks' => [\range(0, 4096 * 50_000, 4096)];
        yield 'few blocks' => [\array_fill_keys(\range(0, 65_536 * 2000, 65_536), \str_repeat('x', 100))];
        yield 'strings' => [\array_fill_keys(\array_map(static fn (int $i): string => "some.key.$i", \range(0, 30_000)), 'i:65536;')];
        yield 'rows' => [\array_map(static fn (int $i): array => ['id' => $i << 16, 'name' => "\"{$i}{\\"], \range(0, 10_000))];
    }

    /** @param array<mixed> $value */
    #[DataProvider('honest')]
    public function testHonestKeysAreRead(array $value): void
    {
        foreach ([new NativeSerializer(), new JsonSerializer()] as $serializer) {
            self::assertSame($value, $serializer->unserialize($serializer->serialize($value)));
        }
    }

    /** @param list<int|string> $keys */
    private static function native(array $keys): string
    {
        $text = 'a:' . \count($keys) . ':{';
        foreach ($keys as $key) {
            $text .= \serialize($key) . 'N;';
        }

        return "$text}";
    }

    /** @param list<int|string> $keys */
    private static function igbinary(array $keys): string
    {
        $payload = "\0\0\0\2\x16" . \pack('N', \count($keys));
        foreach ($keys as $key) {
            $payload .= \is_int($key) ? ($key < 0 ? "\x0b" : "\x0a") . \pack('N', \abs($key)) : "\x11" . \chr(\strlen($key)) . $key;
            $payload .= "\x06\x01";
        }

        return $payload;
    }

    /** @param list<int|string> $keys */
    private static function json(array $keys): string
    {
        return '{"' . \implode('":0,"', $keys) . '":0}';
    }

    private static function assertRefused(Serializer $reader, string $text): void
    {
        try {
            $reader->unserialize($text);
            self::fail('it was read');
        } catch (DecodeException $error) {
            self::assertSame('colliding_keys', $error->getReason());
        }
    }
}
