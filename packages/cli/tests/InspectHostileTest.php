<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\MessagePackSerializer;
use Brine\NativeSerializer;
use Brine\Signed;
use Brine\Tests\Fuzz\Archive;
use Brine\Tests\Vectors\Vector;

/** inspect of bytes that somebody has made to harm it: it says what is wrong, and writes no control character. */
final class InspectHostileTest extends ConsoleTestCase
{
    private const MUTATIONS = 10_000;

    /** Bytes that are read once more where the inputs of fuzz targets have something before them. */
    private const HEADS = ["\xC1\x10", "\0\0\0\2"];

    /** Elements that a few bytes may stand for, and how many more each byte: then inspect refuses them. */
    private const ELEMENTS = [32_768, 8];

    /** Limits of PHP statements and written bytes per element, and of a fixed part. */
    private const STATEMENTS = [60, 100_000];
    private const WRITTEN = [600, 10_000];

    public function testInvalidVectors(): void
    {
        $vectors = \dirname(__DIR__, 3) . '/tests/format/vectors';
        $inputs = $expected = [];
        foreach ([...Vector::all($vectors), ...Vector::all("$vectors/with_dictionary")] as $vector) {
            if ($vector->isValid() || $vector->options !== []) {
                continue;
            }
            $dictionary = '';
            if ($vector->dictionary !== null) {
                $file = (string) \file_get_contents("$vectors/dictionaries/valid/$vector->dictionary.vector");
                $dictionary = $this->file(Vector::parse('', $file)->payload());
            }
            $inputs[] = ['text', $vector->payload(), $dictionary];
            // Errors that only a class can find are unknown without loading it: the bytes are valid, unless they have a second fault.
            $isOfClass = $vector->throws !== null || \in_array($vector->reason, ['bad_class', 'bad_enum', 'bad_property'], true)
                || \str_contains($vector->name, '_name_begun_where_');
            $isValid = $isOfClass && \preg_match('~/order_of_(class_and_names|form_)~', $vector->name) === 0 || $vector->name === InspectTest::OF_IGBINARY;
            $expected[] = "$vector->name: " . ($isValid ? 0 : 1);
        }
        $codes = $this->inspect($inputs);
        self::assertSame($expected, \array_map(static fn (string $line, int $code): string => \strstr($line, ':', true) . ": $code", $expected, $codes));
        self::assertGreaterThan(15, \count($codes) - \array_sum($codes));
        self::assertGreaterThan(430, \array_sum($codes));
    }

    public function testCorporaOfFuzzTargets(): void
    {
        $inputs = [];
        foreach (self::inputs() as $input) {
            $inputs[] = ['text', $input, ''];
            foreach (self::HEADS as $head) {
                $at = \strpos($input, $head);
                if ($at !== 0) {
                    $inputs[] = ['text', $at === false ? $head . $input : \substr($input, $at), ''];
                }
            }
        }
        $codes = $this->inspect($inputs);
        self::assertGreaterThan(500, \count($codes) - \array_sum($codes));
        self::assertGreaterThan(1000, \array_sum($codes));
    }

    /** A part takes some hundred bytes. */
    public function testManyPartsInFewBytes(): void
    {
        $count = 1_600_000;
        // Incompressible bytes allow longer content.
        $bytes = \random_bytes(60_000);
        $contents = [
            'native' => 'a:' . ($count + 1) . ":{i:0;s:60000:\"$bytes\";" . \str_repeat('i:0;N;', $count) . '}',
            'msgpack' => "\xdd" . \pack('N', $count + 1) . "\xc5" . \pack('n', 60_000) . $bytes . \str_repeat("\1", $count),
        ];
        foreach ($contents as $format => $content) {
            $envelope = "\xC1\x18\x01\0" . \pack('V', \strlen($content)) . \gzcompress($content);
            self::assertLessThan(100_000, \strlen($envelope));
            \memory_reset_peak_usage();
            $text = $this->brine(1, 'inspect', ['file' => $this->file($envelope)]);
            self::assertStringContainsString('the value has more elements than max_elements', $text, $format);
            self::assertLessThan(600 << 20, \memory_get_peak_usage());
        }
    }

    /** The limit of elements depends on the stored bytes, not on the decompressed ones. */
    public function testManyPartsInAnEnvelope(): void
    {
        $content = "\xC1\x10\xE8\xF0" . \pack('V', 1_000_000) . \str_repeat("\xD8", 1_000_000);
        $envelope = "\xC1\x18\1\0" . \pack('V', \strlen($content)) . \gzcompress($content);
        $most = 32768 + 8 * \strlen($envelope);
        \memory_reset_peak_usage();
        $before = \memory_get_usage();
        $text = $this->brine(1, 'inspect', ['file' => $this->file($envelope)]);
        self::assertStringContainsString("the value has more elements than max_elements ($most) at byte 2", $text);
        self::assertLessThan(16 << 20, \memory_get_peak_usage() - $before);
    }

    /** Indents would take a hundred times as much as all else. */
    public function testManyElementsFarInsideAsJson(): void
    {
        $payload = "\xC1\x10" . \str_repeat("\xC0", 1000) . "\xCF" . \str_repeat("\x01", 16);
        $text = $this->brine(0, 'inspect', ['file' => $this->file($payload), '--json' => true]);
        self::assertSame(1001, \substr_count($text, '"elements"'));
        self::assertLessThan(200 * \strlen($payload), \strlen($text));
    }

