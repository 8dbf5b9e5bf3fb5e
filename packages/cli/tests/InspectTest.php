<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Console\Outline\Outliner;
use Brine\Format\Encoder;
use Brine\MessagePackSerializer;
use Brine\Signed;
use Brine\Tests\Vectors\Vector;
use Brine\Training\Trainer;
use PHPUnit\Framework\Attributes\DataProvider;

/** inspect: what bytes are. */
final class InspectTest extends ConsoleTestCase
{
    /** The vector whose bytes are a value of igbinary, which is read, too. */
    public const OF_IGBINARY = 'invalid/igbinary_header_and_null_of_igbinary';

    public function testShowsTheTreeWithOffsets(): void
    {
        $text = $this->brine(0, 'inspect', ['file' => $this->file(\brine_serialize(['a' => 1, 'b' => ['x', 'x1', 'x1'], 'c' => null]))]);
        self::assertSame(
            <<<'TEXT'
                Brine, 19 bytes, version 1

                     bytes
                         8  keys of maps 42.1 %
                         5  strings 26.3 %
                         2  header 10.5 %
                         1  numbers 5.3 %
                         1  back-references 5.3 %
                         1  heads of lists 5.3 %
                         1  null and booleans 5.3 %

                  saved by
                         2  strings of 21 bytes without any of them

                    offset  value
                         2  $value map of 3 MAP
                        10  ├ a: 1 SMALL_INT
                        11  ├ b: list of 3 SHORT_LIST
                        12  │ ├ 0: "x" SHORT_STRING
                        14  │ ├ 1: "x1" SHORT_STRING
                        17  │ └ 2: "x1" STRING_REF_1
                        18  └ c: null

                TEXT,
            $text,
        );
    }

    public function testShowsLayouts(): void
    {
        $class = Versioned::class;
        $layout = \sprintf('%08X', \crc32("\0$class\0hidden\nplain\n@12\n"));
        $bytes = Encoder::encode([new Versioned(), \array_map(static fn (): Versioned => new Versioned(), \range(1, 8))], true);
        $stale = \substr_replace($bytes, "\xFF", (int) \strpos($bytes, "\xFA") + 1, 1);
        $autoload = $this->file("<?php\n");
        foreach ([[$bytes, [], ''], [$bytes, ['--autoload' => $autoload], ', version 12'], [$stale, ['--autoload' => $autoload], ', stale']] as [$file, $options, $note]) {
            $text = $this->brine(0, 'inspect', ['file' => $this->file($file)] + $options);
            $shown = $file === $stale ? \substr_replace($layout, 'FF', 6) : $layout;
            self::assertStringContainsString("0: $class with 2 OBJECT, layout $shown$note\n", $text);
            self::assertStringContainsString("0: $class with 2 layout $shown$note\n", $text);
        }
        $data = \json_decode($this->brine(0, 'inspect', ['file' => $this->file($stale), '--autoload' => $autoload, '--json' => true]), true);
        self::assertIsArray($data);
        self::assertSame(9, \substr_count(\json_encode($data['tree'], \JSON_THROW_ON_ERROR), '"stale":true,'));
        $bytes = "\xC1\x10\xFA\x04\x03\x02\x01\xF1\x22Two\xE7";
        self::assertStringContainsString("\$value Two with 0 CUSTOM, layout 01020304\n", $this->brine(0, 'inspect', ['file' => $this->file($bytes), '--autoload' => $autoload]));
        $data = \json_decode($this->brine(0, 'inspect', ['file' => $this->file($bytes), '--json' => true]), true);
        self::assertIsArray($data);
        self::assertIsArray($data['tree']);
        self::assertSame(['01020304', null, 'CUSTOM'], [$data['tree']['layout'], $data['tree']['version'] ?? null, $data['tree']['form']]);
    }

    /** inspect also explains entries that other software has compressed, which stats calls "deflated". */
    public function testKnowsWhatOthersHaveCompressed(): void
    {
        $directory = $this->directory();
        foreach (['deflate' => \gzdeflate(...), 'zlib' => \gzcompress(...)] as $name => $compress) {
            \file_put_contents("$directory/$name", $compress(\serialize(['a' => \range(1, 50)])));
            $text = $this->brine(0, 'inspect', ['file' => "$directory/$name"]);
            self::assertMatchesRegularExpression('/\ACompressed by gzdeflate\(\) or gzcompress\(\), \d+ bytes\nText of serialize\(\), 502 bytes\n/', $text);
            self::assertStringContainsString("\nin content  value\n         0  \$value map of 1\n", $text);
            $data = \json_decode($this->brine(0, 'inspect', ['file' => "$directory/$name", '--json' => true]), true);
            self::assertIsArray($data);
            self::assertIsArray($data['layers']);
            self::assertSame([true, true, ['kind' => 'deflated', 'bytes' => \filesize("$directory/$name")]], [$data['valid'], $data['decompressed'], $data['layers'][0] ?? null]);
        }
        self::assertStringContainsString("\ndeflated 2       ", $this->brine(0, 'stats', ['store' => $directory]));
        $this->brine(1, 'inspect', ['file' => $this->file((string) \gzcompress('no text of serialize()'))]);
    }

