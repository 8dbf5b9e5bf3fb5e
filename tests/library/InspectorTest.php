<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Deflated;
use Brine\Inspector;
use Brine\Migration\SimpleCacheStore;
use Brine\Migration\Status;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\TestCase;

final class InspectorTest extends TestCase
{
    #[RequiresPhpExtension('zlib')]
    public function testFormats(): void
    {
        $value = ['id' => 5, 'text' => \str_repeat('text ', 500)];
        $native = \serialize($value);
        $brine = \brine_serialize($value);
        $signed = (new Signed(new BrineSerializer(), 'secret of a test'))->serialize($value);
        $compressed = (new Compressed(new BrineSerializer()))->serialize($value);
        $entries = [
            'a' => $native, 'b' => $brine, 'c' => $signed, 'd' => $compressed, 'e' => (string) \gzdeflate($native), 'f' => (string) \gzcompress($native),
            'g' => "\0\0\0\2\x06\5", 'h' => '17', 'i' => '-3', 'j' => 'some text', 'k' => '', 'l' => 'N;', 7 => '1.5',
        ];
        $status = (new Inspector(new Auto()))->inspect($entries);
        self::assertSame([
            'brine' => ['entries' => 1, 'bytes' => \strlen($brine)],
            'compressed' => ['entries' => 1, 'bytes' => \strlen($compressed)],
            'deflated' => ['entries' => 2, 'bytes' => \strlen($entries['e']) + \strlen($entries['f'])],
            'igbinary' => ['entries' => 1, 'bytes' => 6],
            'native' => ['entries' => 2, 'bytes' => \strlen($native) + 2],
            'number' => ['entries' => 2, 'bytes' => 4],
            'other' => ['entries' => 3, 'bytes' => 12],
            'signed' => ['entries' => 1, 'bytes' => \strlen($signed)],
        ], $status->formats);
        self::assertSame([13, \array_sum(\array_map(\strlen(...), $entries))], [$status->entries(), $status->bytes()]);
        self::assertSame([0, 0, []], [$status->sampled, $status->unreadable, $status->estimates]);
    }

    public function testAllAreReadWhereThereAreFew(): void
    {
        $entries = self::entries(100);
        $writers = ['brine' => new BrineSerializer(), 'native' => new NativeSerializer()];
        $status = (new Inspector(new Auto(), $writers, 100))->inspect($entries);
        $size = \array_sum(\array_map(static fn (string $data): int => \strlen(\brine_serialize(\unserialize($data))), $entries));
        self::assertSame([100, 0, ['brine' => $size, 'native' => $status->bytes()]], [$status->sampled, $status->unreadable, $status->estimates]);
    }

    public function testASampleOfManyIsSpread(): void
    {
        $status = (new Inspector(new Auto(), ['brine' => new BrineSerializer()], 50))->inspect(self::entries(5000));
        // All until there are 100; half of these stay, and 50 more come with each of the distances 2, 4, 8, 16 and 32; then one in 64.
        self::assertSame(100 + 5 * 50 + 29, $status->sampled);
        $size = \array_sum(\array_map(static fn (string $data): int => \strlen(\brine_serialize(\unserialize($data))), self::entries(5000)));
        self::assertEqualsWithDelta(1.0, $status->estimates['brine'] / $size, 0.01);
    }

    /** Numbers and text stay, and so does what the writer refuses. What cannot be read is estimated by what can. */
    public function testWhatCannotBeReadIsLeftOut(): void
    {
        $entries = ['a' => 'a:1:{i:0', 'b' => \serialize(new ThrowingThing('read')), 'c' => '5', 'd' => 'text', 'e' => 'b:1;'];
        $writer = new class () implements Serializer {
            public function serialize(mixed $value): string
            {
                throw new \RuntimeException('never');
            }

            public function unserialize(string $data): mixed
            {
                return null;
            }
        };
        $status = (new Inspector(new Auto(), ['none' => $writer, 'brine' => new BrineSerializer()]))->inspect($entries);
        $others = \strlen($entries['a'] . $entries['b'] . $entries['e']);
        $brine = 5 + (int) \round($others * \strlen(\brine_serialize(true)) / 4);
        self::assertSame([5, 2, ['none' => 5 + $others, 'brine' => $brine]], [$status->sampled, $status->unreadable, $status->estimates]);
    }

