<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\DecodeException;
use Brine\EncodeException;
use Brine\Igbinary\Decoder;
use Brine\IgbinarySerializer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/**
 * Entries of igbinary with an array inside itself. igbinary writes no PHP reference that only one place holds: the array has its own
 * number there, and igbinary's extension makes an array of it that is a part of itself.
 */
final class ArraysInsideThemselvesTest extends TestCase
{
    private const OBJECT = "\x17\x08stdClass\x14";

    protected function setUp(): void
    {
        if (\PHP_INT_SIZE < 8) {
            self::markTestSkipped('the reader needs integers of 64 bits');
        }
    }

    /**
     * Bytes without their header, native text of a value with the same contents, and whether the writer in PHP sees where the array begins again:
     * of an array in an array it does not.
     *
     * @return iterable<string, array{0: string, 1: string, 2?: false}>
     */
    public static function entries(): iterable
    {
        $self = "\x14\x01\x11\x04self";
        $pair = 'a:1:{s:4:"self";%s}';
        yield 'the root is in an array in itself, by a reference' => [
            "$self\x25\x14\x01\x0E\x00\x25\x01\x01", \sprintf($pair, \sprintf($pair, 'R:2;')),
        ];
        yield 'the same, where nothing else held the reference' => [
            "$self\x14\x01\x0E\x00\x01\x01", \sprintf($pair, \sprintf($pair, \sprintf($pair, 'R:3;'))),
        ];
        yield 'the root in itself, by its number' => ["\x14\x01\x06\x00\x01\x00", 'a:1:{i:0;a:1:{i:0;R:2;}}'];
        yield 'twice' => ["\x14\x02\x06\x00\x01\x00\x06\x01\x01\x00", 'a:2:{i:0;a:2:{i:0;R:2;i:1;R:2;}i:1;R:2;}'];
        yield 'the root in an array in itself' => ["\x14\x01\x06\x00\x14\x01\x06\x00\x01\x00", 'a:1:{i:0;a:1:{i:0;a:1:{i:0;a:1:{i:0;R:3;}}}}', false];
        yield 'an array in itself, in a reference' => ["\x14\x01\x06\x00\x25\x14\x01\x06\x00\x01\x01", 'a:1:{i:0;a:1:{i:0;a:1:{i:0;R:3;}}}'];
        yield 'behind an object' => [
            "\x14\x02\x06\x00" . self::OBJECT . "\x00\x06\x01\x01\x00", 'a:2:{i:0;O:8:"stdClass":0:{}i:1;a:2:{i:0;r:2;i:1;R:3;}}',
        ];
        yield 'in an object' => [
            self::OBJECT . "\x01\x11\x01p\x14\x01\x06\x00\x14\x01\x06\x00\x01\x01",
            'O:8:"stdClass":1:{s:1:"p";a:1:{i:0;a:1:{i:0;a:1:{i:0;a:1:{i:0;R:4;}}}}}', false,
        ];
        yield 'an object in between' => [
            "\x14\x01\x06\x00" . self::OBJECT . "\x01\x11\x01p\x01\x00", 'a:1:{i:0;O:8:"stdClass":1:{s:1:"p";a:1:{i:0;r:2;}}}',
        ];
        yield 'an object in between in one of two places' => [
            "\x14\x02\x06\x00" . self::OBJECT . "\x01\x11\x01p\x01\x00\x06\x01\x01\x00",
            'a:2:{i:0;O:8:"stdClass":1:{s:1:"p";a:2:{i:0;r:2;i:1;a:2:{i:0;r:2;i:1;R:5;}}}i:1;R:5;}',
        ];
        yield 'an array that is complete leads back where no object is in between' => [
            // p of the object is array 2, which has the root inside; the root has the object and array 2.
            "\x14\x02\x06\x00" . self::OBJECT . "\x01\x11\x01p\x14\x01\x06\x00\x01\x00\x06\x01\x01\x02",
            'a:2:{i:0;O:8:"stdClass":1:{s:1:"p";a:1:{i:0;a:2:{i:0;r:2;i:1;a:1:{i:0;a:2:{i:0;r:2;i:1;R:6;}}}}}i:1;a:1:{i:0;R:7;}}', false,
        ];
        yield 'two arrays in each other, both of the root' => [
            "\x14\x02\x06\x00\x14\x01\x11\x01b\x14\x01\x11\x01a\x01\x01\x06\x01\x01\x02",
            'a:2:{i:0;a:1:{s:1:"b";a:1:{s:1:"a";a:1:{s:1:"b";a:1:{s:1:"a";R:4;}}}}i:1;a:1:{s:1:"a";a:1:{s:1:"b";R:5;}}}', false,
        ];
        yield 'a list of items that know their parent' => [
            "\x14\x02\x11\x05title\x11\x04root\x11\x05items\x14\x01\x06\x00\x14\x02\x0E\x00\x11\x03one\x11\x06parent\x14\x02\x0E\x00\x0E\x01\x0E\x02\x01\x01",
            'a:2:{s:5:"title";s:4:"root";s:5:"items";a:1:{i:0;a:2:{s:5:"title";s:3:"one";s:6:"parent";a:2:{s:5:"title";s:4:"root";s:5:"items";'
                . 'a:1:{i:0;a:2:{s:5:"title";s:3:"one";s:6:"parent";a:2:{s:5:"title";s:4:"root";s:5:"items";R:8;}}}}}}}', false,
        ];
    }

