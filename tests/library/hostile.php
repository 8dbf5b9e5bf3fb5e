<?php

/*
 * Auto reads random and damaged bytes of all formats. Each throws a DecodeException, or is a value that survives another round trip; no warnings,
 * bounded memory, no leaks.
 *
 *     scripts/php.sh release tests/library/hostile.php [--count N] [--seed N] [--only INDEX]
 */

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\DecodeException;
use Brine\Dictionary;
use Brine\Format;
use Brine\Format\SignedFrame;
use Brine\IgbinarySerializer;
use Brine\JsonSerializer;
use Brine\MessagePackSerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;

require __DIR__ . '/../bootstrap.php';
require __DIR__ . '/../random.php';

if (!Algorithm::Zlib->isAvailable()) {
    echo "skipped: there is no zlib\n";
    exit(0);
}
if (\PHP_INT_SIZE < 8 && !\extension_loaded('brine')) {
    echo "skipped: without the extension this needs 64-bit integers\n";
    exit(0);
}

$options = \getopt('', ['count:', 'seed:', 'only:']);
$seed = \Brine\Tests\seed($options['seed'] ?? null);
$first = (int) ($options['only'] ?? 0);
$count = isset($options['only']) ? 1 : (int) ($options['count'] ?? 100_000);

\set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new \ErrorException($message, 0, $level, $file, $line);
});

/** Writer, reader, and memory limit. */
final class Hostile
{
    private const MAX_LENGTH = 1 << 16;
    /** Memory for a limit of 10,000 elements and 64 KiB, including an inflation step. */
    private const MAX_MEMORY = 12 << 20;
    private const KEY = 'secret';

    /** @var list<array{Serializer, Format|null}> one for each foreign format */
    private array $readers;
    /** @var array<string, Serializer> what writes a value again */
    private array $writers;
    /** @var list<string> */
    private array $seeds = [];
    /** @var list<string> what payloads with a dictionary begin with that is known */
    private array $heads = [];
    public int $accepted = 0;

    public function __construct(private \Random\Randomizer $random)
    {
        foreach ([null, Format::MessagePack, Format::Json] as $foreign) {
            $auto = Signed::alsoUnsigned(new Auto(options: ['max_elements' => 10_000, 'max_length' => self::MAX_LENGTH], foreign: $foreign), self::KEY);
            $this->readers[] = [$auto, $foreign];
        }
        $this->writers = [
            Format::Brine->value => new BrineSerializer(),
            Format::Native->value => new NativeSerializer(),
            Format::MessagePack->value => new MessagePackSerializer(),
            Format::Json->value => new JsonSerializer(),
        ];
        if (IgbinarySerializer::canWrite()) {
            $this->writers[Format::Igbinary->value] = new IgbinarySerializer();
        }
        $dictionary = self::dictionary();
        if ($dictionary !== null) {
            $this->heads[] = "\xc1\x12" . \hex2bin($dictionary->id());
        }
        foreach (self::values() as $value) {
            foreach ([...$this->writers, ...($dictionary === null ? [] : [new BrineSerializer(dictionary: $dictionary)])] as $writer) {
                $all = [$writer, new Compressed($writer, minBytes: 0, minGain: 0.0), new Signed($writer, self::KEY)];
                foreach ($all as $serializer) {
                    try {
                        $this->seeds[] = $serializer->serialize($value);
                    } catch (\Brine\EncodeException) {
                        // Not every format has objects.
                    }
                }
            }
        }
    }

    /** A registered dictionary with much of the values' contents, and more; null if PHP has 32-bit integers. */
    private static function dictionary(): ?Dictionary
    {
        return \PHP_INT_SIZE < 8 ? null : Dictionary::fromBytes(\brine_serialize([
            ['stdClass', 'text', 'name', 'price', \str_repeat('long text ', 300)],
            [[0, 'id', 'name', 'sub'], [0, 'id', 'name'], [1, 'stdClass', 'a', 'b', 'c'], [0, 5], [1, 'stdClass'], [2, \ArrayObject::class]],
            [[1, 2, 3], \range(1, 300), [[[[[]]]], 'x' => ['y']], \array_fill(0, 500, [1, 2])],
        ]));
    }

