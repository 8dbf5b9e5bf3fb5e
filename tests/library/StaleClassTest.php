<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\DecodeException;
use Brine\Deflated;
use Brine\EncodeException;
use Brine\EntryCodec;
use Brine\Format\Decoder;
use Brine\Format\Dictionary\Checker;
use Brine\Format\Dictionary\Registry;
use Brine\Format\Encoder;
use Brine\Format\Functions;
use Brine\Format\SignedFrame;
use Brine\Guarded;
use Brine\IgbinarySerializer;
use Brine\Internal\Platform;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Brine\StaleEntries;
use Brine\Store\Entries;
use PHPUnit\Framework\Attributes\DataProvider;
use Psr\Log\AbstractLogger;

/** What is written of a class's layout, and what a reader says of objects whose class has changed since. */
final class StaleClassTest extends DictionaryTestCase
{
    use RunsPhp;

    /** Payloads of the old classes, and what reading them with the new ones makes: by case and codec. */
    public function testChangesOfAClass(): void
    {
        $extensions = \extension_loaded('brine') ? ['brine'] : [];
        $old = self::runPhp('class_changes.php', [], $extensions, 'old');
        \file_put_contents("$this->directory/old", $old);
        $written = \json_decode($old, true, 16, \JSON_THROW_ON_ERROR);
        $read = \json_decode(self::runPhp('class_changes.php', [], $extensions, 'new', "$this->directory/old"), true, 16, \JSON_THROW_ON_ERROR);
        self::assertIsArray($written);
        self::assertIsArray($read);
        $cases = require __DIR__ . '/class_changes.php';
        self::assertIsArray($cases);
        self::assertGreaterThan(70, \count($cases));
        self::assertSame(\array_keys($cases), \array_keys($read));
        foreach ($cases as $name => $case) {
            \assert(\is_array($case) && \is_array($written[$name]) && \is_array($read[$name]));
            [, , $expected] = $case;
            $place = \is_string($case[3] ?? null) ? $case[3] : 'at byte 2';
            if (\is_string($expected) && \preg_match('/^[a-z_]+: /', $expected) !== 1) {
                $expected = "stale_class: N\\T has changed since this was written ($expected) $place";
            }
            self::assertSame($written[$name]['php'], $written[$name]['extension'] ?? $written[$name]['php'], $name);
            foreach ($read[$name] as $codec => $outcome) {
                \assert(\is_array($outcome));
                self::assertSame($expected, $outcome['throw'], "$name, by $codec");
                $isOther = \is_string($expected) && !\str_contains($expected, 'stale_class') && !\str_contains($expected, 'Version');
                $virtual = "bad_property: Cannot unserialize value for virtual property N\\T::\$a at byte 14, in \$value->a";
                self::assertSame($isOther ? $expected : ($name === 'made virtual' ? $virtual : null), $outcome['accept'], "$name, by $codec, accepted");
            }
        }
    }

    public static function setUpBeforeClass(): void
    {
        require_once __DIR__ . '/changed_classes.php';
    }

    /** @return list<\Closure(string, array<string, string>): mixed> the codec in PHP, and that of the extension if it has layouts */
    private static function decoders(): array
    {
        return Platform::knowsLayouts() ? [Decoder::decode(...), \brine_unserialize(...)] : [Decoder::decode(...)];
    }

    private static function string(string $string): string
    {
        return \chr(0x1F + \strlen($string)) . $string;
    }

    private static function layout(string $text): string
    {
        return "\xFA" . \pack('V', \crc32($text));
    }