    #[DataProvider('entries')]
    public function testAnArrayInsideOfItselfIsTheSameAgain(string $bytes, string $expected): void
    {
        foreach ([(new Auto())->unserialize(...), (new IgbinarySerializer())->unserialize(...), Decoder::decode(...)] as $read) {
            $value = $read("\0\0\0\2$bytes");
            self::assertSame(self::outline(\unserialize($expected)), self::outline($value));
            \ob_start();
            \var_dump($value);
            $dump = (string) \ob_get_clean();
            self::assertStringContainsString('*RECURSION*', $dump);
            // Only what the bytes refer to twice is a PHP reference.
            self::assertSame(\str_contains($bytes, "\x25\x01"), \str_contains($dump, '&'));
        }
    }

    /** The first levels of a value that has no end. */
    private static function outline(mixed $value, int $levels = 12): string
    {
        if ($levels <= 0 || !\is_array($value) && !\is_object($value)) {
            return $levels <= 0 ? '...' : \serialize($value);
        }
        $elements = \is_object($value) ? \get_object_vars($value) : $value;
        $text = \is_object($value) ? $value::class : '';
        foreach ($elements as $key => $element) {
            $text .= " $key: " . self::outline($element, $levels - (\count($elements) > 1 ? 3 : 1));
        }

        return "{{$text}}";
    }

    #[DataProvider('entries')]
    public function testBrineWritesWhatWasRead(string $bytes, string $text, bool $isSeenInPhp = true): void
    {
        $value = (new Auto())->unserialize("\0\0\0\2$bytes");
        $brine = new BrineSerializer();
        if (!$isSeenInPhp && !\extension_loaded('brine')) {
            $this->expectException(EncodeException::class);
            $this->expectExceptionMessage('the value is nested deeper than 4096 levels at $value');
        }
        $payload = $brine->serialize($value);
        self::assertSame($payload, $brine->serialize($brine->unserialize($payload)));
    }

    public function testAChangeOfTheArrayAroundDoesNotReachTheOneInside(): void
    {
        $value = (new Auto())->unserialize("\0\0\0\2\x14\x02\x11\x04name\x11\x03old\x11\x04self\x01\x00");
        self::assertIsArray($value);
        $value['name'] = 'new';
        self::assertIsArray($value['self']);
        self::assertIsArray($value['self']['self']);
        self::assertSame(['new', 'old', 'old'], [$value['name'], $value['self']['name'], $value['self']['self']['name']]);
    }

    public function testAMenuOfManyItems(): void
    {
        $menu = self::menu(6000);
        $value = (new Auto())->unserialize($menu);
        self::assertIsArray($value);
        self::assertIsArray($value['items']);
        for ($item = $value['items'][5999], $i = 0; $i < 10; ++$i) {
            self::assertIsArray($item);
            self::assertIsArray($item['parent']);
            self::assertSame(['title', 'items'], \array_keys($item['parent']));
            self::assertIsArray($item['parent']['items']);
            self::assertCount(6000, $item['parent']['items']);
            $item = $item['parent']['items'][$i];
        }
    }