    public function testShowsFrameAndEnvelope(): void
    {
        $serializer = new Signed(new Compressed(new BrineSerializer(), minBytes: 1), 'secret of a test');
        $bytes = $serializer->serialize(\str_repeat('abc ', 100));
        $text = $this->brine(0, 'inspect', ['file' => $this->file($bytes)]);
        $inside = \strlen($bytes) - 38;
        self::assertStringStartsWith('Signed frame, ' . \strlen($bytes) . ' bytes, key id ' . \bin2hex(\substr($bytes, 2, 4)) . "\n"
            . "Compressed envelope, $inside bytes, algorithm zlib\nBrine, 405 bytes, version 1\n", $text);
        self::assertStringContainsString("in content  value\n         2  \$value \"" . \str_repeat('abc ', 15) . '…" of 400 bytes', $text);

        $bytes = (new Signed(new BrineSerializer(), 'secret of a test'))->serialize(['a' => 7]);
        self::assertStringContainsString("        40  \$value map of 1 MAP\n        44  └ a: 7 SMALL_INT\n", $this->brine(0, 'inspect', ['file' => $this->file($bytes)]));
    }

    public function testShowsNativeText(): void
    {
        $shared = new \stdClass();
        $shared->{'x'} = 5;
        $text = $this->brine(0, 'inspect', ['file' => $this->file(\serialize([$shared, $shared, 1.5, Suit::Hearts, "\e[31m"]))]);
        self::assertStringStartsWith("Text of serialize(), 118 bytes\n", $text);
        self::assertStringEndsWith(
            <<<'TEXT'
                   objects
                         1  stdClass
                         1  Brine\Tests\Console\Suit

                    offset  value
                         0  $value list of 5
                         9  ├ 0: stdClass with 1
                        35  │ └ x: 5
                        44  ├ 1: stdClass the same as at 9, object again
                        52  ├ 2: 1.5
                        62  ├ 3: Brine\Tests\Console\Suit::Hearts
                       105  └ 4: "\e[31m"

                TEXT,
            $text,
        );
    }

    public function testShowsIgbinary(): void
    {
        // ['a' => 300, 'b' => "\x9b"] and 'a' once more, as igbinary 2 writes it.
        $bytes = "\0\0\0\2\x14\x03\x11\x01a\x08\x01\x2c\x11\x01b\x11\x01\x9b\x06\x05\x0e\x00";
        $text = $this->brine(0, 'inspect', ['file' => $this->file($bytes)]);
        self::assertStringEndsWith(
            <<<'TEXT'
                    offset  value
                         4  $value map of 3
                         9  ├ a: 300 integer
                        15  ├ b: "\x9B"
                        20  └ 5: "a" string again

                TEXT,
            $text,
        );
    }

    public function testShowsMessagePack(): void
    {
        $bytes = (new MessagePackSerializer())->serialize(['a' => [-1, 1.5, "\xFF"], 'b' => 70000]);
        $text = $this->brine(0, 'inspect', ['file' => $this->file($bytes)]);
        self::assertStringStartsWith("MessagePack, 24 bytes\n", $text);
        self::assertStringEndsWith(
            <<<'TEXT'
                         0  $value map of 2 fixmap
                         3  ├ a: list of 3 fixarray
                         4  │ ├ 0: -1 fixint
                         5  │ ├ 1: 1.5 float 64
                        14  │ └ 2: "\xFF" bin 8
                        19  └ b: 70000 uint 32

                TEXT,
            $text,
        );
    }

    public function testCollapses(): void
    {
        $file = $this->file(\brine_serialize([[[[[1]]]], \range(0, 99), ['k' => \str_repeat('é', 100)]]));
        $text = $this->brine(0, 'inspect', ['file' => $file]);
        self::assertStringContainsString("│   └ 0: list of 1 SHORT_LIST\n", $text);
        self::assertStringContainsString("│ ├ 4: 4\n            │ └ … 95 more\n", $text);
        self::assertStringContainsString('k: "' . \str_repeat('é', 60) . '…" of 200 bytes STRING', $text);
        $text = $this->brine(0, 'inspect', ['file' => $file, '--depth' => '1', '--items' => '2', '--width' => '3']);
        self::assertStringEndsWith("├ 0: list of 1 SHORT_LIST\n         8  ├ 1: list of 100 RUN\n            └ … 1 more\n", $text);
    }