    /** @return iterable<string, array{\Closure(): mixed, string}> a value, and its payload with layouts behind the header */
    public static function written(): iterable
    {
        $open = self::string('Brine\Tests\Library\Changed\OldOpen');
        $layout = self::layout("more\nnumber\n");
        $new = static fn (): Changed\OldOpen => new Changed\OldOpen();
        $full = static function (): Changed\OldOpen {
            $full = new Changed\OldOpen();
            $full->more = 2;

            return $full;
        };
        yield 'the names are the layout' => [$full, "\xF0$open\x02\x25number\x23more\x01\x02"];
        yield 'a name less' => [$new, "$layout\xF0$open\x01\x25number\x01"];
        yield 'one for each shape' => [
            static fn (): array => [$new(), $new(), $full(), $new()],
            "\xC3$layout\xF0$open\x01\x25number\x01\xB0\x01\xF0\x60\x02\x61\x23more\x01\x02\xB0\x01",
        ];
        yield 'rows' => [
            static fn (): array => \array_map($new, \range(1, 15)),
            "\xED\x0F\0$layout\xF0$open\x01\x25number\x01\x01",
        ];
        $names = "\0*\0kept\n\0Brine\\Tests\\Library\\Changed\\VersionedBase\0own\nopen\n";
        yield 'versions' => [
            static fn (): object => new Changed\Versioned(),
            self::layout("$names@-5\n@12\n") . "\xF0" . self::string('Brine\Tests\Library\Changed\Versioned')
                . "\x03\x01\x23kept\x03" . self::string('Brine\Tests\Library\Changed\VersionedBase') . "\x22own\0\x23open\x02\x03\x01",
        ];
    }

    /** @param \Closure(): mixed $value */
    #[DataProvider('written')]
    public function testWhatIsWritten(\Closure $value, string $bytes): void
    {
        self::assertSame(\bin2hex("\xC1\x10$bytes"), \bin2hex(Encoder::encode($value(), true)));
        foreach ([['stale_classes' => 'throw'], ['stale_classes' => 'accept'], []] as $options) {
            foreach (self::decoders() as $decode) {
                self::assertEquals($value(), $decode("\xC1\x10$bytes", $options));
            }
        }
        if (Platform::knowsLayouts()) {
            self::assertSame(\bin2hex("\xC1\x10$bytes"), \bin2hex(\brine_serialize($value(), ['layouts' => true])));
        }
        self::assertStringNotContainsString("\xFA", Encoder::encode($value()));
    }

    /** @return iterable<string, array{string, string, int}> bytes behind the header; and the error's reason and offset */
    public static function malformed(): iterable
    {
        yield 'no fingerprint' => ["\xFA", 'truncated', 3];
        yield 'half a fingerprint' => ["\xFA\x01\x02\x03", 'truncated', 3];
        yield 'nothing behind it' => ["\xFA\x01\x02\x03\x04", 'truncated', 7];
        foreach (["\x01", "\x20a", "\xD8", "\xE7", "\xE9\x01\x20a\x01", "\xF2", "\xF3", "\xFA\0\0\0\0\xF0", "\xEA\xFF", "\xEF", "\xFB"] as $behind) {
            yield 'before ' . \bin2hex($behind) => ["\xFA\x01\x02\x03\x04$behind", 'unknown_tag', 7];
        }
        yield 'before an instance' => ["\xC1\xF0\x20T\0\xFA\x01\x02\x03\x04\xB0", 'unknown_tag', 12];
        yield 'rows of lists' => ["\xED\x01\0\xFA\x01\x02\x03\x04\xC0\x03\0\0\x01", 'unknown_tag', 10];
        yield 'rows of maps' => ["\xED\x01\0\xFA\x01\x02\x03\x04\xE9\x01\x20a\x03\0\0\x01", 'unknown_tag', 10];
        yield 'rows of a CUSTOM' => ["\xED\x01\0\xFA\x01\x02\x03\x04\xF1\x20T\xE7", 'unknown_tag', 10];
        yield 'a name twice' => ["\xFA\x01\x02\x03\x04\xF0\x20T\x02\x20a\x20a\x01\x01", 'duplicate_name', 2];
    }

    #[DataProvider('malformed')]
    public function testMalformed(string $bytes, string $reason, int $offset): void
    {
        foreach (['throw', 'accept'] as $stale) {
            $messages = [];
            foreach (self::decoders() as $decode) {
                $error = self::assertRefused($reason, static fn (): mixed => $decode("\xC1\x10$bytes", ['stale_classes' => $stale]));
                self::assertSame($offset, $error->getOffset());
                $messages[] = $error->getMessage();
            }
            self::assertCount(1, \array_unique($messages));
        }
    }