    /**
     * Bytes without their header, options, the reason why they are refused in PHP, and whether they are in C, too.
     *
     * @return iterable<string, array{0: string, 1: array{max_depth?: int, max_elements?: int}, 2: string|null, 3?: false}>
     */
    public static function limits(): iterable
    {
        $list = "\x14\x03\x06\x00\x06\x05\x06\x01\x06\x06\x06\x02\x01\x00";
        yield 'elements' => [$list, ['max_elements' => 3], null];
        yield 'one more' => [$list, ['max_elements' => 2], 'max_elements'];
        yield 'levels' => [$list, ['max_depth' => 1], null];
        yield 'one level more' => ["\x14\x01\x06\x00\x14\x01\x06\x00\x01\x01", ['max_depth' => 1], 'max_depth'];
        yield 'arrays that nobody could free' => [\substr(self::menu(12_400), 4), [], 'too_deep', false];
        yield 'a chain of objects, and an array below the last one' => [self::chain(12_200, 4000), [], 'too_deep'];
        yield 'the same, shorter' => [self::chain(8200, 4000), [], null];
        // Each of 60 arrays has the one before it twice, and the first one the root.
        $doubled = \implode('', \array_map(
            static fn (int $i): string => "\x06" . \chr($i) . "\x14\x02\x06\0\x01" . \chr($i) . "\x06\x01\x01" . \chr($i),
            \range(1, 60),
        ));
        yield 'doubled 60 times' => ["\x14\x3D\x06\x00\x14\x01\x06\x00\x01\x00$doubled", [], 'max_elements'];
        yield 'the number of nothing' => ["\x14\x01\x06\x00\x01\x01", [], 'unknown_value'];
    }

    /** @param array{max_depth?: int, max_elements?: int} $options */
    #[DataProvider('limits')]
    public function testTheLimits(string $bytes, array $options, ?string $expected, bool $isSameInC = true): void
    {
        if (!$isSameInC && \function_exists('brine_igbinary_unserialize')) {
            $expected = null;
        }
        $reason = null;
        try {
            (new Auto(options: $options))->unserialize("\0\0\0\2$bytes");
        } catch (DecodeException $error) {
            $reason = $error->getReason();
        }
        self::assertSame($expected, $reason);
    }

    /** PHP sees no reference where only one place holds it, also in an array that is repeated. */
    public function testAReferenceOfOnePlaceInARepeatedArray(): void
    {
        $object = "\x17" . \chr(\strlen(ChangedThing::class)) . ChangedThing::class . "\x14\x03";
        // A later value of the same property may take the place of the first.
        $bytes = "\0\0\0\2$object\x11\x09\0*\0second\x06\x07\x11\x06second\x06\x08\x11\x04last\x14\x02\x06\x00\x14\x01\x06\x00\x25\x06\x05\x06\x01\x01\x02";
        $object = Decoder::decode($bytes);
        self::assertInstanceOf(ChangedThing::class, $object);
        $arrays = $object->last;
        self::assertSame([[5], [5]], $arrays);
        self::assertNull(\ReflectionReference::fromArrayElement($arrays[0], 0));
        self::assertNull(\ReflectionReference::fromArrayElement($arrays[1], 0));
    }

    /** igbinary's bytes of this many items that hold the menu, which holds the list of items. */
    private static function menu(int $items): string
    {
        $bytes = "\0\0\0\2\x14\x02\x11\x05title\x11\x04root\x11\x05items\x15" . \pack('n', $items)
            . "\x06\x00\x14\x02\x0E\x00\x06\x00\x11\x06parent\x25\x14\x02\x0E\x00\x0E\x01\x0E\x02\x01\x01";
        for ($i = 1; $i < $items; ++$i) {
            $bytes .= "\x08" . \pack('n', $i) . "\x14\x02\x0E\x00\x08" . \pack('n', $i) . "\x0E\x03\x25\x01\x03";
        }

        return $bytes;
    }

    /**
     * Objects each of which holds the one before it, the first one the object around all; which has an array of so many levels, and one that an object in it has inside.
     */
    private static function chain(int $objects, int $levels): string
    {
        $bytes = self::OBJECT . "\x03\x11\x01p\x15" . \pack('n', $objects) . "\x06\x00\x1A\x00\x14\x01\x0E\x01\x22\x00";
        for ($i = 1; $i < $objects; ++$i) {
            $bytes .= "\x08" . \pack('n', $i) . "\x1A\x00\x14\x01\x0E\x01\x23" . \pack('n', $i + 1);
        }
        $number = \pack('n', 2 + $objects + $levels);

        return "$bytes\x11\x01q" . \str_repeat("\x14\x01\x06\x00", $levels - 1) . "\x14\x00\x11\x01r\x14\x01\x06\x00\x1A\x00\x14\x01\x0E\x01\x02$number";
    }
}
