<?php

/*
 * Reads igbinary payloads with flipped bits: Auto and IgbinarySerializer must return a value or throw a DecodeException. A child process reads,
 * and is restarted if it crashes. --trusted uses the extension.
 *
 *     scripts/php.sh release tests/library/flips.php [--count N] [--seed N] [--trusted]
 */

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\DecodeException;
use Brine\IgbinarySerializer;

require __DIR__ . '/../bootstrap.php';
require __DIR__ . '/../random.php';

/** With types that what is changed does not have. */
final class TypedThing
{
    public int $number = 1;
    public ?self $next = null;
    public string $text = 'x';
    /** @var array<mixed> */
    public array $list = [];
    protected mixed $hidden = null;
    /** @var array<int> */
    protected array $own = [1];
}

final class ReadonlyThing
{
    /** @param array<mixed> $list */
    public function __construct(public readonly int $number, public readonly array $list)
    {
    }
}

/** Has well-behaved hooks. */
final class HookedThing
{
    public mixed $value = null;

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return ['value' => $this->value, 'more' => [1, 2]];
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->value = $data;
    }
}

final class WakingThing
{
    public mixed $value = null;
    public mixed $other = null;

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['value', 'other'];
    }

    public function __wakeup(): void
    {
        $this->other = null;
    }
}

final class Flips
{
    private const ENTRIES = ["\x14\x00", "\x14\x01\x06\x00", "\x14\x01\x0d", "\x01\x00", "\x22\x00", "\x22\x01", "\x25", "\x25\x01\x00", "\x25\x22\x00", "\x0e\x00", "\x0d",
        "\x17\x0bArrayObject\x14\x00", "\x1a\x00", "\x1a\x00\x14\x00", "\x00", "\x06\x01", "\x16\xff\xff\xff\xff", "\x13\xff\xff\xff\xff", "\x26\xff\xff\xff\xff\xff\xff\xff\xff", "\x27", "\x1d\x02i:"];

    /** @var array<string, string> by what is in them */
    private array $payloads = [];

    public function __construct(private int $seed, private int $count)
    {
        foreach (self::values() as $name => $value) {
            $this->payloads[$name] = (string) \igbinary_serialize($value);
        }
        // The class also has __serialize(), and is not written thus any more.
        $this->payloads['string form'] = "\0\0\0\2\x17" . \chr(\strlen(SerializableThing::class)) . SerializableThing::class . "\x1d\x04text";
    }

    /** @return array<string, mixed> */
    private static function values(): array
    {
        $typed = new TypedThing();
        $typed->next = new TypedThing();
        $typed->list = [$typed, &$typed->number, new \ArrayObject()];
        $shared = [1, 2, 3];
        $object = (object) ['a' => 1, 'b' => $shared, 'c' => $shared];
        $object->self = $object;
        $object->reference = &$object->a;
        $storage = new \SplObjectStorage();
        $storage[$object] = 1;
        $storage[new TypedThing()] = [2];
        $hooked = new HookedThing();
        $hooked->value = [$typed, $hooked];
        $waking = new WakingThing();
        $waking->value = [$waking];
        $waking->other = &$waking->value;
        $around = [new \stdClass()];
        $around[0]->list = $around;
        $linked = new \SplDoublyLinkedList();
        $linked->push($object);

        return [
            'ArrayObject' => new \ArrayObject([1, 2]), 'ArrayObject of an object' => new \ArrayObject($object), 'ArrayIterator' => new \ArrayIterator(['a' => 1]),
            'SplObjectStorage' => $storage, 'SplDoublyLinkedList' => $linked, 'SplStack' => new \SplStack(), 'SplFixedArray' => \SplFixedArray::fromArray([1, [2], $typed]),
            'DateTime' => new \DateTime('2001-02-03 04:05:06 UTC'), 'DateTimeImmutable' => new \DateTimeImmutable('2001-02-03 Europe/Paris'), 'DateTimeZone' => new \DateTimeZone('UTC'),
            'DateInterval' => new \DateInterval('P1DT2H'), 'DatePeriod' => new \DatePeriod(new \DateTime('2001-02-03 UTC'), new \DateInterval('P1D'), 2),
            'typed' => $typed, 'readonly' => new ReadonlyThing(1, [new \ArrayObject(), 2]), 'hooked' => $hooked, 'waking' => $waking, 'stdClass' => $object,
            'enum' => [Suit::Hearts, Suit::Spades, [Suit::Hearts]], 'Serializable' => new SerializableThing(), 'around itself' => $around, 'Exception' => new \RuntimeException('text'),
            'objects in arrays' => ['a' => [new HookedThing(), new \ArrayObject([$typed])], 'b' => [&$shared, &$shared], 'c' => [1, 2.5, 'text', null, true]],
            'rows' => \array_map(static fn (int $i): array => ['id' => $i, 'name' => "row $i", 'more' => ['x', $i, -1.5]], \range(1, 12)),
            'long strings' => [\str_repeat('a', 300), \str_repeat('b', 20)],
        ];
    }

    public function total(): int
    {
        return 8 * \strlen(\implode('', $this->payloads)) + $this->count;
    }

    /** @return \Generator<int, string> from the given number on */
    public function inputs(int $first): \Generator
    {
        $i = 0;
        foreach ($this->payloads as $payload) {
            $bits = 8 * \strlen($payload);
            for ($bit = \max(0, $first - $i); $bit < $bits; $bit++) {
                yield $i + $bit => \substr_replace($payload, \chr(\ord($payload[$bit >> 3]) ^ 1 << ($bit & 7)), $bit >> 3, 1);
            }
            $i += $bits;
        }
        for ($end = $i + $this->count, $i = \max($i, $first); $i < $end; $i++) {
            yield $i => $this->mutated($i);
        }
    }

