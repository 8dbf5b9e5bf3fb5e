<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\DecodeException;
use Brine\Internal\ClassList;
use Brine\Native\ClassMemory;
use Brine\Native\Limits;
use Brine\Native\Measure;
use Brine\NativeSerializer;
use Brine\Serializer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Texts that take more memory than they look like, or whose values cannot be freed. */
final class NativeLimitsTest extends TestCase
{
    private const BASE = 1 << 25;

    /** @return iterable<string, array{string, int}> with what an object takes without its values */
    public static function claims(): iterable
    {
        yield 'arrays' => ['a:100000:{i:0;', 0];
        yield 'objects' => ['O:8:"stdClass":100000:{s:1:"a";', 56];
        yield 'with a sign' => ['O:8:"stdClass":+100000:{s:1:"a";', 56];
    }

    /** unserialize() makes room for as many elements as each of them says to have. */
    #[DataProvider('claims')]
    public function testArraysThatClaimMuchInsideOfEachOther(string $open, int $object): void
    {
        $text = \str_repeat($open, 400) . \str_repeat(' ', 600_000);
        $fit = \intdiv(self::BASE + 256 * \strlen($text), 56 + 40 * 131_072 + $object);
        foreach ([new NativeSerializer(), new Auto()] as $reader) {
            \memory_reset_peak_usage();
            $before = \memory_get_usage();
            self::assertRefused('max_memory', $fit * \strlen($open), $reader, $text);
            self::assertLessThan(1 << 20, \memory_get_peak_usage() - $before);
        }
    }

    /** unserialize() would overflow a stack that is smaller than usual. */
    public function testDepthInASmallFiber(): void
    {
        \ini_set('fiber.stack_size', '262144');
        $fiber = new \Fiber(static function (): void {
            foreach ([new NativeSerializer(), new Auto()] as $reader) {
                foreach (['a:1:{i:0;', 'O:8:"stdClass":1:{s:1:"a";'] as $level) {
                    try {
                        $reader->unserialize(\str_repeat($level, 3000) . 'N;' . \str_repeat('}', 3000));
                        self::fail('3000 levels were read');
                    } catch (DecodeException $error) {
                        self::assertSame('max_depth', $error->getReason());
                    }
                }
                self::assertSame([[[]]], $reader->unserialize('a:1:{i:0;a:1:{i:0;a:0:{}}}'));
            }
        });
        $fiber->start();
        \ini_restore('fiber.stack_size');
        self::assertTrue($fiber->isTerminated());
    }

    /** @return iterable<string, array{string}> */
    public static function honest(): iterable
    {
        yield 'a long list' => [\serialize(\range(1, 200_000))];
        yield 'long lists' => [\serialize(\array_fill(0, 100, \range(1, 1000)))];
        yield 'small arrays' => [\serialize(\array_fill(0, 50_000, [1]))];
        yield 'objects' => [\serialize(\array_map(static fn (int $i): object => (object) ['i' => $i], \range(1, 20_000)))];
        yield 'objects of PHP' => [\serialize(\array_map(static fn (int $i): object => new \ArrayObject([$i]), \range(1, 5_000)))];
        $string = \str_repeat('a:99999:{i:0;O:99:"Nowhere":9999:{', 1000);
        yield 'strings that look like arrays' => [\serialize(\array_fill(0, 100, $string))];
        $shared = (object) ['a' => 1];
        yield 'one object in many places' => [\serialize(\array_map(static fn (int $i): object => (object) ['i' => $i, 'all' => $shared, 'more' => [$shared]], \range(1, 10_000)))];
        $number = 5;
        $references = [];
        for ($i = 0; $i < 20_000; $i++) {
            $references[] = [&$number];
        }
        yield 'one reference in many places' => [\serialize($references)];
        yield 'with prev and next' => [\serialize(self::chain(8_000))];
    }

    /** @return list<object> each with its predecessor and successor */
    private static function chain(int $count): array
    {
        $nodes = [];
        for ($i = 0; $i < $count; $i++) {
            $nodes[] = (object) ['prev' => null, 'next' => null];
        }
        for ($i = 1; $i < $count; $i++) {
            $nodes[$i]->prev = $nodes[$i - 1];
        }

        return $nodes;
    }