    /** @return list<mixed> */
    private static function values(): array
    {
        $object = (object) ['a' => 1, 'b' => 'text'];
        $object->c = [$object, Suit::Hearts, Suit::Spades];
        $references = [1, [2]];
        $references[2] = &$references[1];

        return [
            null, false, true, 0, 5, -300, 1 << 40, 1.5, -0.0, '', 'text', \str_repeat('long text ', 40), [], [1, 2, 3],
            \range(1, 300), ['id' => 1, 'name' => 'x', 'sub' => ['id' => 2, 'name' => 'x']],
            \array_map(static fn (int $i): array => ['id' => $i, 'price' => $i / 4, 'on' => $i % 2 === 0, 'tag' => "t$i"], \range(1, 20)),
            $object, $references, [$object, $object], [[[[[[]]]]]], new \ArrayObject([1, $object]), new \SplObjectStorage(), new \DateTimeImmutable('2001-02-03 UTC'), ['k' => '0123456789', 'u' => '123e4567-e89b-12d3-a456-426614174000'],
        ];
    }

    public function bytes(): string
    {
        $kind = $this->random->getInt(0, 9);
        if ($kind === 0) {
            return $this->random->getBytes($this->random->getInt(1, 60));
        }
        if ($kind === 1) {
            $heads = [...$this->heads, "\xc1\x10", "\xc1\x12", "\xc1\x14", "\xc1\x18\1\0", "\xc1\x18\0\0", "\0\0\0\1", "\0\0\0\2", 'a:1:{', 's:', 'O:8:"stdClass":', 'i:', '{"', '[', "\x81", "\xdd"];

            return $heads[$this->random->getInt(0, \count($heads) - 1)] . $this->random->getBytes($this->random->getInt(1, 40));
        }
        $bytes = $this->seed();
        for ($i = \max(1, $this->random->getInt(-3, 4)); $i > 0; $i--) {
            $bytes = $this->mutate($bytes);
        }

        return match ($kind) {
            // A right checksum or signature around what is changed.
            2 => Envelope::seal(Algorithm::Zlib, \strlen($bytes), Algorithm::Zlib->compress($bytes, 1)),
            3 => SignedFrame::sign($bytes, self::KEY),
            default => $bytes,
        };
    }

    private function seed(): string
    {
        return $this->seeds[$this->random->getInt(0, \count($this->seeds) - 1)];
    }

    private function mutate(string $bytes): string
    {
        $size = \strlen($bytes);
        if ($size === 0) {
            return $this->random->getBytes(3);
        }
        $at = $this->random->getInt(0, $size - 1);
        $length = $this->random->getInt(1, \min(16, $size - $at));
        switch ($this->random->getInt(0, 8)) {
            case 0:
                return \substr($bytes, 0, $at);
            case 1:
                return $bytes . $this->random->getBytes($this->random->getInt(1, 4));
            case 2:
                $bytes[$at] = \chr(\ord($bytes[$at]) ^ (1 << $this->random->getInt(0, 7)));

                return $bytes;
            case 3:
                $bytes[$at] = $this->random->getBytes(1);

                return $bytes;
            case 4:
                return \substr_replace($bytes, '', $at, $length);
            case 5:
                return \substr_replace($bytes, \substr($bytes, $at, $length), $at, 0);
            case 6:
                return \substr_replace($bytes, ["\xff\xff\xff\xff", "\0\0\0\0", "\x7f", '999999999', '-1', 'r:1;', 'R:2;', '{', '}', ';'][$this->random->getInt(0, 9)], $at, $length);
            case 7:
                return \substr($bytes, 0, $at) . \substr($other = $this->seed(), $this->random->getInt(0, \strlen($other)));
            default:
                // A number that is another one now.
                return (string) \preg_replace_callback(
                    '/[0-9]+/',
                    fn (array $match): string => $this->random->getInt(0, 4) === 0 ? (string) ((int) $match[0] + $this->random->getInt(-2, 2)) : $match[0],
                    $bytes,
                );
        }
    }

    /** @return string|null what is wrong */
    public function look(string $bytes): ?string
    {
        [$reader, $foreign] = $this->readers[$this->random->getInt(0, 2)];
        $before = \memory_get_usage();
        \memory_reset_peak_usage();
        try {
            $value = $reader->unserialize($bytes);
        } catch (DecodeException $error) {
            $offset = $error->getOffset();
            if ($offset < 0 || $offset > \strlen($bytes)) {
                return "the offset $offset is outside";
            }

            return $this->memory($before);
        } catch (\Throwable $error) {
            if (self::needsLargerIntegers($error)) {
                return $this->memory($before);
            }

            return $error::class . ': ' . $error->getMessage() . ' in ' . \basename($error->getFile()) . ':' . $error->getLine();
        }
        $this->accepted++;

        return $this->memory($before) ?? $this->check($bytes, $value, $reader, $foreign);
    }

