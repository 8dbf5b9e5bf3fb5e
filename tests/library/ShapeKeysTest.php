<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Format\Encoder\ShapeKeys;
use PHPUnit\Framework\TestCase;

final class ShapeKeysTest extends TestCase
{
    public function testEachListHasATextOfItsOwn(): void
    {
        $long = \str_repeat('x', 257);
        $other = \str_repeat('y', 257);
        $lists = [
            ['a', 'b', 'c'], ["a\0b", 'c'], ['a', "b\0c"], ["a\0b\0c"], ["1,1,1:abc"], ['ab', 'c'], ["a\0", 'b', 'c'],
            ['a', 1], ['a1'], ["a\0", 1], [$long], [$long, 'a'], ['a', $long], [$other], [$other, 'a'], [$long, $other], [$other, $long],
            ['2:a', ''], ['', '2:a', ''], [''], ['', ''], ["\0"], ['', 'a'], ["\0a"], ['#0'], ["#0\0"], ['#0', 'a'], [\substr($long, 1)], [\substr($long, 1), 'a'], [\substr($long, 1) . "\0"],
        ];
        $keys = new ShapeKeys();
        $texts = \array_map($keys->of(...), $lists);
        self::assertSame($texts, \array_unique($texts));
        self::assertSame($texts, \array_map($keys->of(...), $lists));
    }

    public function testLongKeysAreNotRepeated(): void
    {
        $keys = new ShapeKeys();
        $long = \str_repeat('x', 1 << 20);
        self::assertSame("\0#0,2:k1", $keys->of([$long, 'k1']));
        self::assertSame("\0002,#0:k2", $keys->of(['k2', $long]));
        self::assertSame("k2\0k3", $keys->of(['k2', 'k3']));
    }
}