    /** Classes are counted by their names, which may be chosen to collide in PHP's hash table. */
    public function testNamesOfClassesThatCollide(): void
    {
        $text = 'a:25000:{';
        for ($i = 0; $i < 25_000; ++$i) {
            $text .= "i:$i;O:30:\"" . \strtr(\sprintf('%015b', $i), ['0' => 'Ez', '1' => 'FY']) . '":0:{}';
        }
        $payload = \brine_serialize((new NativeSerializer(['allowed_classes' => false]))->unserialize("$text}"));
        foreach (["$text}", $payload] as $bytes) {
            self::assertStringContainsString('    24,744  (others)', $this->brine(0, 'inspect', ['file' => $this->file($bytes)]));
        }
    }

    public function testMutations(): void
    {
        $bases = [...self::payloads(), ...self::payloads(), ...self::payloads(), ...\array_slice(self::inputs(), 0, 50)];
        \mt_srand((int) \getenv('BRINE_SEED'));
        $inputs = [];
        for ($i = 0; $i < self::MUTATIONS; ++$i) {
            $bytes = $bases[\mt_rand(0, \count($bases) - 1)];
            for ($changes = \mt_rand(1, 3); $changes > 0 && $bytes !== ''; --$changes) {
                $at = \mt_rand(0, \strlen($bytes) - 1);
                $bytes = match (\mt_rand(0, 3)) {
                    0 => \substr_replace($bytes, \chr(\mt_rand(0, 255)), $at, 1),
                    1 => \substr($bytes, 0, $at),
                    2 => \substr_replace($bytes, \chr(\mt_rand(0, 255)), $at, 0),
                    default => \substr_replace($bytes, \substr($bytes, \mt_rand(0, \strlen($bytes) - 1), 8), $at, 0),
                };
            }
            $inputs[] = [$i % 2 === 0 ? 'json' : 'text', $bytes, ''];
        }
        $codes = $this->inspect($inputs);
        self::assertCount(self::MUTATIONS, $codes);
        self::assertGreaterThan(self::MUTATIONS / 2, \array_sum($codes));
    }

    /**
     * Runs all of them in one process, which must come to its end: each with exit code 0 or 1, no control character, and no more work than its
     * elements and bytes explain. Statements are counted, not time.
     *
     * @param list<array{string, string, string}> $inputs as inspect.php takes them
     * @return list<int<0, 1>> the exit codes
     */
    private function inspect(array $inputs): array
    {
        $lines = \array_map(static fn (array $input): string => "$input[0] " . \base64_encode($input[1]) . " $input[2]\n", $inputs);
        $command = \escapeshellarg(\PHP_BINARY) . ' -n -d memory_limit=1G ' . self::extensions() . \escapeshellarg(__DIR__ . '/inspect.php') . ' < ' . \escapeshellarg($this->file(\implode('', $lines)));
        \exec("$command 2>&1", $output, $status);
        $codes = $work = [];
        foreach ($inputs as $i => [$form, $bytes]) {
            $hex = "$form " . \bin2hex($bytes);
            self::assertMatchesRegularExpression('/\A[01] \d+ \d+ plain \d+\z/', $output[$i] ?? 'no answer', $hex);
            [$code, $thousands, $written] = \explode(' ', $output[$i]);
            $elements = self::ELEMENTS[0] + self::ELEMENTS[1] * \strlen($bytes);
            self::assertLessThan(self::STATEMENTS[0] * $elements + self::STATEMENTS[1], 1000 * (int) $thousands, $hex);
            self::assertLessThan(self::WRITTEN[0] * $elements + self::WRITTEN[1], (int) $written, $hex);
            $codes[] = $code === '0' ? 0 : 1;
            $work[] = (int) $thousands;
        }
        self::assertSame([\count($inputs), 0], [\count($output), $status]);
        // The count counts.
        self::assertGreaterThan(0, \array_sum($work));

        return $codes;
    }

    /** @return list<string> what the fuzz targets keep */
    private static function inputs(): array
    {
        $fuzz = \dirname(__DIR__, 3) . '/fuzz';
        $inputs = [];
        foreach ((array) \glob("$fuzz/corpus/*") as $archive) {
            \array_push($inputs, ...\array_values(Archive::read((string) \file_get_contents((string) $archive))));
        }
        foreach ((array) \glob("$fuzz/findings/*/*") as $file) {
            $inputs[] = (string) \file_get_contents((string) $file);
        }

        return $inputs;
    }

    /** @return list<string> a value in each format */
    private static function payloads(): array
    {
        $rows = [];
        for ($i = 0; $i < 20; ++$i) {
            $rows[] = ['id' => $i, 'name' => "name \e[3{$i}m", 'on' => $i % 2 === 0, 'price' => $i * 1.5, 'more' => $i === 7 ? [1] : null];
        }
        $shared = ['list' => [1, 2, 3], 'text' => "\u{9B}31m"];
        $value = ['rows' => $rows, 'first' => $shared, 'second' => $shared, 'bytes' => "\xFF\x00", 'run' => \range(1, 50)];
        $thing = new Thing();
        $withObjects = $value + ['objects' => [$thing, $thing, new \ArrayObject([1, $thing]), Suit::Hearts]];

        return [
            \brine_serialize($withObjects), \serialize($withObjects), (new MessagePackSerializer())->serialize($value),
            (new Signed(new Compressed(new BrineSerializer(), minBytes: 1), 'key of this test'))->serialize($withObjects),
            (new Signed(new BrineSerializer(), 'key of this test'))->serialize($withObjects),
            "\0\0\0\2\x14\x03\x11\x01a\x08\x01\x2c\x11\x01b\x11\x01\x9b\x06\x05\x17\x03Foo\x14\x02\x0e\x00\x06\x01\x11\x01c\x01\x00",
        ];
    }
}
