<?php

declare(strict_types=1);

namespace Brine\Tests\Loops;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\DecodeException;
use Brine\Deflated;
use Brine\Dictionary;
use Brine\EntryCodec;
use Brine\Format;
use Brine\Guarded;
use Brine\IgbinarySerializer;
use Brine\JsonSerializer;
use Brine\MessagePackSerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Brine\Tests\Library\Loop\Acting;
use Brine\Tests\Library\Loop\Loop;

/** Requests that read and write by a serializer which lives as long as the process. */
final class Serializers
{
    /** Those that know the option "resident". */
    public const RESIDENT = ['brine', 'auto', 'signed', 'compressed', 'deflated', 'guarded', 'dictionary'];
    public const NAMES = [...self::RESIDENT, 'igbinary', 'native', 'messagepack', 'json', 'auto of igbinary', 'auto of text'];

    /** Those that run other code without the extension. */
    public const IN_PHP = ['brine', 'auto', 'signed', 'dictionary', 'igbinary', 'native'];

    private const KEY = 'a key of some length';

    private function __construct()
    {
    }

    /** @return \Closure(int): void */
    public static function requests(string $name, bool $isResident): \Closure
    {
        $serializer = self::make($name, $isResident ? ['resident' => true] : []);
        $codec = new EntryCodec($serializer);
        $hasObjects = !\in_array($name, ['messagepack', 'json'], true);

        return static function (int $number) use ($name, $serializer, $codec, $hasObjects): void {
            // Signatures are for the entry.
            $one = $serializer instanceof Signed ? $serializer->withContext("entry $number") : $serializer;
            self::readAndWrite($name, $one, $number, $hasObjects);
            self::damage($name, $one, $number);
            if ($hasObjects) {
                self::act($name, $serializer, $codec, $number);
            }
        };
    }

    /** @param array{resident?: true} $options */
    private static function make(string $name, array $options): Serializer
    {
        return match ($name) {
            'brine' => new BrineSerializer($options),
            'auto' => new Auto(options: $options),
            'signed' => new Signed(new Auto(options: $options), [self::KEY, 'an old key of some length']),
            'compressed' => new Compressed(new Auto(options: $options), minBytes: 64),
            'deflated' => new Deflated(new Auto(options: $options)),
            'guarded' => new Guarded(new Auto(options: $options)),
            'dictionary' => new BrineSerializer($options, self::dictionary()),
            'igbinary' => new IgbinarySerializer(),
            'native' => new NativeSerializer(),
            'messagepack' => new MessagePackSerializer(),
            'json' => new JsonSerializer(),
            'auto of igbinary' => new Auto([Format::Igbinary]),
            'auto of text' => new Auto([Format::Native]),
            default => throw new \ValueError("There is no serializer \"$name\""),
        };
    }

    public static function dictionary(): Dictionary
    {
        return Dictionary::fromBytes(\brine_serialize([['title', 'a string of many payloads'], [[0, 'title', 'rows', 'list', 'flag'], [0, 'id', 'name', 'price', 'tags']], [['x', 'y', 'z']]]));
    }

    private static function readAndWrite(string $name, Serializer $serializer, int $number, bool $hasObjects): void
    {
        $value = Values::repeated($number);
        $bytes = $serializer->serialize($value);
        Loop::same("$name, repeated", $value, $serializer->unserialize($bytes));
        Loop::same("$name, again", $value, $serializer->unserialize($bytes));
        $value = Values::unique($number);
        Loop::same("$name, unique", $value, $serializer->unserialize($serializer->serialize($value)));
        if ($hasObjects) {
            $value = Values::objects($number);
            Loop::equal("$name, objects", $value, $serializer->unserialize($serializer->serialize($value)));
        }
    }

    /** Cut bytes are refused, wherever they are cut, also those that are new in each request. */
    private static function damage(string $name, Serializer $serializer, int $number): void
    {
        $bytes = $serializer->serialize(Values::unique($number));
        try {
            $result = $serializer->unserialize(\substr($bytes, 0, 1 + $number % (\strlen($bytes) - 1)));
        } catch (DecodeException $error) {
            $result = $error::class;
        }
        Loop::same("$name, cut", DecodeException::class, $result);
    }

    /** Hooks throw, and suspend fibers that are dropped in the middle of a call. */
    private static function act(string $name, Serializer $serializer, EntryCodec $codec, int $number): void
    {
        $value = [new Acting($number), Values::unique($number)];
        $bytes = $serializer->serialize($value);
        Acting::$reading = static fn (): never => throw new \DomainException("request $number");
        if ($name === 'guarded') {
            Loop::same("$name, hook", "request $number", self::thrown(static fn (): mixed => $serializer->unserialize($bytes))->getPrevious()?->getMessage());
        } else {
            Loop::same("$name, hook", "request $number", self::thrown(static fn (): mixed => $serializer->unserialize($bytes))->getMessage());
        }
        Loop::same("$name, entry", 'miss', $codec->read($bytes, '', 'miss'));
        Acting::$writing = static fn (): never => throw new \DomainException("writing $number");
        Loop::refused("$name, writing", \DomainException::class, "writing $number", static fn (): string => $serializer->serialize($value));
        Acting::$reading = Acting::$writing = static fn (): mixed => \Fiber::suspend();
        Loop::drop("$name, reading", static fn (): mixed => $serializer->unserialize($bytes));
        Loop::drop("$name, entry", static fn (): mixed => $codec->read($bytes));
        Loop::drop("$name, writing", static fn (): string => $serializer->serialize($value));
        Acting::$reading = Acting::$writing = null;
        Loop::equal("$name, afterwards", $value, $serializer->unserialize($bytes));
    }

    private static function thrown(\Closure $call): \Throwable
    {
        try {
            return new \LogicException('returned ' . \serialize($call()));
        } catch (\Throwable $error) {
            return $error;
        }
    }
}
