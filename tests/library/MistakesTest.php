<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\DecodeException;
use Brine\Format;
use Brine\Format\SignedFrame;
use Brine\IgbinarySerializer;
use Brine\JsonSerializer;
use Brine\MessagePackSerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Common mistakes: the message names the right way. */
final class MistakesTest extends TestCase
{
    private const NOTHING = 'The payload is empty: was the cache entry missing (false)?';

    /** @return iterable<string, array{class-string<\Throwable>, string, \Closure(): mixed}> */
    public static function calls(): iterable
    {
        $brine = new BrineSerializer();
        $twice = 'Compressed compresses already, and is not compressed again: give what is inside of it, as in new Compressed(new Auto())';
        $around = 'Compressed goes inside of Signed, and not around it: new Signed(new Compressed($serializer), $keys)';
        $again = 'Signed signs already, and is not signed again: one has all keys, as in new Signed($serializer, [$new, $old])';
        yield 'Compressed twice' => [\LogicException::class, $twice, static fn () => new Compressed(new Compressed($brine))];
        yield 'Compressed in Auto' => [\LogicException::class, $twice, static fn () => new Compressed(new Auto(new Compressed($brine)))];
        yield 'Compressed around Signed' => [\LogicException::class, $around, static fn () => new Compressed(new Signed($brine, 'key of this test'))];
        yield 'Signed twice' => [\LogicException::class, $again, static fn () => new Signed(new Signed($brine, 'key of this test'), 'key of this test')];

        // @phpstan-ignore argument.type (all of these are what is tested)
        yield 'the name of a format' => [\TypeError::class, 'Auto writes formats of the enum Brine\Format, not "brine": new Auto([Format::Brine])', static fn () => new Auto(['brine'])];
        // @phpstan-ignore argument.type
        yield 'in capitals' => [\TypeError::class, 'Auto writes formats of the enum Brine\Format, not "Native": new Auto([Format::Native])', static fn () => new Auto([Format::Brine, 'Native'])];
        // @phpstan-ignore argument.type
        yield 'no name of a format' => [\TypeError::class, 'Auto writes formats of the enum Brine\Format, not "best": new Auto([Format::Brine])', static fn () => new Auto(['best'])];
        // @phpstan-ignore argument.type
        yield 'serializers' => [\TypeError::class, 'Auto writes formats of the enum Brine\Format, not Brine\BrineSerializer: new Auto([Format::Brine])', static fn () => new Auto([$brine])];
        // @phpstan-ignore argument.type
        yield 'one format' => [\TypeError::class, 'What Auto writes must be a list of formats, or a serializer, not Format::Igbinary: new Auto([Format::Igbinary])', static fn () => new Auto(Format::Igbinary)];
        // @phpstan-ignore argument.type
        yield 'one name' => [\TypeError::class, 'What Auto writes must be a list of formats, or a serializer, not "native": new Auto([Format::Native])', static fn () => new Auto('native')];
        // @phpstan-ignore argument.type
        yield 'options first' => [\TypeError::class, "Auto's first argument is what it writes, and \"max_depth\" is none of that: options are given by name, as in new Auto(options: ['max_depth' => …])", static fn () => new Auto(['max_depth' => 3])];
        yield 'JSON' => [\ValueError::class, 'Format::Json needs a serializer to write it: new Auto(new JsonSerializer())', static fn () => new Auto([Format::Json])];
        yield 'envelopes' => [\ValueError::class, 'Format::Compressed needs a serializer to write it: new Compressed(new Auto())', static fn () => new Auto([Format::Compressed])];

        // @phpstan-ignore argument.type
        yield 'a bool for options' => [\TypeError::class, "The options must be an array, not bool: new BrineSerializer(['allowed_classes' => false])", static fn () => new BrineSerializer(false)];
        // @phpstan-ignore argument.type
        yield 'a number for options' => [\TypeError::class, "The options must be an array, not int: new NativeSerializer(['max_depth' => 20])", static fn () => new NativeSerializer(20)];
        // @phpstan-ignore argument.type
        yield 'null for options' => [\TypeError::class, "The options must be an array, not null: new IgbinarySerializer(['allowed_classes' => false])", static fn () => new IgbinarySerializer(null)];
        yield 'classes for options' => [\ValueError::class, "The options have names: new BrineSerializer(['allowed_classes' => ['SomeClass']])", static fn () => new BrineSerializer([\ArrayObject::class])];
        yield 'an option without a name' => [\ValueError::class, "The options have names: new BrineSerializer(['allowed_classes' => false])", static fn () => new BrineSerializer([false])];
        yield 'an option of Auto that there is not' => [\ValueError::class, 'Unknown option "maxLength": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "max_length"', static fn () => new Auto(options: ['maxLength' => 5])];
        // @phpstan-ignore argument.type
        yield 'options of Auto' => [\TypeError::class, "The options must be an array, not bool: new Auto(options: ['allowed_classes' => false])", static fn () => new Auto([Format::Native], false)];
    }