    public function testDictionary(): void
    {
        $open = 'Brine\Tests\Library\Changed\OldOpen';
        $list = 'Brine\Tests\Library\Changed\NewState';
        $shapes = [[1, $open, 'number'], [0, 'a', 'b'], [2, $list], [1, $open, 'number', 'more']];
        $file = Encoder::encode([['a string that is in the dictionary'], $shapes, []]);
        $contents = Checker::read($file);
        Registry::add($contents);
        \brine_dictionary_load($file);
        $head = "\xC1\x12" . $contents->id();
        $layout = self::layout("more\nnumber\n");
        $value = [new Changed\OldOpen(), new Changed\OldOpen(), new Changed\NewState([1])];
        $bytes = Encoder::encodeWith($value, $contents, true);
        self::assertSame(\bin2hex("$head\xC2$layout\xB4\x01\xB4\x01\xB6\xC3\0\xC0\x01\xE7\xD8"), \bin2hex($bytes));
        if (Platform::knowsLayouts()) {
            self::assertSame(\bin2hex($bytes), \bin2hex(\brine_serialize($value, ['layouts' => true, 'dictionary' => \bin2hex($contents->id())])));
        }
        foreach (self::decoders() as $decode) {
            self::assertEquals($value, $decode($bytes, ['stale_classes' => 'throw']));
            self::inDictionary($decode, $head, $layout, $open);
        }
    }

    /** @param \Closure(string, array<string, string>): mixed $decode */
    private static function inDictionary(\Closure $decode, string $head, string $layout, string $open): void
    {
        $refused = static fn (string $bytes): DecodeException => self::assertRefused(
            'unknown_tag',
            static fn (): mixed => $decode($bytes, ['stale_classes' => 'throw']),
        );
        foreach (["$layout\xB5\x01\x02", "$layout\xB0", "$layout\xEA\x14\x01", "$layout\xBB\x01"] as $wrong) {
            self::assertSame(15, $refused($head . $wrong)->getOffset(), \bin2hex($wrong));
        }
        self::assertSame(23, $refused("$head\xC1$layout\xB4\x01$layout\xB4\x01")->getOffset());
        self::assertSame(18, $refused("$head\xED\x01\0$layout\xB5\0\0")->getOffset());
        $error = self::assertRefused('unknown_shape', static fn (): mixed => $decode("$head\xED\x01\0$layout\xB6\0\0", []));
        self::assertSame(18, $error->getOffset());
        $stale = self::assertRefused('stale_class', static fn (): mixed => $decode("$head\xC1\xB7\x01\x02\xB4\x01", ['stale_classes' => 'throw']));
        self::assertSame("$open has changed since this was written (other properties, not written: public \$more) at byte 14, in \$value[1]", $stale->getMessage());
    }

    public function testVersionThatIsNoInteger(): void
    {
        $wrong = eval('#[\Brine\Version(1.5)] class WronglyVersioned {} return new WronglyVersioned();');
        try {
            Encoder::encode([$wrong], true);
            self::fail('It has been written');
        } catch (EncodeException $error) {
            self::assertSame('the #[Brine\Version] of WronglyVersioned is not an integer at $value[0]', $error->getMessage());
        }
        self::assertSame("\xC1\x10\xF0" . self::string('WronglyVersioned') . "\0", Encoder::encode($wrong));
        $missing = eval('#[\Brine\Version(NO_SUCH_CONSTANT)] class MissingVersion {} return new MissingVersion();');
        foreach ([static fn (): mixed => Encoder::encode($missing, true), static fn (): mixed => Decoder::decode(Encoder::encode($missing), ['stale_classes' => 'throw'])] as $call) {
            try {
                $call();
                self::fail('It has a version');
            } catch (\Error $error) {
                self::assertSame('Undefined constant "NO_SUCH_CONSTANT"', $error->getMessage());
            }
        }
    }

