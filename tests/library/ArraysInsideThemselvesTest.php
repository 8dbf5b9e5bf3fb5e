<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\DecodeException;
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

    /** @return iterable<string, array{string, string}> bytes without their header, and native text of the value */
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
        yield 'the root in an array in itself' => ["\x14\x01\x06\x00\x14\x01\x06\x00\x01\x00", 'a:1:{i:0;a:1:{i:0;a:1:{i:0;a:1:{i:0;R:3;}}}}'];
        yield 'an array in itself, in a reference' => ["\x14\x01\x06\x00\x25\x14\x01\x06\x00\x01\x01", 'a:1:{i:0;a:1:{i:0;a:1:{i:0;R:3;}}}'];
        yield 'behind an object' => [
            "\x14\x02\x06\x00" . self::OBJECT . "\x00\x06\x01\x01\x00", 'a:2:{i:0;O:8:"stdClass":0:{}i:1;a:2:{i:0;r:2;i:1;R:3;}}',
        ];
        yield 'in an object' => [
            self::OBJECT . "\x01\x11\x01p\x14\x01\x06\x00\x14\x01\x06\x00\x01\x01",
            'O:8:"stdClass":1:{s:1:"p";a:1:{i:0;a:1:{i:0;a:1:{i:0;a:1:{i:0;R:4;}}}}}',
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
            'a:2:{i:0;O:8:"stdClass":1:{s:1:"p";a:1:{i:0;a:2:{i:0;r:2;i:1;a:1:{i:0;a:2:{i:0;r:2;i:1;R:6;}}}}}i:1;a:1:{i:0;R:7;}}',
        ];
        yield 'two arrays in each other, both of the root' => [
            "\x14\x02\x06\x00\x14\x01\x11\x01b\x14\x01\x11\x01a\x01\x01\x06\x01\x01\x02",
            'a:2:{i:0;a:1:{s:1:"b";a:1:{s:1:"a";a:1:{s:1:"b";a:1:{s:1:"a";R:4;}}}}i:1;a:1:{s:1:"a";a:1:{s:1:"b";R:5;}}}',
        ];
        yield 'a list of items that know their parent' => [
            "\x14\x02\x11\x05title\x11\x04root\x11\x05items\x14\x01\x06\x00\x14\x02\x0E\x00\x11\x03one\x11\x06parent\x14\x02\x0E\x00\x0E\x01\x0E\x02\x01\x01",
            'a:2:{s:5:"title";s:4:"root";s:5:"items";a:1:{i:0;a:2:{s:5:"title";s:3:"one";s:6:"parent";a:2:{s:5:"title";s:4:"root";s:5:"items";'
                . 'a:1:{i:0;a:2:{s:5:"title";s:3:"one";s:6:"parent";a:2:{s:5:"title";s:4:"root";s:5:"items";R:8;}}}}}}}',
        ];
    }

    #[DataProvider('entries')]
    public function testAnArrayInsideOfItselfIsAReference(string $bytes, string $expected): void
    {
        foreach ([new Auto(), new IgbinarySerializer()] as $reader) {
            self::assertSame($expected, \serialize($reader->unserialize("\0\0\0\2$bytes")));
        }
    }

    #[DataProvider('entries')]
    public function testBrineWritesWhatWasRead(string $bytes): void
    {
        $value = (new Auto())->unserialize("\0\0\0\2$bytes");
        $brine = new BrineSerializer();
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

    /** @return iterable<string, array{string, array{max_depth?: int, max_elements?: int}, string|null}> bytes without their header, options, and the reason why they are refused */
    public static function limits(): iterable
    {
        $list = "\x14\x03\x06\x00\x06\x05\x06\x01\x06\x06\x06\x02\x01\x00";
        // The array is in the text twice.
        yield 'elements' => [$list, ['max_elements' => 6], null];
        yield 'one more' => [$list, ['max_elements' => 5], 'max_elements'];
        yield 'levels' => [$list, ['max_depth' => 2], null];
        yield 'one level more' => [$list, ['max_depth' => 1], 'max_depth'];
        yield 'arrays that nobody could free' => [\substr(self::menu(6200), 4), [], 'too_deep'];
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
    public function testTheLimits(string $bytes, array $options, ?string $expected): void
    {
        $reason = null;
        try {
            (new Auto(options: $options))->unserialize("\0\0\0\2$bytes");
        } catch (DecodeException $error) {
            $reason = $error->getReason();
        }
        self::assertSame($expected, $reason);
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