    /** With 32-bit integers, most igbinary bytes are refused with that reason. */
    private static function needsLargerIntegers(\Throwable $error): bool
    {
        return \PHP_INT_SIZE < 8 && $error::class === \Brine\Exception::class && \str_contains($error->getMessage(), 'needs 64-bit integers');
    }

    /** The format of the value itself, inside a frame or envelope. */
    private function formatOf(string $bytes, ?Format $foreign): ?Format
    {
        $format = Format::of($bytes, $foreign);

        return match ($format) {
            Format::Signed => $this->formatOf(\substr($bytes, SignedFrame::PAYLOAD_OFFSET), $foreign),
            Format::Compressed => $this->formatOf(Envelope::open($bytes, self::MAX_LENGTH), $foreign),
            default => $format,
        };
    }

    private function memory(int $before): ?string
    {
        $peak = \memory_get_peak_usage() - $before;

        return $peak > self::MAX_MEMORY ? "$peak bytes of memory" : null;
    }

    private function check(string $bytes, mixed $value, Serializer $reader, ?Format $foreign): ?string
    {
        foreach ([[\substr($bytes, 0, -1), 'fewer'], ["$bytes\0", 'more'], ["{$bytes}x", 'more'], ["{$bytes};", 'more']] as [$other, $how]) {
            try {
                $reader->unserialize($other);
                // They may be valid in another format. In JSON numbers and space have no end: 12 is there in 123.
                if (Format::of($other, $foreign) === Format::of($bytes, $foreign) && \preg_match('/\A[0-9.eE+-]+\z|\s\z/', $bytes) !== 1) {
                    return "$how bytes are read too";
                }
            } catch (DecodeException) {
            } catch (\Brine\Exception $error) {
                if (!self::needsLargerIntegers($error)) {
                    throw $error;
                }
            }
        }
        $writer = $this->writers[$this->formatOf($bytes, $foreign)->value ?? ''] ?? $this->writers[Format::Native->value];
        // The extension igbinary reads some bytes that it would not write, into values that it writes incorrectly, and endless arrays.
        if ($writer instanceof IgbinarySerializer) {
            return null;
        }
        $text = \serialize($value);
        // JSON has numbers that no float has, which it cannot write then.
        if ($writer instanceof JsonSerializer && \preg_match('/d:-?INF;/', $text) === 1) {
            return null;
        }
        try {
            $again = $writer->unserialize($writer->serialize($value));
        } catch (\Throwable $error) {
            return 'what was read cannot be written and read again: ' . $error->getMessage();
        }

        return \serialize($again) === $text ? null : 'what was read is not what is read again: ' . \serialize($again) . " instead of $text";
    }
}

/** Inputs after which whatever is kept for good is there. */
const WARM_UP = 5_000;
/** Bytes that all other inputs together may leak: the extension igbinary does not free some values. */
const MAX_GROWTH = 1 << 20;

function memoryInUse(): int
{
    \gc_collect_cycles();

    return \memory_get_usage();
}

$failed = 0;
$warm = null;
$start = \hrtime(true);
$hostile = new Hostile(new \Random\Randomizer(new \Random\Engine\Mt19937($seed)));
for ($i = $first; $i < $first + $count; $i++) {
    // Each input has a random sequence of its own, so that one can be repeated alone.
    (function (\Random\Randomizer $random): void {
        $this->random = $random;
    })->call($hostile, new \Random\Randomizer(new \Random\Engine\Xoshiro256StarStar(\hash('sha256', "$seed $i", true))));
    if ($i === $first + WARM_UP) {
        $warm = memoryInUse();
    }
    $bytes = $hostile->bytes();
    $fault = $hostile->look($bytes);
    if ($fault !== null && ++$failed <= 20) {
        echo "--seed $seed --only $i: ", \substr($fault, 0, 500), "\n  ", \substr(\bin2hex($bytes), 0, 400), "\n";
    }
}
if ($warm !== null && memoryInUse() - $warm > MAX_GROWTH) {
    echo "--seed $seed --count $count: ", memoryInUse() - $warm, " bytes of memory are left behind\n";
    $failed++;
}
\printf(
    "seed %d: %d inputs, %d of them read, %d a second\n%d passed, %d failed\n",
    $seed,
    $count,
    $hostile->accepted,
    $count / ((\hrtime(true) - $start) / 1e9),
    $count - $failed,
    $failed,
);
exit($failed > 0 ? 1 : 0);