    /**
     * @param class-string<\Throwable> $class
     * @param \Closure(): mixed $call
     */
    #[DataProvider('calls')]
    public function testCalls(string $class, string $message, \Closure $call): void
    {
        try {
            $call();
            self::fail('nothing was thrown');
        } catch (\LogicException|\Error $error) {
            self::assertSame([$class, $message], [$error::class, $error->getMessage()]);
        }
    }

    /** @return iterable<string, array{Serializer, string}> each with the reason that it gives for no bytes */
    public static function readers(): iterable
    {
        $inner = ['BrineSerializer' => 'truncated', 'NativeSerializer' => 'unknown_format', 'IgbinarySerializer' => 'truncated', 'JsonSerializer' => 'malformed', 'MessagePackSerializer' => 'truncated'];
        foreach ($inner as $class => $reason) {
            /** @var class-string<Serializer> $name */
            $name = "Brine\\$class";
            yield $class => [new $name(), $reason];
            yield "$class in Compressed" => [new Compressed(new $name()), $reason];
            yield "$class in Signed" => [new Signed(new $name(), 'key of this test'), 'not_verified'];
        }
        yield 'trusted' => [new IgbinarySerializer([], true), 'truncated'];
        yield 'Auto' => [new Auto(), 'unknown_format'];
        yield 'Auto with JSON' => [new Auto(foreign: Format::Json), 'unknown_format'];
        yield 'Compressed Auto' => [new Compressed(new Auto()), 'unknown_format'];
    }

    #[DataProvider('readers')]
    public function testNothing(Serializer $reader, string $reason): void
    {
        self::assertSame([$reason, 0, self::NOTHING], self::refusal($reader, ''));
    }

