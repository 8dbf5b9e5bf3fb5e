<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\DecodeException;
use Brine\Dictionary;
use Brine\Dictionary\Source;
use Brine\Format;
use Brine\Format\Encoder;
use Brine\Format\SignedFrame;
use Brine\Guarded;
use Brine\Serializer;
use Brine\Signed;

/** Frames that nobody has signed as they are: they tell nothing, not even whether a dictionary is known. */
final class ForgedFrameTest extends DictionaryTestCase
{
    private const KEYS = ['old', 'key of this test'];

    /** @var \ArrayObject<int, string> ids that a source was asked for */
    private \ArrayObject $asked;

    protected function setUp(): void
    {
        parent::setUp();
        $this->asked = new \ArrayObject();
    }

    public function testEveryChangedBitIsNotVerified(): void
    {
        $known = self::dictionary();
        $known->load();
        $unknown = self::unknown();
        $frames = [
            'no dictionary' => SignedFrame::sign(\brine_serialize(self::value()), 'key of this test', 'context'),
            'known' => self::frame($known),
            'unknown' => self::frame($unknown),
        ];
        $readers = $this->readers();
        foreach ($frames as $name => $frame) {
            for ($bit = 0; $bit < 8 * \strlen($frame); ++$bit) {
                $changed = $frame;
                $changed[$bit >> 3] = \chr(\ord($changed[$bit >> 3]) ^ 1 << ($bit & 7));
                self::assertNotVerified($changed, $readers, "$name, bit $bit");
            }
        }
        self::assertCount(0, $this->asked, 'dictionaries are looked for');

        foreach ($readers as $reader => $serializer) {
            self::assertSame(self::value(), $serializer->unserialize($frames['no dictionary']), $reader);
            self::assertSame(self::value(), $serializer->unserialize($frames['known']), $reader);
            $error = self::assertRefused('unknown_dictionary', static fn (): mixed => $serializer->unserialize($frames['unknown']));
            self::assertSame(40, $error->getOffset(), $reader);
        }
        self::assertSame([$unknown->id()], \array_values(\array_unique($this->asked->getArrayCopy())));
        $read = static fn (): mixed => \brine_unserialize_signed($frames['unknown'], self::KEYS, ['context' => 'context']);
        $error = self::assertRefused('unknown_dictionary', $read);
        self::assertSame("the payload needs the dictionary {$unknown->id()}, which is not known here, at byte 40", $error->getMessage());
        self::assertNull(\brine_unserialize_signed($frames['unknown'], 'old', ['context' => 'context']));
        self::assertNull(\brine_unserialize_signed($frames['unknown'], self::KEYS));
    }

    public function testNobodyLearnsWhichDictionariesAreKnown(): void
    {
        $known = self::dictionary();
        $known->load();
        $frame = SignedFrame::sign(\brine_serialize(1), 'key of this test', 'context');
        foreach ([$known, self::unknown()] as $dictionary) {
            $forged = \substr($frame, 0, 38) . "\xC1\x12" . \hex2bin($dictionary->id()) . "\0";
            self::assertNotVerified($forged, $this->readers(), $dictionary->id());
        }
        self::assertCount(0, $this->asked, 'dictionaries are looked for');
    }

    /** @return array<string, Serializer> */
    private function readers(): array
    {
        $source = new class ($this->asked) implements Source {
            /** @param \ArrayObject<int, string> $asked */
            public function __construct(private readonly \ArrayObject $asked)
            {
            }

            public function find(string $id): ?Dictionary
            {
                $this->asked->append($id);

                return null;
            }
        };

        return [
            'Signed' => new Signed(new BrineSerializer(dictionaries: $source), 'key of this test', 'context'),
            'Signed, resident' => new Signed(new BrineSerializer(['resident' => true], dictionaries: $source), self::KEYS, 'context'),
            'Signed around Auto' => new Signed(new Auto(dictionaries: $source), 'key of this test', 'context'),
            'Signed around Compressed' => new Signed(new Compressed(new Auto(dictionaries: $source)), self::KEYS, 'context'),
            'Guarded' => new Guarded(new Signed(new Auto(dictionaries: $source), 'key of this test', 'context')),
            'also unsigned' => Signed::alsoUnsigned(new Auto(dictionaries: $source), self::KEYS, 'context'),
            'also unsigned, native text' => Signed::alsoUnsigned(new Auto([Format::Native], dictionaries: $source), 'key of this test', 'context'),
        ];
    }

    /** @param array<string, Serializer> $readers */
    private static function assertNotVerified(string $data, array $readers, string $what): void
    {
        self::assertNull(\brine_unserialize_signed($data, self::KEYS, ['context' => 'context']), $what);
        self::assertNull(SignedFrame::verify($data, self::KEYS, 'context'), $what);
        foreach ($readers as $reader => $serializer) {
            // Without the header, it is taken for something that is not signed.
            if (\str_starts_with($data, "\xC1\x14") || !\str_starts_with($reader, 'also unsigned')) {
                try {
                    $serializer->unserialize($data);
                    self::fail("$what, $reader: read");
                } catch (DecodeException $error) {
                    self::assertSame('not_verified', $error->getReason(), "$what, $reader");
                }
            }
        }
    }

    /** What Signed writes of the value with a dictionary that need not be loaded. */
    private static function frame(Dictionary $dictionary): string
    {
        return SignedFrame::sign(Encoder::encodeWith(self::value(), $dictionary->contents()), 'key of this test', 'context');
    }
}
