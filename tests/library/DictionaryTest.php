<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Dictionary;
use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Registry;
use Brine\Format\SignedFrame;
use Brine\Signed;

final class DictionaryTest extends DictionaryTestCase
{
    public function testAPayloadNamesItsDictionaryAndIsReadWithIt(): void
    {
        $dictionary = self::dictionary();
        $serializer = new BrineSerializer(dictionary: $dictionary);
        $payload = $serializer->serialize(self::value());
        self::assertSame("\xC1\x12" . \hex2bin($dictionary->id()), \substr($payload, 0, 10));
        self::assertSame("c370b401226f776ed20060", \bin2hex(\substr($payload, 10)));
        self::assertSame(self::value(), $serializer->unserialize($payload));
        self::assertSame(self::value(), (new BrineSerializer())->unserialize($payload));
        self::assertSame(self::value(), (new Auto())->unserialize($payload));
    }

    public function testWhatTheDictionaryDoesNotMakeSmallerIsWrittenWithoutIt(): void
    {
        $serializer = new BrineSerializer(dictionary: self::dictionary());
        foreach ([5, 'x', ['own', 'own', 'other'], ['x', 'y', 'z']] as $value) {
            self::assertSame(\brine_serialize($value), $serializer->serialize($value));
        }
        // One byte decides.
        $strings = new BrineSerializer(dictionary: self::dictionary(['eight by', 'nine byte']));
        self::assertSame(\brine_serialize('eight by'), $strings->serialize('eight by'));
        self::assertSame("\xC1\x12", \substr($strings->serialize('nine byte'), 0, 2));
        // Numbers of the payload's own are others with a dictionary: the value is written once more.
        $many = \array_map(static fn (int $i): string => "own $i", \range(0, 40));
        self::assertSame(\brine_serialize([$many, $many]), $serializer->serialize([$many, $many]));
    }