    public function testShowsABranch(): void
    {
        $rows = [];
        for ($i = 0; $i < 10; ++$i) {
            $rows[] = ['id' => $i, 'a.b' => $i === 3 ? [7, 8] : null];
        }
        $file = $this->file(\brine_serialize(['rows' => $rows, 'again' => $rows]));
        self::assertSame("            rows.3.id 3\n", $this->brine(0, 'inspect', ['file' => $file, '--path' => 'rows.3.id']));
        $text = $this->brine(0, 'inspect', ['file' => $file, '--path' => 'again.3.a\.b.1']);
        self::assertMatchesRegularExpression('/\A +again\.3\.a\\\\\.b\.1 8\n\z/', $text);
        $this->brine(2, 'inspect', ['file' => $file, '--path' => 'rows.10']);
        self::assertSame("brine: There is nothing at rows.10\n", $this->errors());
    }

    public function testWritesJson(): void
    {
        $thing = new Thing();
        $file = $this->file(\brine_serialize(['o' => $thing, 'again' => $thing, "\xFF" => "a\x7Fb", 'nan' => \NAN]));
        $text = $this->brine(0, 'inspect', ['file' => $file, '--json' => true]);
        $data = \json_decode($text, true);
        self::assertIsArray($data);
        self::assertSame([['kind' => 'brine', 'bytes' => \filesize($file), 'version' => 1]], $data['layers']);
        self::assertSame([Thing::class => 1], $data['classes']);
        self::assertIsArray($data['tree']);
        /** @var list<array<string, mixed>> $elements */
        $elements = $data['tree']['elements'];
        self::assertSame(['key' => 'o', 'type' => 'object', 'offset' => 18, 'size' => 44, 'form' => 'OBJECT', 'class' => Thing::class, 'count' => 2, 'elements' => [
            ['key' => 'plain', 'type' => 'int', 'offset' => 60, 'size' => 1, 'form' => 'SMALL_INT', 'value' => 1],
            ['key' => 'hidden', 'type' => 'int', 'offset' => 61, 'size' => 1, 'form' => 'SMALL_INT', 'scope' => 'private', 'value' => 2],
        ]], $elements[0]);
        self::assertSame(['key' => 'again', 'type' => 'object', 'offset' => 62, 'size' => 2, 'form' => 'OBJECT_REF', 'class' => Thing::class, 'same_as' => 18, 'count' => 0], $elements[1]);
        self::assertSame(['base64' => '/w=='], $elements[2]['key']);
        self::assertSame("a\x7Fb", $elements[2]['value']);
        self::assertSame('NAN', $elements[3]['value']);
    }

    public function testNeverMakesOrLoadsAClass(): void
    {
        $loaded = [];
        $loader = static function (string $class) use (&$loaded): void {
            $loaded[] = $class;
        };
        $texts = ['O:17:"Brine\No\Such\One":1:{s:1:"a";i:1;}', 'C:14:"Brine\NoSerial":3:{abc}', 'E:14:"Brine\NoEnum:A";'];
        $payloads = [
            "\xC1\x10\xF0\x30Brine\\No\\Such\\One\x01\x20a\x01", "\xC1\x10\xF3\x2DBrine\\NoSerial\x03abc", "\xC1\x10\xF2\x2BBrine\\NoEnum\x20A",
            "\0\0\0\2\x17\x11Brine\\No\\Such\\One\x14\x01\x11\x01a\x06\x01",
        ];
        $files = \array_map($this->file(...), [...$texts, ...$payloads]);
        $this->brine(0, 'inspect', ['file' => $files[0]]);
        \spl_autoload_register($loader, prepend: true);
        $shown = [];
        try {
            foreach ($files as $file) {
                $lines = \explode("\n", $this->brine(0, 'inspect', ['file' => $file, '--depth' => '0']));
                $shown[] = \trim($lines[\count($lines) - 2]);
            }
        } finally {
            \spl_autoload_unregister($loader);
        }
        self::assertSame([], \array_values(\array_filter($loaded, static fn (string $class): bool => \preg_match('/^Brine\\\\No/', $class) === 1)));
        self::assertSame([
            '0  $value Brine\No\Such\One with 1', '0  $value Brine\NoSerial by "abc" object by a string', '0  $value Brine\NoEnum::A',
            '2  $value Brine\No\Such\One with 1 OBJECT', '2  $value Brine\NoSerial by "abc" SERIALIZABLE', '2  $value Brine\NoEnum::A ENUM',
            '4  $value Brine\No\Such\One with 1',
        ], $shown);
    }

