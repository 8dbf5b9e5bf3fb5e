<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\BrineSerializer;
use Brine\EncodeException;
use Brine\Serializer;
use Brine\Testing\SerializerContract;

final class BrineSerializerTest extends SerializerContract
{
    protected function createSerializer(): Serializer
    {
        return new BrineSerializer();
    }

    public function testItsBytesAreThoseOfTheFunction(): void
    {
        self::assertSame("\xc1\x10\x05", (new BrineSerializer())->serialize(5));
    }

    public function testOptions(): void
    {
        $payload = \brine_serialize([new \ArrayObject(), [[1]]]);
        $serializer = new BrineSerializer(['allowed_classes' => ['arrayobject']]);
        self::assertEquals([new \ArrayObject(), [[1]]], $serializer->unserialize($payload));
        $serializer = new BrineSerializer(['allowed_classes' => false]);
        $value = $serializer->unserialize($payload);
        self::assertIsArray($value);
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $value[0]);
        foreach ([['max_depth' => 2], ['max_elements' => 3]] as $options) {
            try {
                (new BrineSerializer($options))->unserialize($payload);
                self::fail(\key($options) . ' was not looked at');
            } catch (\Brine\DecodeException $error) {
                self::assertSame(\key($options), $error->getReason());
            }
        }
    }

    /** PHP 8.2 gives user code a PHP reference to the name of a case. */
    public function testACaseWhoseNameWasChanged(): void
    {
        $serializer = new BrineSerializer();
        $payload = $serializer->serialize([WalkedSuit::Hearts, WalkedSuit::Spades]);
        WalkedSuit::Hearts->walk(static fn (string $name): string => $name);
        self::assertSame(\bin2hex($payload), \bin2hex($serializer->serialize([WalkedSuit::Hearts, WalkedSuit::Spades])));
        self::assertSame([WalkedSuit::Hearts, WalkedSuit::Spades], $serializer->unserialize($payload));
        foreach (['Spades', 'Trump', 'None', "\0"] as $other) {
            WalkedSuit::Hearts->walk(static fn (): string => $other);
            if (WalkedSuit::Hearts->name !== $other) {
                self::markTestSkipped('This PHP does not let the names of cases be changed');
            }
            try {
                $serializer->serialize(['suits' => [WalkedSuit::Spades, WalkedSuit::Hearts]]);
                self::fail("It was written as $other");
            } catch (EncodeException $error) {
                self::assertSame(
                    ["the name of a case of the enum Brine\Tests\Library\WalkedSuit was changed at \$value['suits'][1]", "\$value['suits'][1]"],
                    [$error->getMessage(), $error->getPath()],
                );
            }
        }
        WalkedSuit::Hearts->walk(static fn (): string => 'Hearts');
        self::assertSame(\bin2hex($payload), \bin2hex($serializer->serialize([WalkedSuit::Hearts, WalkedSuit::Spades])));
    }

    public function testBadOptions(): void
    {
        $cases = [
            ['Unknown option "classes": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident"', \ValueError::class, ['classes' => true]],
            ['Option "max_depth" must be an int, not string', \TypeError::class, ['max_depth' => '5']],
            ['Option "max_depth" must be from 1 to 4096, not 4097', \ValueError::class, ['max_depth' => 4097]],
            ['Option "max_elements" must be from 1 to 9223372036854775807, not 0', \ValueError::class, ['max_elements' => 0]],
            ['Option "max_memory" must be from 1 to 9223372036854775807, not 0', \ValueError::class, ['max_memory' => 0]],
            ['Option "max_memory" must be an int, not float', \TypeError::class, ['max_memory' => 1e6]],
            ['Option "allowed_classes" must be a bool or a list of names, not null', \TypeError::class, ['allowed_classes' => null]],
            ['Option "missing_classes" must be "incomplete" or "throw", not "Throw"', \ValueError::class, ['missing_classes' => 'Throw']],
            ['Option "missing_classes" must be "incomplete" or "throw", not bool', \TypeError::class, ['missing_classes' => true]],
            ['Option "stale_classes" must be "accept" or "throw", not "refuse"', \ValueError::class, ['stale_classes' => 'refuse']],
            ['Option "stale_classes" must be "accept" or "throw", not null', \TypeError::class, ['stale_classes' => null]],
            ['Option "allowed_classes" must have names only, not int', \TypeError::class, ['allowed_classes' => [1]]],
        ];
        foreach ($cases as [$message, $class, $options]) {
            try {
                // @phpstan-ignore argument.type (this is what is tested)
                new BrineSerializer($options);
                self::fail("not thrown: $message");
            } catch (\Error $error) {
                self::assertSame([$class, $message], [$error::class, $error->getMessage()]);
            }
        }
    }
}
