<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\MessagePackSerializer;
use Brine\Signed;
use Brine\Tests\Vectors\Vector;

/** inspect of bytes that somebody has made to harm it: it says what is wrong, and writes no control character. */
final class InspectHostileTest extends ConsoleTestCase
{
    private const MUTATIONS = 10_000;

    /** Bytes that are read once more where the inputs of fuzz targets have something before them. */
    private const HEADS = ["\xC1\x10", "\0\0\0\2"];

    private ?string $input = null;

    public function testInvalidVectors(): void
    {
        $vectors = \dirname(__DIR__) . '/format/vectors';
        $codes = [0, 0];
        foreach ([...Vector::all($vectors), ...Vector::all("$vectors/with_dictionary")] as $vector) {
            if ($vector->isValid() || $vector->options !== []) {
                continue;
            }
            $arguments = ['file' => $this->file($vector->payload())];
            if ($vector->dictionary !== null) {
                $dictionary = Vector::parse('', (string) \file_get_contents("$vectors/dictionaries/valid/$vector->dictionary.vector"));
                $arguments['--dictionary'] = [$this->file($dictionary->payload())];
            }
            // What only a class refuses, nobody knows who does not load it: the bytes are in order.
            $isOfClass = $vector->throws !== null || \in_array($vector->reason, ['bad_class', 'bad_enum', 'bad_property'], true);
            self::assertSame($isOfClass ? 0 : 1, $this->tryBrine('inspect', $arguments)[0], $vector->name);
            ++$codes[$isOfClass ? 0 : 1];
        }
        self::assertGreaterThan(15, $codes[0]);
        self::assertGreaterThan(430, $codes[1]);
    }

    public function testCorporaOfFuzzTargets(): void
    {
        $codes = [0, 0];
        foreach (self::inputs() as $input) {
            ++$codes[$this->inspect($input)];
            foreach (self::HEADS as $head) {
                $at = \strpos($input, $head);
                if ($at !== 0) {
                    ++$codes[$this->inspect($at === false ? $head . $input : \substr($input, $at))];
                }
            }
        }
        self::assertGreaterThan(500, $codes[0]);
        self::assertGreaterThan(1000, $codes[1]);
    }

    public function testMutations(): void
    {
        $bases = [...self::payloads(), ...self::payloads(), ...self::payloads(), ...\array_slice(self::inputs(), 0, 50)];
        \mt_srand((int) \getenv('BRINE_SEED'));
        $codes = [0, 0];
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
            ++$codes[$this->inspect($bytes, $i % 2 === 0)];
        }
        self::assertSame(self::MUTATIONS, \array_sum($codes));
        self::assertGreaterThan(self::MUTATIONS / 2, $codes[1]);
    }

    /** @return int<0, 1> the exit code; any other fails */
    private function inspect(string $bytes, bool $asJson = false): int
    {
        $this->input ??= $this->file('');
        \file_put_contents($this->input, $bytes);
        [$code, $text] = $this->tryBrine('inspect', ['file' => $this->input] + ($asJson ? ['--json' => true] : []));
        self::assertNoControls($text);
        self::assertStringNotContainsString('brine: ', $text, \bin2hex($bytes));
        self::assertTrue($code === 0 || $code === 1, $text);

        return $code;
    }

    /** @return list<string> what the fuzz targets keep */
    private static function inputs(): array
    {
        $inputs = [];
        foreach (['corpus', 'findings'] as $kind) {
            foreach ((array) \glob(\dirname(__DIR__, 2) . "/fuzz/$kind/*/*") as $file) {
                $inputs[] = (string) \file_get_contents((string) $file);
            }
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
            (new Signed(new Compressed(new BrineSerializer(), minBytes: 1), 'key'))->serialize($withObjects),
            (new Signed(new BrineSerializer(), 'key'))->serialize($withObjects),
            "\0\0\0\2\x14\x03\x11\x01a\x08\x01\x2c\x11\x01b\x11\x01\x9b\x06\x05\x17\x03Foo\x14\x02\x0e\x00\x06\x01\x11\x01c\x01\x00",
        ];
    }
}