    public function testReadsWithADictionary(): void
    {
        $trainer = new Trainer(heldBack: 0);
        for ($i = 0; $i < 20; ++$i) {
            $trainer->add(['status' => 'published', 'number' => $i, 'list' => ['editor', 'author']]);
        }
        $dictionary = $trainer->train();
        $file = $this->file(Encoder::encodeWith(['status' => 'published', 'number' => 3, 'list' => ['editor', 'author']], $dictionary->contents()));
        $text = $this->brine(1, 'inspect', ['file' => $file]);
        self::assertSame("Brine, 15 bytes, version 1, dictionary {$dictionary->id()}\nthe payload needs the dictionary {$dictionary->id()}, "
            . "which is not known here, at byte 2\n", \str_replace('Payload', 'payload', $text));
        $text = $this->brine(0, 'inspect', ['file' => $file, '--dictionary' => [$this->file($dictionary->bytes())]]);
        self::assertStringContainsString("├ status: \"published\" STRING_REF_1\n", $text);
        self::assertStringContainsString('└ list: list of 2 SHARED_2', $text);
    }

    public function testSaysWhatIsWrong(): void
    {
        $text = $this->brine(1, 'inspect', ['file' => $this->file("\xC1\x10\xC2\x01\x30a")]);
        self::assertSame("Brine, 6 bytes, version 1\nthe payload ends too early at byte 5, in \$value[1]\n", $text);
        $data = \json_decode($this->brine(1, 'inspect', ['file' => $this->file("\xC1\x10\xC2\x01\x30a"), '--json' => true]), true);
        self::assertIsArray($data);
        self::assertFalse($data['valid']);
        self::assertIsArray($data['error']);
        self::assertSame(['truncated', 5, '$value[1]'], [$data['error']['reason'], $data['error']['offset'], $data['error']['path']]);
        self::assertStringStartsWith("igbinary, 2 bytes\n", $this->brine(1, 'inspect', ['file' => $this->file("\0\0"), '--format' => 'igbinary']));
        self::assertStringStartsWith('The payload is empty', $this->brine(1, 'inspect', ['file' => $this->file('')]));
        self::assertStringContainsString('they may be JSON', $this->brine(1, 'inspect', ['file' => $this->file('{"a": 1}')]));
        self::assertSame(
            "MessagePack, 8 bytes\nThe message ends before the bytes do, at offset 1\n",
            $this->brine(1, 'inspect', ['file' => $this->file('{"a": 1}'), '--format' => 'msgpack']),
        );
    }

    public function testRefusesWrongCalls(): void
    {
        $file = $this->file('N;');
        foreach ([['file' => '/no/such/file'], [], ['file' => $file, '--depth' => 'x'], ['file' => $file, '--format' => 'xml'], ['file' => $file, '--no-such' => true]] as $arguments) {
            $this->brine(2, 'inspect', $arguments);
            self::assertStringStartsWith('brine: ', $this->errors());
        }
    }

    /** @param int $limit how many characters */
    #[DataProvider('texts')]
    public function testEscapes(string $data, string $shown, int $limit): void
    {
        self::assertSame($shown, \Brine\Internal\TerminalText::shown($data, $limit));
    }

    /** @return iterable<string, array{string, string, int}> */
    public static function texts(): iterable
    {
        yield 'plain' => ['abc é', 'abc é', 100];
        yield 'control' => ["a\0\n\e\x7F\\", 'a\x00\n\e\x7F\\', 100];
        yield 'C1' => ["\u{9B}31m", '\u{9B}31m', 100];
        yield 'direction' => ["\u{202E}abc\u{2028}", '\u{202E}abc\u{2028}', 100];
        yield 'bytes' => ["é\xFF", '\xC3\xA9\xFF', 100];
        yield 'cut' => ['ééééé', 'éé…', 2];
        yield 'cut inside of a character' => [\str_repeat("\u{1F600}", 5) . 'a', \str_repeat("\u{1F600}", 3) . '…', 3];
        yield 'exactly' => ['abc', 'abc', 3];
    }

    /** All sections add up to the payload. Only faults that need classes or options are missed. */
    public function testVectors(): void
    {
        $checked = 0;
        foreach (Vector::all(\dirname(__DIR__, 3) . '/tests/format/vectors') as $vector) {
            $payload = $vector->payload();
            $outline = (new Outliner())->outline($payload);
            $needsClass = $vector->throws !== null || \in_array($vector->reason, ['bad_class', 'bad_enum', 'bad_property'], true)
                || \str_contains($vector->name, '_name_begun_where_');
            if ($vector->isValid() && $outline->error === null) {
                self::assertSame(\strlen($payload), \array_sum($outline->sections), $vector->name);
                ++$checked;
            } elseif (!$needsClass && $vector->options === [] && $vector->name !== self::OF_IGBINARY) {
                self::assertSame($vector->isValid(), $outline->error === null, $vector->name);
                self::assertSame($vector->isValid() ? 0 : 1, \count(\array_filter([$outline->error])));
            }
        }
        self::assertGreaterThan(500, $checked);
    }
}