    #[DataProvider('honest')]
    public function testHonestTextsAreRead(string $text): void
    {
        Limits::check($text, []);
        self::assertSame(\strlen($text), \strlen(\serialize((new NativeSerializer())->unserialize($text))));
        Limits::check($text, ['max_memory' => 60 * \strlen($text)]);
    }

    public function testTheCountIsThatOfTheText(): void
    {
        $text = \serialize(['a' => [1, 2, 3], 'b' => (object) ['x' => [], 'y' => [1]], 'c' => \range(1, 10), 'd' => 'a:5:{']);
        // Three arrays with room for eight, one for sixteen, an object, and its values; then a string of more than one byte.
        $memory = 3 * (56 + 8 * 40) + 56 + 16 * 40 + 56 + 56 + 8 * 40 + 32;
        Limits::check($text, ['max_memory' => $memory]);
        self::assertRefused('max_memory', \strpos($text, 's:5:'), new NativeSerializer(['max_memory' => $memory - 1]), $text);
        self::assertRefused('max_memory', \strpos($text, 'a:10:'), new NativeSerializer(['max_memory' => $memory - 33]), $text);
        $number = 5;
        $text = \serialize([&$number, &$number, &$number]);
        $memory = 56 + 8 * 40 + 2 * 32;
        Limits::check($text, ['max_memory' => $memory]);
        self::assertRefused('max_memory', \strrpos($text, 'R:2;'), new NativeSerializer(['max_memory' => $memory - 1]), $text);
    }

    /**
     * Objects in a list, of which each has the one before: in the text they are not inside of each other.
     *
     * @param bool $references whether they are PHP references
     */
    private static function flatChain(int $count, bool $references): string
    {
        $parts = ["a:$count:{i:0;" . ($references ? 'a:1:{i:0;i:5;}' : 'O:8:"stdClass":0:{}')];
        for ($i = 1, $slot = 2; $i < $count; $i++) {
            $parts[] = "i:$i;" . ($references ? "a:1:{i:0;R:$slot;}" : "O:8:\"stdClass\":1:{s:1:\"a\";r:$slot;}");
            // A reference has no number of its own. The first of the list is followed by its contents.
            $slot += $references ? ($i === 1 ? 2 : 1) : ($i === 1 ? 1 : 2);
        }

        return \implode('', $parts) . '}';
    }

    public function testChainsOfWhatWasThereBefore(): void
    {
        foreach ([false, true] as $references) {
            $text = self::flatChain(3_000, $references);
            self::assertCount(3_000, (array) (new NativeSerializer())->unserialize($text));
            foreach ([20_000, 100_000] as $count) {
                $text = self::flatChain($count, $references);
                self::assertRefused('too_deep', self::placeOfLevel(12_288, $text, $references), new NativeSerializer(), $text);
            }
        }
    }

    /** PHP looks for each from the first value on. */
    public function testReferencesToWhatIsFarBehind(): void
    {
        $count = 200_000;
        $values = \implode('', \array_map(static fn (int $i): string => "i:$i;N;", \range(0, $count - 1)));
        $references = \implode('', \array_map(static fn (int $i): string => "i:$i;R:200001;", \range($count, 2 * $count - 1)));
        $text = "a:400000:{{$values}{$references}}";
        // One for each thousand values.
        $steps = \intdiv($count + 1, 1018);
        $measure = static fn (int $maxSteps): Measure => new Measure($text, 4096, 4096, 1 << 30, $maxSteps, 1 << 30, new ClassMemory(null));
        $measure($count * $steps)->walk();
        try {
            $measure(100_000 * $steps)->walk();
            self::fail('it was read');
        } catch (DecodeException $error) {
            self::assertSame(['too_slow', (int) \strpos($text, 'i:300000;') + 9], [$error->getReason(), $error->getOffset()]);
        }
        // These take 39 million steps, and may take 268 million.
        Limits::check($text, []);
    }

