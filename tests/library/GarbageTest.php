<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\NativeSerializer;
use Brine\Signed;
use PHPUnit\Framework\TestCase;

/** Objects that hold each other are collected also where what was read is a temporary that is never stored. */
final class GarbageTest extends TestCase
{
    public function testTheFunctions(): void
    {
        $pair = \brine_serialize(self::pair());
        $array = \brine_serialize(['pair' => self::pair()]);
        $signed = \brine_serialize_signed(self::pair(), 'key of this test');
        self::assertCollected(static fn (): mixed => self::node(\brine_unserialize($pair))->name);
        self::assertCollected(static fn (): mixed => \count((array) self::node(\brine_unserialize($pair))->link));
        self::assertCollected(static fn (): mixed => \brine_unserialize($pair) instanceof LinkedThing);
        self::assertCollected(static fn (): mixed => \is_array(\brine_unserialize($array)));
        self::assertCollected(static fn (): mixed => new \ArrayObject([\brine_unserialize($pair)]));
        self::assertCollected(static fn (): mixed => \brine_unserialize_signed($signed, 'key of this test') instanceof LinkedThing);
        self::assertCollected(static function () use ($pair): void {
            \brine_unserialize($pair);
        });
    }

    public function testTheSerializers(): void
    {
        $plain = new BrineSerializer();
        foreach ([$plain, new NativeSerializer(), new Auto(), new Signed($plain, 'key of this test'), new Compressed($plain)] as $serializer) {
            $bytes = $serializer->serialize(self::pair());
            self::assertCollected(static fn (): mixed => $serializer->unserialize($bytes) instanceof LinkedThing);
            $bytes = $serializer->serialize(['pair' => self::pair()]);
            self::assertCollected(static fn (): mixed => \is_array($serializer->unserialize($bytes)));
        }
    }

    private static function pair(): LinkedThing
    {
        $thing = new LinkedThing();
        $thing->link = new LinkedThing();
        $thing->link->link = $thing;

        return $thing;
    }

    private static function node(mixed $value): LinkedThing
    {
        return $value instanceof LinkedThing ? $value : throw new \LogicException('not what was written');
    }

    /** @param \Closure(): mixed $read makes a pair, which is dropped */
    private static function assertCollected(\Closure $read): void
    {
        \gc_collect_cycles();
        LinkedThing::$destructed = 0;
        for ($i = 0; $i < 50; ++$i) {
            $read();
        }
        \gc_collect_cycles();
        self::assertSame(100, LinkedThing::$destructed);
    }
}