    public function testClassesAreThoseOfTheCall(): void
    {
        $dictionary = Dictionary::fromBytes(\brine_serialize([[], [[1, LinkedThing::class, 'link'], [2, \ArrayObject::class]], []]));
        $payload = "\xC1\x12" . \hex2bin($dictionary->id()) . "\xB4\xD8";
        $dictionary->load();
        self::assertInstanceOf(LinkedThing::class, (new BrineSerializer())->unserialize($payload));
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, (new BrineSerializer(['allowed_classes' => false]))->unserialize($payload));
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, (new BrineSerializer(['allowed_classes' => ['ArrayObject']]))->unserialize($payload));
        self::assertInstanceOf(LinkedThing::class, (new BrineSerializer(['allowed_classes' => [LinkedThing::class]]))->unserialize($payload));
    }

    public function testAnUnknownDictionaryIsAReasonOfItsOwn(): void
    {
        $id = self::unknown()->id();
        $payload = "\xC1\x12" . \hex2bin($id) . "\x05";
        foreach ([new BrineSerializer(), new Auto()] as $serializer) {
            $error = self::assertRefused('unknown_dictionary', static fn (): mixed => $serializer->unserialize($payload));
            self::assertSame(2, $error->getOffset());
            self::assertSame("the payload needs the dictionary $id, which is not known here, at byte 2", $error->getMessage());
        }
    }

    public function testASignatureCoversTheIdAndNotTheHash(): void
    {
        $dictionary = self::dictionary();
        $signed = new Signed(new BrineSerializer(dictionary: $dictionary), 'key', 'context');
        $frame = $signed->serialize(self::value());
        $payload = \substr($frame, 38);
        self::assertSame("\xC1\x12" . \hex2bin($dictionary->id()), \substr($payload, 0, 10));
        $message = \substr($frame, 0, 6) . \pack('P', 7) . 'context' . $payload;
        self::assertSame(\hash_hmac('sha256', $message, 'key', true), \substr($frame, 6, 32));
        self::assertSame($frame, SignedFrame::sign($payload, 'key', 'context'));
        self::assertSame(self::value(), $signed->unserialize($frame));
        self::assertSame(self::value(), (Signed::alsoUnsigned(new Auto(), 'key', 'context'))->unserialize($frame));
    }

    public function testCompressedPayloads(): void
    {
        $serializer = new Compressed(new BrineSerializer(dictionary: self::dictionary()), minBytes: 100);
        $value = \array_fill(0, 200, self::value());
        $value[] = 'another';
        $data = $serializer->serialize($value);
        self::assertSame("\xC1\x18", \substr($data, 0, 2));
        self::assertSame($value, $serializer->unserialize($data));
        $signed = new Signed($serializer, 'key');
        self::assertSame($value, $signed->unserialize($signed->serialize($value)));
        self::assertSame(self::value(), $signed->unserialize($signed->serialize(self::value())));
    }

    public function testFiles(): void
    {
        $dictionary = self::dictionary();
        $file = "$this->directory/file";
        \file_put_contents($file, $dictionary->bytes());
        self::assertEquals($dictionary, Dictionary::fromFile($file));
        self::assertSame(\substr(\hash('sha256', $dictionary->bytes()), 0, 16), $dictionary->id());
        \file_put_contents($file, 'hello');
        self::assertRefused('not_brine', static fn (): mixed => Dictionary::fromFile($file));
        \unlink($file);
        $this->expectExceptionMessage("The file $file cannot be read");
        Dictionary::fromFile($file);
    }

    public function testExports(): void
    {
        $arrays = [[-0.0, 1e100, \INF, \PHP_INT_MIN, null, true, "\"\$x\0\\\xFF\n'", ["\$k\0" => [[]], 5 => 1.5]], ['ä', '%s {$x} ${x}']];
        $dictionary = Dictionary::fromBytes(\brine_serialize([["\0\xFF\$a", 'strings'], [[0, 5, 'k'], [1, 'A', "\0*\0b"]], $arrays, [1 => "\0preset"]]));
        $file = "$this->directory/file.php";
        \file_put_contents($file, $dictionary->export());
        $again = Dictionary::fromExport($file);
        self::assertEquals($dictionary, $again);
        self::assertSame(\serialize($dictionary->entries()), \serialize($again->entries()));
        self::assertSame($dictionary->bytes(), $again->bytes());
        \file_put_contents($file, '<?php return [1];');
        self::assertRefused('bad_dictionary', static fn (): mixed => Dictionary::fromExport($file));
    }

    public function testDescription(): void
    {
        $dictionary = Dictionary::fromBytes(\brine_serialize([['ab'], [[0, 'k'], [2, 'C']], [[1, [2, 3]], [4]], [2 => 'preset']]));
        self::assertSame([
            'id' => $dictionary->id(),
            'bytes' => \strlen($dictionary->bytes()),
            'strings' => 1,
            'shapes' => 2,
            'arrays' => 2,
            'elements' => 5,
            'presets' => ['zstd'],
        ], $dictionary->describe());
        self::assertSame(['strings' => ['ab'], 'shapes' => [[0, 'k'], [2, 'C']], 'arrays' => [[1, [2, 3]], [4]]], $dictionary->entries());
    }

    public function testSeveralAreKnownAtOnce(): void
    {
        $old = new BrineSerializer(dictionary: self::dictionary(['what was written with at first', 'xx']));
        $new = new BrineSerializer(dictionary: self::dictionary(['xx', 'what was written with at first']));
        $first = $old->serialize(['what was written with at first', 'what was written with at first']);
        $second = $new->serialize(['what was written with at first', 'what was written with at first']);
        self::assertNotSame($first, $second);
        self::assertSame($old->unserialize($first), $new->unserialize($second));
        self::assertSame($new->unserialize($first), $old->unserialize($second));
    }

    public function testAnotherOfTheSameIdIsRefused(): void
    {
        $contents = self::dictionary()->contents();
        Registry::add($contents);
        Registry::add($contents);
        $hash = $contents->id() . \str_repeat('x', 24);
        self::assertRefused('bad_dictionary', static function () use ($hash): mixed {
            Registry::add(new Contents($hash, [], [], [], [], [], [], [], 6));

            return null;
        });
        self::assertSame($contents, Registry::find($contents->id()));
    }

    public function testThereAreNotTooMany(): void
    {
        self::needsToForget();
        for ($i = 0; $i < Registry::MAX_DICTIONARIES; ++$i) {
            Registry::add(new Contents(\sprintf('%032d', $i) ^ \str_repeat(\chr($i), 8), [], [], [], [], [], [], [], 6));
        }
        self::assertCount(Registry::MAX_DICTIONARIES, Registry::all());
        self::assertRefused('too_many_dictionaries', static function (): mixed {
            self::dictionary()->load();

            return null;
        });
        Registry::clear();
        Registry::add(new Contents(\str_repeat('x', 32), [], [], [], [], [], [], [], Registry::MAX_BYTES - 6));
        self::assertRefused('too_many_dictionaries', static function (): mixed {
            self::dictionary()->load();

            return null;
        });
    }

    public function testFaultsSayWhichEntryIsWrong(): void
    {
        $error = self::assertRefused('bad_dictionary', static fn (): mixed => Dictionary::fromBytes(\brine_serialize([['ab', 'c'], [], []])));
        self::assertSame('the dictionary is malformed: entry 1 of the first part is no string of 2 to 65535 bytes, at byte 2', $error->getMessage());
        $large = self::assertRefused('bad_dictionary', static fn (): mixed => Dictionary::fromBytes(\str_repeat(' ', (1 << 24) + 1)));
        self::assertSame('the dictionary is malformed: the file has more than 16777216 bytes, at byte 2', $large->getMessage());
    }

    public function testAFileTakesNoMoreMemoryThanItMay(): void
    {
        // 56 + 16 · 8 bytes for the parts, 56 + 16 · 524,288 for the third part, which has room for a power of two, and as much as for the parts for each array in it.
        $file = "\xC1\x10\xC2\xE7\xE7\xE8\xE5\xC0\xF9" . \str_repeat("\xC0\xD8", 400_000);
        $error = self::assertRefused('max_memory', static fn (): mixed => Dictionary::fromBytes($file));
        self::assertSame(9 + 2 * \intdiv((1 << 26) - 184 - 56 - 16 * 524_288, 184), $error->getOffset());
    }

    public function testWhatHooksGiveIsNotWrittenTwice(): void
    {
        $object = new \ArrayObject([1]);
        $serializer = new BrineSerializer(dictionary: self::dictionary());
        $payload = $serializer->serialize([$object, ['x', 'y', 'z']]);
        self::assertSame("\xC1\x12", \substr($payload, 0, 2));
        self::assertGreaterThan(\strlen(\brine_serialize([$object, ['x', 'y', 'z']])), \strlen($payload));
    }
}