    public function testChainsInAFiber(): void
    {
        $fiber = new \Fiber(static function (): void {
            foreach ([false, true] as $references) {
                self::assertCount(1_000, (array) (new NativeSerializer())->unserialize(self::flatChain(1_000, $references)));
                $text = self::flatChain(20_000, $references);
                try {
                    (new Auto())->unserialize($text);
                    self::fail('it was read');
                } catch (DecodeException $error) {
                    self::assertSame('too_deep', $error->getReason());
                }
            }
        });
        $fiber->start();
        self::assertTrue($fiber->isTerminated());
    }

    /** Where the value would have more levels than that. */
    private static function placeOfLevel(int $levels, string $text, bool $references): int
    {
        \preg_match_all('/[rR]:[0-9]+;/', $text, $match, \PREG_OFFSET_CAPTURE);
        // The list, the object with the reference, and what it refers to, with a level for each of those; two if they are PHP references.
        $index = $references ? \intdiv($levels - 2, 2) : $levels - 2;

        return $match[0][$index][1];
    }

    /** @return iterable<string, array{int, string}> texts, and how many levels their values have */
    public static function heights(): iterable
    {
        yield 'a number' => [0, 'i:5;'];
        yield 'an empty array' => [1, 'a:0:{}'];
        yield 'arrays' => [3, 'a:2:{i:0;a:1:{i:0;a:0:{}}i:1;a:0:{}}'];
        yield 'an object again' => [4, 'a:2:{i:0;O:8:"stdClass":1:{s:1:"a";a:0:{}}i:1;a:1:{i:0;r:2;}}'];
        yield 'one that is not complete' => [3, 'O:8:"stdClass":1:{s:1:"a";a:1:{i:0;r:1;}}'];
        yield 'an array by reference' => [5, 'a:2:{i:0;a:1:{i:0;a:0:{}}i:1;a:1:{i:0;R:2;}}'];
        yield 'a number by reference' => [2, 'a:2:{i:0;i:5;i:1;a:1:{i:0;R:2;}}'];
        yield 'behind a reference' => [4, 'a:3:{i:0;i:5;i:1;R:2;i:2;a:2:{i:0;O:8:"stdClass":1:{s:1:"a";a:0:{}}i:1;r:4;}}'];
        yield 'again of again' => [3, 'a:3:{i:0;O:8:"stdClass":0:{}i:1;r:2;i:2;a:1:{i:0;r:3;}}'];
        yield 'a string form' => [5, 'a:2:{i:0;C:11:"ArrayObject":31:{x:i:0;a:1:{i:0;a:0:{}};m:a:0:{}}i:1;i:2;}'];
    }

    #[DataProvider('heights')]
    public function testHeights(int $height, string $text): void
    {
        $walk = static fn (int $maxHeight) => (new Measure($text, 4096, $maxHeight, 1 << 30, 0, 1 << 30, new ClassMemory(null)))->walk();
        $walk(\max(1, $height));
        $measure = new Measure($text, 4096, 4096, 1 << 30, 0, 1 << 30, new ClassMemory(null));
        $measure->walk();
        self::assertSame($height, (new \ReflectionProperty($measure, 'highest'))->getValue($measure));
    }

    public function testClassesThatAreNotAllowedAreNotLoaded(): void
    {
        $asked = [];
        $loader = static function (string $class) use (&$asked): void {
            $asked[] = $class;
        };
        \spl_autoload_register($loader, prepend: true);
        try {
            $text = 'a:2:{i:0;O:12:"Brine\Nobody":0:{}i:1;O:13:"../Brine/Some":0:{}}';
            foreach ([[null, ['Brine\Nobody']], [new ClassList([]), []], [new ClassList(['other']), []]] as [$allowed, $expected]) {
                $asked = [];
                try {
                    Limits::check($text, ['max_memory' => 1000], $allowed);
                    self::fail('it fits');
                } catch (DecodeException $error) {
                    self::assertSame('max_memory', $error->getReason());
                }
                self::assertSame($expected, $asked);
            }
        } finally {
            \spl_autoload_unregister($loader);
        }
    }

    private static function assertRefused(string $reason, int|false $offset, Serializer $reader, string $text): void
    {
        try {
            $reader->unserialize($text);
            self::fail('it was read');
        } catch (DecodeException $error) {
            self::assertSame([$reason, $offset], [$error->getReason(), $error->getOffset()], $error->getMessage());
        }
    }
}
