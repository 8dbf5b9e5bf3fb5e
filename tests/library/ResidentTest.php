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
use Brine\Internal\ReadOptions;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresFunction;
use PHPUnit\Framework\TestCase;

/**
 * The option "resident": the same values, at every sight of the same bytes, with the extension and without it.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class ResidentTest extends TestCase
{
    /** Sights of the same bytes: the first, the one that admits, and hits. */
    private const SIGHTS = 5;

    /** @return iterable<string, array{Serializer}> */
    public static function serializers(): iterable
    {
        $resident = ['resident' => true];
        yield 'BrineSerializer' => [new BrineSerializer($resident)];
        yield 'Auto' => [new Auto(new BrineSerializer(), $resident)];
        yield 'Auto around the one that writes' => [new Auto(new BrineSerializer($resident), $resident)];
        yield 'Signed' => [new Signed(new BrineSerializer($resident), 'key', 'resident')];
        yield 'Signed, Auto' => [new Signed(new Auto(new BrineSerializer(), $resident), ['key', 'old'], 'resident')];
        yield 'Signed, that reads others too' => [Signed::alsoUnsigned(new Auto(new BrineSerializer(), $resident), ['key', 'new'])];
        yield 'Compressed' => [new Compressed(new BrineSerializer($resident), Algorithm::Zlib, minBytes: 64)];
        yield 'Compressed, Auto' => [new Compressed(new Auto(new BrineSerializer(), $resident), Algorithm::Zlib, minBytes: 64)];
        yield 'Auto, Compressed' => [new Auto(new Compressed(new BrineSerializer(), Algorithm::Zlib, minBytes: 64), $resident)];
        yield 'Signed, Compressed' => [
            new Signed(new Compressed(new BrineSerializer($resident), Algorithm::Zlib, minBytes: 64), 'key', 'resident'),
        ];
        // Their values are never resident, and Auto reads them all the same.
        yield 'native' => [new Auto([Format::Native], $resident)];
        if (IgbinarySerializer::canWrite()) {
            yield 'igbinary' => [new Auto([Format::Igbinary], $resident)];
        }
    }

    private static function config(): mixed
    {
        $rows = [];
        for ($i = 0; $i < 20; ++$i) {
            $rows["row$i"] = ['id' => $i, 'label' => "Label $i", 'weight' => $i / 4, 'tags' => ['a', 'b', "tag$i"], 'on' => $i % 2 === 0];
        }

        return ['name' => 'system.menu', 'rows' => $rows, 'text' => \str_repeat('Lorem ipsum ', 40)];
    }

    #[DataProvider('serializers')]
    public function testEverySightGivesTheValue(Serializer $serializer): void
    {
        $point = new \stdClass();
        $point->at = [1, 2, ['x' => 3]];
        foreach ([self::config(), [$point, [$point], 'text' => 'abc'], 'text', [], null, false, 1.5] as $value) {
            $data = $serializer->serialize($value);
            for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
                $read = $serializer->unserialize($data);
                self::assertSame(\serialize($value), \serialize($read), "sight $sight");
                // Native text has what a value is, but not whose it is.
                if (\is_array($read)) {
                    $read['text'] = 'written to';
                    $read[] = 'appended';
                }
                if (\is_array($read) && ($read[0] ?? null) instanceof \stdClass) {
                    $read[0]->at = 'written to';
                }
            }
        }
    }

    #[DataProvider('serializers')]
    public function testDamagedBytesAreRefusedBesideResidentOnes(Serializer $serializer): void
    {
        $data = $serializer->serialize([self::config(), __METHOD__]);
        for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
            $serializer->unserialize($data);
        }
        foreach ([\substr($data, 0, -1), $data . "\0"] as $damaged) {
            try {
                $serializer->unserialize($damaged);
                self::fail('read');
            } catch (DecodeException $error) {
                self::assertNotSame('', $error->getReason());
            }
        }
        self::assertSame(\serialize([self::config(), __METHOD__]), \serialize($serializer->unserialize($data)));
    }

    public function testResidentSignedValuesNeedTheirKeyAndContext(): void
    {
        $brine = new BrineSerializer(['resident' => true]);
        $signed = new Signed($brine, 'key', 'context');
        $value = [self::config(), __METHOD__];
        $data = $signed->serialize($value);
        for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
            self::assertSame($value, $signed->unserialize($data));
        }
        $flipped = $data;
        $flipped[20] = \chr(\ord($flipped[20]) ^ 1);
        $others = [
            'key' => [new Signed($brine, 'another', 'context'), $data],
            'context' => [new Signed($brine, 'key', 'other'), $data],
            'signature' => [$signed, $flipped],
        ];
        foreach ($others as $name => [$reader, $bytes]) {
            try {
                $reader->unserialize($bytes);
                self::fail("another $name is accepted");
            } catch (DecodeException $error) {
                self::assertSame('not_verified', $error->getReason(), $name);
            }
        }
        self::assertSame($value, $signed->unserialize($data));
    }

    /** @return iterable<string, array{array{allowed_classes?: bool|list<string>, max_depth?: int, max_elements?: int, max_memory?: int}}> */
    public static function limits(): iterable
    {
        yield 'depth' => [['max_depth' => 2]];
        yield 'elements' => [['max_elements' => 4]];
        yield 'memory' => [['max_memory' => 100]];
    }

    /** @param array{allowed_classes?: bool|list<string>, max_depth?: int, max_elements?: int, max_memory?: int} $limits */
    #[DataProvider('limits')]
    public function testLimitsHoldForResidentValues(array $limits): void
    {
        $wide = new BrineSerializer(['resident' => true]);
        $narrow = new BrineSerializer(['resident' => true] + $limits);
        $value = [[[['deep' => \key($limits)]]], 1, 2, 3, 4, 5, 6];
        $data = $wide->serialize($value);
        for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
            self::assertSame($value, $wide->unserialize($data));
            try {
                $narrow->unserialize($data);
                self::fail("sight $sight");
            } catch (DecodeException $error) {
                self::assertSame(\key($limits), $error->getReason(), "sight $sight");
            }
        }
    }

    public function testClassesThatAreNotAllowedStaySo(): void
    {
        $value = [new \ArrayObject([1]), (object) ['a' => __METHOD__]];
        $all = new BrineSerializer(['resident' => true]);
        $some = new BrineSerializer(['resident' => true, 'allowed_classes' => ['stdClass']]);
        $data = $all->serialize($value);
        for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
            self::assertEquals($value, $all->unserialize($data));
            $read = $some->unserialize($data);
            self::assertIsArray($read);
            self::assertInstanceOf(\__PHP_Incomplete_Class::class, $read[0]);
            self::assertInstanceOf(\stdClass::class, $read[1]);
        }
    }

    public function testObjectsOfEachSightAreTheirOwn(): void
    {
        $serializer = new BrineSerializer(['resident' => true]);
        $shared = (object) ['n' => __METHOD__];
        $data = $serializer->serialize(['first' => $shared, 'second' => $shared]);
        $seen = [];
        for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
            $read = $serializer->unserialize($data);
            self::assertIsArray($read);
            self::assertInstanceOf(\stdClass::class, $read['first']);
            self::assertSame($read['first'], $read['second']);
            self::assertNotContains($read['first'], $seen, "sight $sight");
            $read['first']->n = $sight;
            $seen[] = $read['first'];
        }
        self::assertSame(\range(0, self::SIGHTS - 1), \array_column($seen, 'n'));
    }

    #[RequiresFunction('brine_resident_status')]
    public function testTheOptionArrives(): void
    {
        foreach (self::serializers() as $name => [$serializer]) {
            $data = $serializer->serialize([self::config(), $name]);
            $before = self::hits();
            for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
                $serializer->unserialize($data);
            }
            // The second sight admits.
            $expected = $name === 'native' || $name === 'igbinary' ? 0 : self::SIGHTS - 2;
            self::assertSame($expected, self::hits() - $before, $name);
        }
    }

    #[RequiresFunction('brine_resident_status')]
    public function testWithoutTheOptionNothingIsResident(): void
    {
        $serializers = [
            new BrineSerializer(), new BrineSerializer(['resident' => false]), new Auto(new BrineSerializer()), new Auto(options: ['resident' => false]),
            new Signed(new BrineSerializer(), 'key'), new Compressed(new BrineSerializer(), Algorithm::Zlib),
        ];
        $before = self::figures();
        foreach ($serializers as $i => $serializer) {
            $data = $serializer->serialize([self::config(), $i]);
            for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
                $serializer->unserialize($data);
            }
        }
        self::assertSame($before, self::figures());
    }

    /** @return iterable<string, array{string}> */
    public static function openers(): iterable
    {
        foreach (['Compressed', 'Compressed, Auto', 'Auto', 'Signed, Auto'] as $name) {
            yield $name => [$name];
        }
    }

    /**
     * Serializers that open envelopes.
     *
     * @param Options $options
     */
    private static function opener(string $name, array $options, int $maxLength = 1 << 26): Serializer
    {
        return match ($name) {
            'Compressed' => new Compressed(new BrineSerializer($options), maxLength: $maxLength),
            'Compressed, Auto' => new Compressed(new Auto(options: $options), maxLength: $maxLength),
            'Auto' => new Auto(options: $options + ['max_length' => $maxLength]),
            default => Signed::alsoUnsigned(new Auto(options: $options + ['max_length' => $maxLength]), 'key'),
        };
    }

    #[DataProvider('openers')]
    public function testAnEnvelopeIsReadAsWithoutTheOption(string $name): void
    {
        $value = [self::config(), [(object) ['a' => [[__METHOD__]]]]];
        $content = \brine_serialize($value);
        $envelope = Envelope::seal(Algorithm::Zlib, \strlen($content), Algorithm::Zlib->compress($content, 6));
        $wide = self::opener($name, ['resident' => true]);
        $limits = [[], ['max_depth' => 3], ['max_elements' => 20], ['max_memory' => 500], ['allowed_classes' => false], ['max_memory' => 1 << 26]];
        for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
            self::assertEquals($value, $wide->unserialize($envelope));
            foreach ($limits as $limit) {
                self::assertSame(self::told(self::opener($name, $limit), $envelope), self::told(self::opener($name, ['resident' => true] + $limit), $envelope), "sight $sight");
            }
            foreach ([1, \strlen($content) - 1, \strlen($content)] as $maxLength) {
                self::assertSame(self::told(self::opener($name, [], $maxLength), $envelope), self::told(self::opener($name, ['resident' => true], $maxLength), $envelope), "sight $sight");
            }
        }
        for ($i = 0; $i < 8 * \strlen($envelope); $i += $i < 80 ? 1 : 11) {
            $flipped = $envelope;
            $flipped[$i >> 3] = \chr(\ord($flipped[$i >> 3]) ^ 1 << ($i & 7));
            self::assertSame(self::told(self::opener($name, []), $flipped), self::told($wide, $flipped), "bit $i");
        }
    }

    #[DataProvider('openers')]
    public function testOtherContentsAreReadAsWithoutTheOption(string $name): void
    {
        $damaged = \substr(\brine_serialize([1, 'text']), 0, -1);
        $contents = [
            \serialize(['native']), "\0\0\0\2\x00", '[1]', 'nothing known', "\xc1", "\xc1\x11", $damaged, \brine_serialize_signed(1, 'key'), \brine_serialize(null),
            Envelope::seal(Algorithm::Stored, 3, 'abc'),
        ];
        foreach ($contents as $i => $content) {
            $envelope = Envelope::seal(Algorithm::Stored, \strlen($content), $content);
            foreach ([$envelope, \substr($envelope, 0, -1), \substr($envelope, 0, 8), \substr($envelope, 0, 5), $envelope . 'x'] as $data) {
                for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
                    self::assertSame(self::told(self::opener($name, []), $data), self::told(self::opener($name, ['resident' => true]), $data), "content $i, sight $sight");
                }
            }
        }
    }

    /** A serializer's value or error for data. */
    private static function told(Serializer $serializer, string $data): string
    {
        try {
            return \serialize($serializer->unserialize($data));
        } catch (DecodeException $error) {
            return \implode(' | ', [$error->getMessage(), $error->getOffset(), $error->getReason(), $error->getPath()]);
        }
    }

    #[RequiresFunction('brine_resident_status')]
    public function testAnEnvelopeOfAResidentValueIsNotOpened(): void
    {
        foreach (self::openers() as [$name]) {
            $content = \brine_serialize([self::config(), __METHOD__, $name]);
            $envelope = Envelope::seal(Algorithm::Stored, \strlen($content), $content);
            $serializer = self::opener($name, ['resident' => true]);
            $data = $name === 'Auto with keys' ? SignedFrame::sign($envelope, 'key') : $envelope;
            for ($sight = 0; $sight < 2; ++$sight) {
                $serializer->unserialize($data);
            }
            // It is found by its bytes, and by nothing that is inside.
            $asked = 0;
            $open = static function () use (&$asked): null {
                ++$asked;

                return null;
            };
            $before = self::hits();
            self::assertSame([self::config(), __METHOD__, $name], \brine_unserialize($envelope, ['resident' => true, 'open' => $open]), $name);
            \brine_unserialize($content, ['resident' => true]);
            self::assertSame([0, 1], [$asked, self::hits() - $before], $name);
        }
    }

    public function testASignatureAroundAnEnvelopeIsAlwaysVerified(): void
    {
        $inner = new Compressed(new BrineSerializer(['resident' => true]), minBytes: 1);
        $signed = new Signed($inner, 'key', 'context');
        $data = $signed->serialize([self::config(), __METHOD__]);
        self::assertTrue(Envelope::recognises(\substr($data, SignedFrame::PAYLOAD_OFFSET)));
        for ($sight = 0; $sight < self::SIGHTS; ++$sight) {
            self::assertSame([self::config(), __METHOD__], $signed->unserialize($data));
            foreach ([new Signed($inner, 'other', 'context'), $signed->withContext('another')] as $reader) {
                self::assertStringContainsString('not_verified', self::told($reader, $data));
            }
            for ($i = 0; $i < 8 * SignedFrame::PAYLOAD_OFFSET; ++$i) {
                $flipped = $data;
                $flipped[$i >> 3] = \chr(\ord($flipped[$i >> 3]) ^ 1 << ($i & 7));
                self::assertStringContainsString('not_verified', self::told($signed, $flipped), "bit $i");
            }
        }
    }

    /** @return array<mixed> */
    private static function figures(): array
    {
        // Not there without the extension, nor for tools that do not load it.
        $status = \call_user_func('brine_resident_status');
        self::assertIsArray($status);

        return $status;
    }

    private static function hits(): int
    {
        $hits = self::figures()['hits'];
        self::assertIsInt($hits);

        return $hits;
    }

    public function testMistakes(): void
    {
        $cases = [
            // @phpstan-ignore argument.type (this is what is tested)
            ['Option "resident" must be a bool, not int', \TypeError::class, static fn () => new BrineSerializer(['resident' => 1])],
            // @phpstan-ignore argument.type (this is what is tested)
            ['Option "resident" must be a bool, not null', \TypeError::class, static fn () => new Auto(options: ['resident' => null])],
            [
                'Option "resident" is for values in Brine\'s own format: BrineSerializer and Auto have it', \ValueError::class,
                static fn () => new NativeSerializer(['resident' => true]),
            ],
            [
                'Option "resident" is for values in Brine\'s own format: BrineSerializer and Auto have it', \ValueError::class,
                static fn () => new IgbinarySerializer(['resident' => false]),
            ],
            [
                'Auto reads by its own options, which lack "resident" of what writes', \LogicException::class,
                static fn () => new Auto(new BrineSerializer(['resident' => true])),
            ],
        ];
        foreach ($cases as [$message, $class, $mistake]) {
            try {
                $mistake();
                self::fail("not thrown: $message");
            } catch (\Error|\LogicException $error) {
                self::assertSame([$class, $message], [$error::class, $error->getMessage()]);
            }
        }
    }
}