    /** @return iterable<string, array{string, string, Serializer, string}> a message, a reason, and what does not read what */
    public static function strangers(): iterable
    {
        $payload = "\xc1\x10\x05";
        $native = \serialize(['a' => 1]);
        $envelope = Envelope::seal(Algorithm::Stored, \strlen($native), $native);
        $frame = SignedFrame::sign($payload, 'key of this test');
        $igbinary = "\0\0\0\2\x14\x00";
        [$brine, $text, $old] = [new BrineSerializer(), new NativeSerializer(), new IgbinarySerializer()];
        $isEnvelope = 'The data is an envelope of compressed bytes, which Compressed and Auto read, and not ';
        $isSigned = 'The data is a signed frame, which Signed reads, and not ';
        $isBrine = 'The data is a payload of Brine, which BrineSerializer and Auto read, and not ';
        $isNative = 'The data is a text of serialize(), which NativeSerializer and Auto read, and not ';
        $isOld = 'The data is a payload of igbinary, which IgbinarySerializer and Auto read, and not ';
        yield 'Brine: an envelope' => [$isEnvelope . 'a payload of Brine', 'flags', $brine, $envelope];
        yield 'Brine: a frame' => [$isSigned . 'a payload of Brine', 'signed', $brine, $frame];
        yield 'Brine: igbinary' => [$isOld . 'a payload of Brine', 'not_brine', $brine, $igbinary];
        yield 'Brine: native text' => [$isNative . 'a payload of Brine', 'not_brine', $brine, $native];
        yield 'native: an envelope' => [$isEnvelope . 'a text of serialize()', 'unknown_format', $text, $envelope];
        yield 'native: a frame' => [$isSigned . 'a text of serialize()', 'unknown_format', $text, $frame];
        yield 'native: Brine' => [$isBrine . 'a text of serialize()', 'unknown_format', $text, $payload];
        yield 'igbinary: an envelope' => [$isEnvelope . 'a payload of igbinary', 'not_igbinary', $old, $envelope];
        yield 'igbinary: a frame' => [$isSigned . 'a payload of igbinary', 'not_igbinary', new IgbinarySerializer([], true), $frame];
        yield 'JSON: native text' => [$isNative . 'a text of JSON', 'malformed', new JsonSerializer(), $native];
        yield 'JSON: an envelope' => [$isEnvelope . 'a text of JSON', 'malformed', new JsonSerializer(), $envelope];
        yield 'MessagePack: Brine' => [$isBrine . 'a message of MessagePack', 'unknown_byte', new MessagePackSerializer(), $payload];
        yield 'MessagePack: native text' => [$isNative . 'a message of MessagePack', 'trailing_bytes', new MessagePackSerializer(), $native];
        yield 'Compressed: a frame' => [$isSigned . 'a payload of Brine', 'signed', new Compressed($brine), $frame];
        yield 'Signed: Brine' => ['The data is not signed (it is a payload of Brine), and nothing of it is read', 'not_verified', new Signed($brine, 'key of this test'), $payload];
        yield 'Signed: an envelope' => ['The data is not signed (it is an envelope of compressed bytes), and nothing of it is read', 'not_verified', new Signed(new Auto(), 'key of this test'), $envelope];
        yield 'Signed: another key' => ['No key verifies the data', 'not_verified', new Signed($brine, 'other'), $frame];
        yield 'Signed: bytes' => ['No key verifies the data', 'not_verified', new Signed($brine, 'other'), 'some bytes'];
        yield 'Auto: a frame' => ['The data is signed, and Auto has no keys: new Signed(new Auto(), $keys) reads it', 'not_verified', new Auto(), $frame];
        yield 'Auto: JSON' => ['The first bytes are of no format that is read here; they may be JSON, which JsonSerializer reads, and Auto with foreign: Format::Json', 'unknown_format', new Auto(), '{"a":1}'];
        yield 'Auto: bytes' => ['The first bytes are of no format that is read here', 'unknown_format', new Auto(), 'some bytes'];
        $nested = "In the envelope's content: It is an envelope of compressed bytes, which an envelope must not contain";
        $inner = Envelope::seal(Algorithm::Stored, \strlen($envelope), $envelope);
        yield 'Auto: an envelope in another one' => [$nested, 'unknown_format', new Auto(), $inner];
        yield 'Compressed: an envelope in another one' => [$nested, 'unknown_format', new Compressed(new Auto()), $inner];
        yield 'Compressed Brine: native text in an envelope' => ["In the envelope's content: {$isNative}a payload of Brine", 'not_brine', new Compressed($brine), $envelope];
    }

    #[DataProvider('strangers')]
    public function testBytesOfOthers(string $message, string $reason, Serializer $reader, string $data): void
    {
        $refusal = self::refusal($reader, $data);
        self::assertSame([$message, $reason], [$refusal[2], $refusal[0]]);
    }

    /** @return array{string, int, string} */
    private static function refusal(Serializer $reader, string $data): array
    {
        try {
            $reader->unserialize($data);
        } catch (DecodeException $error) {
            return [$error->getReason(), $error->getOffset(), $error->getMessage()];
        }
        self::fail('it was read');
    }
}