    /** Bytes of an object from before its class had a version. */
    private static function stale(): string
    {
        return \brine_serialize(new Changed\Versioned());
    }

    private static function needsLayouts(): void
    {
        if (!Platform::knowsLayouts()) {
            self::markTestSkipped('the extension has no layouts');
        }
    }

    /** @return iterable<string, array{Serializer}> */
    public static function serializers(): iterable
    {
        yield 'Brine' => [new BrineSerializer()];
        yield 'resident' => [new BrineSerializer(['resident' => true])];
        yield 'Auto' => [new Auto(new BrineSerializer())];
        yield 'compressed' => [new Auto(new Compressed(new BrineSerializer(), minBytes: 0, minGain: 0.0))];
        yield 'deflated' => [new Deflated(new Compressed(new Auto(new BrineSerializer())))];
        yield 'signed' => [new Signed(new Auto(new BrineSerializer()), 'secret of a test')];
        yield 'signed, unsigned too' => [Signed::alsoUnsigned(new BrineSerializer(), 'secret of a test', sign: false)];
        yield 'signed and compressed' => [new Signed(new Compressed(new BrineSerializer(), minBytes: 0, minGain: 0.0), 'secret of a test')];
        yield 'signed inside' => [new Deflated(new Signed(new BrineSerializer(), 'secret of a test'))];
    }

    /** Bytes as this serializer stores what another has written. */
    private static function stored(Serializer $serializer, string $payload): string
    {
        return match (true) {
            $serializer instanceof Signed && $serializer->isStrict() => SignedFrame::sign(self::stored($serializer->inner(), $payload), 'secret of a test'),
            $serializer instanceof Deflated => self::stored($serializer->inner(), $payload),
            $serializer instanceof Compressed => Envelope::compress($payload, Algorithm::Zlib, 1) ?? $payload,
            default => $payload,
        };
    }

    #[DataProvider('serializers')]
    public function testEntriesOfOtherClassesAreMisses(Serializer $serializer): void
    {
        self::needsLayouts();
        $told = [];
        $stale = new StaleEntries();
        $codec = new EntryCodec($serializer, static function (\Throwable $error) use (&$told, $stale): void {
            $told[] = [$stale->note($error), $error instanceof DecodeException ? $error->getReason() : null];
        });
        $value = [new Changed\OldOpen(), \str_repeat('text ', 100)];
        $bytes = $codec->encode($value, 'key');
        self::assertEquals($value, $codec->read($bytes, 'key'));
        self::assertEquals($value, $serializer instanceof Signed ? $serializer->unserializeIn('key', $bytes) : $codec->decode($bytes, 'key'));
        self::assertSame([], $told);
        $old = self::stored($serializer, self::stale());
        self::assertSame(['a miss', 'a miss'], [$codec->read($old, '', 'a miss'), $codec->read($old, '', 'a miss')]);
        self::assertSame([[true, 'stale_class'], [false, 'stale_class']], $told);
        self::assertSame([Changed\Versioned::class => 2], $stale->counts());
        self::assertNull($stale->note(new \Exception('another error')));
        self::assertRefused('stale_class', static fn (): mixed => $codec->decode($old));
    }

    /** Where a miss would lose data, nothing is lost unless somebody asks for it. */
    #[DataProvider('serializers')]
    public function testByDefaultNothingIsLostElsewhere(Serializer $serializer): void
    {
        $expected = \serialize(new Changed\Versioned());
        // Without a layout, and with that of another class.
        foreach ([self::stale(), "\xC1\x10\xFA\x01\x02\x03\x04" . \substr(self::stale(), 2)] as $payload) {
            $old = self::stored($serializer, $payload);
            self::assertSame($expected, \serialize($serializer->unserialize($old)));
            self::assertSame($expected, \serialize((new Guarded($serializer))->unserialize($old)));
            self::assertSame($expected, \serialize((new EntryCodec($serializer, refusesStale: false))->read($old)));
            self::assertSame($expected, \serialize(\brine_unserialize($payload)));
        }
        self::assertSame(\brine_serialize(new Changed\OldOpen()), (new Auto(new BrineSerializer()))->serialize(new Changed\OldOpen()));
        self::assertStringNotContainsString("\xFA", \brine_serialize(new Changed\OldOpen()));
    }