    /** Each has its own random sequence. */
    private function mutated(int $i): string
    {
        $random = new \Random\Randomizer(new \Random\Engine\Xoshiro256StarStar(\hash('sha256', "$this->seed $i", true)));
        $payloads = \array_values($this->payloads);
        $bytes = self::pick($payloads, $random);
        for ($changes = $random->getInt(1, 3); $changes > 0; $changes--) {
            $at = $random->getInt(4, \max(4, \strlen($bytes) - 1));
            $length = $random->getInt(1, 8);
            $bytes = match ($random->getInt(0, 6)) {
                0 => \substr_replace($bytes, $random->getBytes(1), $at, 1),
                1 => \substr_replace($bytes, \chr($random->getInt(0, 0x27)), $at, 1),
                2 => \substr_replace($bytes, self::pick(self::ENTRIES, $random), $at, 0),
                3 => \substr_replace($bytes, $entry = self::pick(self::ENTRIES, $random), $at, \strlen($entry)),
                4 => \substr_replace($bytes, \substr($bytes, $at, $length), $at, 0),
                5 => \substr_replace($bytes, '', $at, $length),
                6 => \substr_replace($bytes, \substr(self::pick($payloads, $random), $random->getInt(4, 40), 4 * $length), $at, 0),
            };
        }

        return $bytes;
    }

    /** @param list<string> $list */
    private static function pick(array $list, \Random\Randomizer $random): string
    {
        return $list[$random->getInt(0, \count($list) - 1)];
    }
}

/** Reads from the given number on, and prints what is wrong. */
function readFrom(Flips $flips, int $first, bool $trusted, string $progress): void
{
    \error_reporting(\E_ALL & ~\E_DEPRECATED);
    \set_error_handler(static function (int $level, string $message, string $file, int $line): never {
        throw new \ErrorException($message, 0, $level, $file, $line);
    }, \error_reporting());
    $options = ['max_elements' => 100_000];
    $readers = $trusted
        ? [new IgbinarySerializer($options, true)]
        : [new Auto(options: $options), new IgbinarySerializer($options), new Auto(options: ['allowed_classes' => false] + $options)];
    $file = \fopen($progress, 'r+');
    if ($file === false) {
        throw new \RuntimeException("$progress cannot be written");
    }
    foreach ($flips->inputs($first) as $i => $bytes) {
        \fseek($file, 0);
        \fwrite($file, \sprintf('%010d', $i));
        foreach ($readers as $reader) {
            try {
                $reader->unserialize($bytes);
            } catch (DecodeException) {
            } catch (\Throwable $error) {
                echo "$i: ", $error::class, ': ', $error->getMessage(), ' at ', $error->getFile(), ':', $error->getLine(), "\n  ", \substr(\bin2hex($bytes), 0, 400), "\n";
            }
        }
    }
    \fseek($file, 0);
    \fwrite($file, 'all of it ');
}

/**
 * @param list<string> $arguments
 * @return array{string, int} what it prints, and how it ends
 */
function runAlone(array $arguments): array
{
    $command = [\PHP_BINARY, '-n', '-d', 'memory_limit=1G', '-d', 'auto_prepend_file=' . \ini_get('auto_prepend_file'), '-d', 'extension=igbinary'];
    if (\extension_loaded('brine')) {
        \array_push($command, '-d', 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so');
    }
    $process = \proc_open([...$command, __FILE__, ...$arguments], [1 => ['pipe', 'w']], $pipes);
    if ($process === false) {
        throw new \RuntimeException('PHP cannot be run');
    }
    $output = (string) \stream_get_contents($pipes[1]);

    return [$output, \proc_close($process)];
}

if (!IgbinarySerializer::canWrite()) {
    echo "skipped: there is no igbinary\n";
    exit(0);
}
$options = \getopt('', ['count:', 'seed:', 'trusted', 'first:', 'progress:']);
if (\PHP_INT_SIZE < 8 && !isset($options['trusted'])) {
    echo "skipped: what is not trusted is read in PHP, which needs 64-bit integers\n";
    exit(0);
}
$seed = \Brine\Tests\seed($options['seed'] ?? null);
$count = (int) ($options['count'] ?? 50_000);
$trusted = isset($options['trusted']);
$flips = new Flips($seed, $count);
if (isset($options['first'])) {
    readFrom($flips, (int) $options['first'], $trusted, \is_string($options['progress'] ?? null) ? $options['progress'] : '');
    exit(0);
}

$progress = (string) \tempnam(\sys_get_temp_dir(), 'brine-flips-');
$failed = 0;
$first = 0;
$start = \hrtime(true);
do {
    [$output, $status] = runAlone(["--seed=$seed", "--count=$count", "--first=$first", "--progress=$progress", ...($trusted ? ['--trusted'] : [])]);
    echo $output;
    $failed += (int) \preg_match_all('/^[0-9]+: /m', $output);
    $reached = \file_get_contents($progress);
    $isWhole = $reached === 'all of it ';
    if (!$isWhole) {
        $failed++;
        $first = (int) $reached;
        echo "$first: PHP has ended with $status\n  ", \substr(\bin2hex($flips->inputs($first)->current()), 0, 400), "\n";
        $first++;
    }
} while (!$isWhole && $failed < 50);
\unlink($progress);
\printf("seed %d: %d inputs, %d a second\n", $seed, $flips->total(), $flips->total() / ((\hrtime(true) - $start) / 1e9));
echo $flips->total() - $failed, " passed, $failed failed\n";
exit($failed > 0 ? 1 : 0);
