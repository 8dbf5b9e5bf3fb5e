<?php

/*
 * Payloads with dictionaries, trained or random, decode like those without, in all readers, and are smaller unless hooks ran. The extension writes
 * the same bytes as PHP.
 *
 *     scripts/php.sh release tests/agreement/codec/dictionaries.php [--count N] [--seed N] [--index I]
 */

declare(strict_types=1);

namespace Brine\Tests\Codec;

use Brine\Dictionary;
use Brine\Training\Trainer;
use Brine\EncodeException;
use Brine\Format\Decoder;
use Brine\Format\Dictionary\Registry;
use Brine\Format\Encoder;
use Brine\Tests\Differential\Generator;
use Brine\Tests\Reference;

\ini_set('memory_limit', '1G');
\error_reporting(\E_ALL & ~\E_DEPRECATED);

if (\PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';
require __DIR__ . '/../differential/classes.php';
require __DIR__ . '/../differential/generate.php';
require __DIR__ . '/../../format/reference/bootstrap.php';

/** How many values each dictionary is trained on. */
const SAMPLES = 60;

/** How many random dictionaries there are, and values for each. */
const RANDOM = [30, 200];

/** Random dictionaries, and values that have the same few texts, arrays and keys. */
final class Words
{
    private readonly \Random\Randomizer $random;
    /** @var list<non-empty-array<mixed>> */
    private array $arrays = [];
    /** @var list<non-empty-array<string, mixed>> */
    private array $maps = [];

    public function __construct(int $seed)
    {
        $this->random = new \Random\Randomizer(new \Random\Engine\Mt19937($seed));
        for ($i = 0; $i < 3; ++$i) {
            $this->arrays[] = [$this->word(), [$this->word()], $this->word() => $this->word()];
            $this->maps[] = [$this->word() => 1, $this->word() => $i];
        }
    }

    /** Texts that may be packed, and others. */
    private function word(): string
    {
        $number = $this->random->getInt(0, 11);

        return \substr(\str_repeat($number < 4 ? "2024-0$number-01" : \chr(0x61 + $number) . 'bcdefgh', 5), 0, 3 + 5 * ($number % 4));
    }

    public function dictionary(): Dictionary
    {
        $strings = \array_values(\array_unique([$this->word(), $this->word()]));
        $shapes = \array_map(static fn (array $map): array => [0, ...\array_keys($map)], \array_slice($this->maps, 1));

        return Dictionary::fromBytes(\Brine\Format\Encoder::encode([$strings, \array_values(\array_unique($shapes, \SORT_REGULAR)), [$this->arrays[0]]]));
    }

    /** @return list<mixed> */
    public function value(): array
    {
        $parts = [...$this->arrays, ...$this->maps, $this->word(), $this->word(), [$this->word() => $this->word()], [$this->word()]];

        return $this->random->shuffleArray(\array_slice($this->random->shuffleArray($parts), 0, $this->random->getInt(1, 6)));
    }
}

final class Dictionaries
{
    public int $passed = 0;
    public int $failed = 0;
    public int $used = 0;

    private Dictionary $dictionary;
    private Reference\Dictionary $reference;

    /** @param iterable<mixed> $samples */
    public function train(iterable $samples, int $maxBytes): void
    {
        $trainer = new Trainer(heldBack: 0);
        foreach ($samples as $sample) {
            try {
                $trainer->add($sample);
            } catch (\Throwable) {
                // Some random values are refused.
            }
        }
        $this->take($trainer->train($maxBytes, 2));
    }

    public function take(Dictionary $dictionary): void
    {
        $this->dictionary = $dictionary;
        $this->dictionary->load();
        // The reader in PHP is tested beside the extension.
        Registry::add($this->dictionary->contents());
        $this->reference = new Reference\Dictionary($this->dictionary->bytes());
    }

    public function check(string $name, mixed $value): void
    {
        try {
            $plain = Encoder::encode($value);
        } catch (EncodeException) {
            return;
        } catch (\Throwable) {
            return;
        }
        $wrong = $this->wrong($value, $plain);
        if ($wrong === null) {
            ++$this->passed;
        } else {
            ++$this->failed;
            echo "$name: ", \addcslashes(\substr($wrong, 0, 600), "\0..\37\177..\377"), "\n";
        }
    }

    private function wrong(mixed $value, string $plain): ?string
    {
        $contents = $this->dictionary->contents();
        $payload = Encoder::encodeWith($value, $contents);
        $hasHooks = Encoder::write($value)->hookCalls > 0;
        $expected = self::read(static fn (): mixed => Decoder::decode($plain));
        $actual = self::read(static fn (): mixed => Decoder::decode($payload));
        if (\str_starts_with($payload, "\xC1\x12")) {
            ++$this->used;
        } elseif ($payload !== $plain && !$hasHooks) {
            return 'what is written without the dictionary is not the plain payload';
        }
        if ($expected !== $actual) {
            return "is read as $actual and not as $expected";
        }
        if ($payload !== $plain && \strlen($payload) >= \strlen($plain) && !$hasHooks) {
            return 'is not smaller with the dictionary';
        }
        if ($expected[0] !== '!') {
            $reference = self::read(fn (): mixed => Reference\Decoder::decode($payload, [], [$this->reference]));
            $withoutDictionary = self::read(static fn (): mixed => Reference\Decoder::decode($plain));
            if ($reference !== $withoutDictionary) {
                return "the reference decoder reads $reference and not $withoutDictionary";
            }
        }
        if (!\function_exists('brine_dictionary_load')) {
            return null;
        }
        if (\brine_serialize($value, ['dictionary' => $this->dictionary->id()]) !== $payload) {
            return 'the extension writes something else';
        }

        return self::read(static fn (): mixed => \brine_unserialize($payload)) === self::read(static fn (): mixed => \brine_unserialize($plain))
            ? null
            : 'the extension reads something else';
    }

    /** @param \Closure(): mixed $read */
    private static function read(\Closure $read): string
    {
        try {
            return \serialize($read());
        } catch (\Throwable $error) {
            // The places are others.
            return '!' . $error::class . ($error instanceof \Brine\DecodeException ? $error->getReason() : '');
        }
    }
}

$options = \getopt('', ['count:', 'seed:', 'index:']);
$count = (int) ($options['count'] ?? 20_000);
$seed = \Brine\Tests\seed($options['seed'] ?? null);
echo "seed $seed\n";
\gc_disable();
\set_error_handler(static fn (): bool => true);

/** @return iterable<int, mixed> */
function values(int $seed, int $from, int $to): iterable
{
    for ($i = $from; $i < $to; ++$i) {
        // Every fourth is of rows and numbers.
        yield $i => $i % 4 === 3 ? (new Columns($seed, $i))->value() : Generator::graph($seed, $i)->value;
    }
}

$check = new Dictionaries();
$step = 500;
for ($from = 0; $from < $count; $from += $step) {
    if (isset($options['index']) && \intdiv((int) $options['index'], $step) * $step !== $from) {
        continue;
    }
    // Small ones leave out much of what they could have.
    $check->train(values($seed, $from, $from + SAMPLES), [1 << 10, 1 << 13, 1 << 16][\intdiv($from, $step) % 3]);
    foreach (values($seed, $from, \min($from + $step, $count)) as $i => $value) {
        if (!isset($options['index']) || $i === (int) $options['index']) {
            $check->check("--seed $seed --index $i", $value);
        }
        unset($value);
        \Brine\Tests\collectGarbage();
    }
    Registry::clear();
}
$random = $check->used;
for ($i = 0; $i < RANDOM[0] && !isset($options['index']); ++$i) {
    $words = new Words($seed + $i);
    try {
        $check->take($words->dictionary());
    } catch (\Brine\DecodeException) {
        // Some ids are refused.
        continue;
    }
    for ($j = 0; $j < RANDOM[1]; ++$j) {
        $check->check("random dictionary $i, value $j", $words->value());
    }
    Registry::clear();
}
$corpus = isset($options['index']) ? null : \Brine\Bench\Corpus::open();
foreach ($corpus?->groups() ?? [] as $group => $files) {
    $values = \array_map($corpus->load(...), \array_filter($files, static fn (string $file): bool => $corpus->bytes($file) < 20_000));
    if ($values === []) {
        continue;
    }
    $check->train(\array_filter($values, static fn (int $i): bool => $i % 2 === 0, \ARRAY_FILTER_USE_KEY), 1 << 14);
    foreach ($values as $i => $value) {
        $check->check("$group $i", $value);
    }
    Registry::clear();
}
if (!isset($options['index']) && $count >= 1000 && $random < $count / 20) {
    ++$check->failed;
    echo "only $random random values were written with a dictionary\n";
}
echo "$check->used with a dictionary\n$check->passed passed, $check->failed failed\n";
exit($check->failed === 0 ? 0 : 1);