    public function testAStoreLogsEachClassOnce(): void
    {
        self::needsLayouts();
        $log = new class () extends AbstractLogger {
            /** @var list<array{mixed, mixed, mixed}> */
            public array $lines = [];

            public function log(mixed $level, string|\Stringable $message, array $context = []): void
            {
                $this->lines[] = [$level, $context['key'] ?? null, $context['message'] ?? null];
            }
        };
        $class = Changed\Versioned::class;
        foreach ([$log, null] as $logger) {
            $entries = new Entries(new Auto(new BrineSerializer()), $logger);
            self::assertStringStartsWith("\xC1\x10\xFA", $entries->write('new', new Changed\Versioned()));
            foreach (['one', 'two', 'one'] as $name) {
                self::assertSame('a miss', $entries->read($name, self::stale(), 'a miss'));
            }
            self::assertNull($entries->read('three', "\xC1\x10"));
            self::assertSame([$class => 3], $entries->stale->counts());
        }
        self::assertSame([
            ['info', 'one', "$class has changed since this was written (another version) at byte 2"],
            ['warning', 'three', 'the payload ends too early at byte 2'],
        ], $log->lines);
    }

    public function testTheOption(): void
    {
        self::needsLayouts();
        $layouts = "\xC1\x10" . self::layout("more\nnumber\n") . "\xF0";
        foreach ([['stale_classes' => 'throw'], ['stale_classes' => 'throw', 'missing_classes' => 'throw']] as $options) {
            foreach ([new BrineSerializer($options), new Auto(new BrineSerializer($options), $options)] as $serializer) {
                self::assertStringStartsWith($layouts, $serializer->serialize(new Changed\OldOpen()));
                self::assertRefused('stale_class', static fn (): mixed => $serializer->unserialize(self::stale()));
                $signed = new Signed($serializer, 'secret of a test');
                self::assertStringStartsWith($layouts, \substr($signed->serialize(new Changed\OldOpen()), SignedFrame::PAYLOAD_OFFSET));
            }
        }
        // Said aloud, it holds for entries too.
        foreach ([new BrineSerializer(['stale_classes' => 'accept']), new Auto(options: ['stale_classes' => 'accept'])] as $serializer) {
            self::assertEquals(new Changed\Versioned(), (new EntryCodec($serializer))->read(self::stale()));
            self::assertStringNotContainsString("\xFA", (new EntryCodec($serializer))->encode(new Changed\OldOpen()));
        }
    }

    public function testWrongOptions(): void
    {
        $other = 'Option "stale_classes" is for values in Brine\'s own format: BrineSerializer and Auto have it';
        self::assertThrows(\ValueError::class, $other, static fn () => new NativeSerializer(['stale_classes' => 'throw']));
        self::assertThrows(\ValueError::class, $other, static fn () => new IgbinarySerializer(['stale_classes' => 'accept']));
        $decode = Decoder::class . '::decode(): Option "stale_classes" must be ';
        self::assertThrows(\ValueError::class, "$decode\"accept\" or \"throw\"", static fn () => Decoder::decode("\xC1\x10\x01", ['stale_classes' => 'x']));
        self::assertThrows(\TypeError::class, "{$decode}of type string, null given", static fn () => Decoder::decode("\xC1\x10\x01", ['stale_classes' => null]));
        self::assertThrows(\TypeError::class, 'brine_serialize(): Option "layouts" must be of type bool, int given', static fn () => Functions::serialize(1, ['layouts' => 1]));
    }

    /** @param class-string<\Throwable> $class */
    private static function assertThrows(string $class, string $message, \Closure $call): void
    {
        try {
            $call();
        } catch (\Throwable $error) {
            self::assertSame([$class, $message], [$error::class, $error->getMessage()]);

            return;
        }
        self::fail("Nothing was thrown: $message");
    }
}