    public function testNoEstimateIfNothingIsRead(): void
    {
        $status = (new Inspector(new Auto(), ['brine' => new BrineSerializer()]))->inspect(['a' => 'a:1:{i:0', 'b' => '5']);
        self::assertSame([2, 1, []], [$status->sampled, $status->unreadable, $status->estimates]);
        $status = (new Inspector(new Auto(), ['brine' => new BrineSerializer()]))->inspect(['a' => 'text', 'b' => '5']);
        self::assertSame([2, 0, ['brine' => 5]], [$status->sampled, $status->unreadable, $status->estimates]);
    }

    /** Otherwise each entry of a large store would be tried. */
    public function testUnreadableEntriesBoundTheSample(): void
    {
        $tried = 0;
        $reader = static function () use (&$tried): Serializer {
            ++$tried;

            return new Auto();
        };
        $status = (new Inspector($reader, ['brine' => new BrineSerializer()], 50))->inspect(\array_fill(0, 5000, 'a:1:{i:0'));
        self::assertSame([379, 379, 379], [$tried, $status->sampled, $status->unreadable]);
    }

    public function testSerializersThatDependOnTheKey(): void
    {
        $of = static fn (string $key): Serializer => new Signed(new NativeSerializer(), 'secret of a test', $key);
        $entries = ['a' => $of('a')->serialize(1), 'b' => $of('b')->serialize(2), '3' => $of('3')->serialize(3), 'd' => $of('b')->serialize(4)];
        $status = (new Inspector($of, ['again' => $of]))->inspect($entries);
        self::assertSame([4, 1, ['again' => $status->bytes()]], [$status->sampled, $status->unreadable, $status->estimates]);
    }

    public function testAStoreIsWalkedAndProgressShown(): void
    {
        $cache = new MemoryCache();
        $cache->entries = self::entries(2500);
        $store = new SimpleCacheStore($cache, \array_keys($cache->entries));
        $seen = [];
        $inspector = new Inspector(new Auto());
        $status = $inspector->inspect(Inspector::walk($store), static function (Status $status) use (&$seen): void {
            $seen[] = $status->entries();
        });
        self::assertSame([[1000, 2000], 2500], [$seen, $status->entries()]);
        self::assertSame(1000, $inspector->inspect(Inspector::walk($store), static fn (): bool => false)->entries());
    }

    public function testOldEntriesAreReadForTheEstimate(): void
    {
        $entries = ['a' => (string) \gzdeflate('a:1:{i:0;s:4:"text";}'), 'b' => "\0\0\0\2\x06\5"];
        $status = (new Inspector(new Deflated(new Auto()), ['native' => new NativeSerializer()]))->inspect($entries);
        self::assertSame([2, 0, ['native' => 21 + 4]], [$status->sampled, $status->unreadable, $status->estimates]);
    }

    public function testAnEmptyStore(): void
    {
        $status = (new Inspector(new Auto(), ['brine' => new BrineSerializer()]))->inspect([]);
        self::assertSame([0, 0, 0, []], [$status->entries(), $status->bytes(), $status->sampled, $status->estimates]);
    }

    public function testASampleOfLessThanNothing(): void
    {
        $this->expectException(\ValueError::class);
        $this->expectExceptionMessage('The sample cannot have -1 entries');
        new Inspector(new Auto(), size: -1);
    }

    /** @return array<string, string> */
    private static function entries(int $count): array
    {
        $entries = [];
        for ($i = 1; $i <= $count; $i++) {
            $entries["key$i"] = \serialize(['id' => $i, 'title' => "Entry $i", 'text' => \str_repeat('x', $i % 37)]);
        }

        return $entries;
    }
}
