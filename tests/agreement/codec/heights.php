<?php

declare(strict_types=1);

/*
 * Decoders read whatever encoders accept: random and known graphs with cycles, some too deep for PHP to free. Fibers have small stacks, so few
 * members suffice there. Repeated with a dictionary.
 *
 *     scripts/php.sh release tests/agreement/codec/heights.php [--count N] [--seed N]
 */

namespace Brine\Tests\Codec;

use Brine\DecodeException;
use Brine\EncodeException;
use Brine\Format\Decoder;
use Brine\Format\Encoder;

use function Brine\Tests\seed;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';
require __DIR__ . '/Graphs.php';

if (\PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}
\ini_set('memory_limit', '3G');

/** In bytes, stacks of fibers. A debug build takes four times as much for each level. */
const STACKS = [192 << 10, 256 << 10, 512 << 10];

/** Both limits are of no interest here. */
const OPTIONS = ['max_elements' => 1 << 40, 'max_memory' => 1 << 40];

final class Heights
{
    public int $passed = 0;
    public int $failed = 0;

    /** @var array<string, int> how often an outcome was seen */
    public array $seen = [];

    public function same(string $name, string $expected, string $actual): void
    {
        $this->seen[$expected] = ($this->seen[$expected] ?? 0) + 1;
        if ($expected === $actual) {
            ++$this->passed;
        } else {
            ++$this->failed;
            echo "$name: expected $expected, is $actual\n";
        }
    }
}

/** Runs something in a fiber with such a stack; on the main one if there is none. */
function within(int $stack, \Closure $run): mixed
{
    if ($stack === 0) {
        return $run();
    }
    \ini_set('fiber.stack_size', (string) ($stack * ((bool) \PHP_DEBUG ? 4 : 1)));
    $fiber = new \Fiber($run);
    $fiber->start();

    return $fiber->getReturn();
}

/** @return array{string, string} the outcome, as reason() has it, and the payload or the place of the fault */
function encoded(\Closure $encode, mixed $value): array
{
    try {
        return ['read', $encode($value)];
    } catch (EncodeException $error) {
        $reason = \str_contains($error->getMessage(), 'more than PHP could free') ? 'too_deep' : 'max_depth';

        return [$reason, $error->getPath()];
    }
}

function decoded(\Closure $decode, string $payload): string
{
    try {
        $decode($payload, OPTIONS);

        return 'read';
    } catch (DecodeException $error) {
        return $error->getReason();
    } finally {
        \gc_collect_cycles();
    }
}

/** Checks one graph on one side. */
function check(Heights $heights, string $name, \Closure $encode, \Closure $decode, mixed $value): void
{
    [$outcome, $payload] = encoded($encode, $value);
    if ($outcome !== 'read') {
        $heights->same("$name has the place", '$value', \substr($payload, 0, 6));

        return;
    }
    $heights->same($name, 'read', decoded($decode, $payload));
    foreach (STACKS as $stack) {
        $expected = within($stack, static fn (): string => decoded($decode, $payload));
        $heights->same("$name, $stack bytes", $expected, within($stack, static fn (): string => encoded($encode, $value)[0]));
    }
}

$options = \getopt('', ['count:', 'seed:']);
$count = (int) ($options['count'] ?? 100);
$seed = seed($options['seed'] ?? null);
$sides = [
    'C' => [\brine_serialize(...), \brine_unserialize(...)],
    'PHP' => [Encoder::encode(...), Decoder::decode(...)],
];
if (\function_exists('brine_dictionary_load')) {
    $members = [];
    foreach ([Member::class, Waking::class, \stdClass::class] as $class) {
        $members[] = [1, $class, 'first', 'back', 'others'];
    }
    $deep = \array_reduce(\range(2, 64), static fn (array $array): array => [$array], ['deep']);
    $dictionary = \brine_dictionary_load(\brine_serialize([['first', 'back', 'others'], [...$members, [2, Custom::class]], [$deep]]));
    // Back-references take few bytes, and all levels of their target.
    $sides['C with a dictionary'] = [
        static fn (mixed $value): string => \brine_serialize([$value, $deep], ['dictionary' => $dictionary]),
        \brine_unserialize(...),
    ];
}
$heights = new Heights();
// Only between two graphs: what is compared must not change meanwhile.
\gc_disable();
foreach (Graphs::known() as $name => [$make, $expected]) {
    foreach ($sides as $side => [$encode, $decode]) {
        $graph = $make();
        $heights->same("$side: $name", $expected, encoded($encode, $graph->value)[0]);
        if ($expected === 'read') {
            check($heights, "$side: $name", $encode, $decode, $graph->value);
        }
        $graph->takeApart();
    }
}
for ($i = 0; $i < $count; ++$i) {
    // Few of those for the main stack: they take long.
    $graph = Graphs::random($seed + $i, $i % 20 === 0 ? 30_000 : 3000);
    foreach ($sides as $side => [$encode, $decode]) {
        check($heights, "$side: graph " . ($seed + $i), $encode, $decode, $graph->value);
    }
    $graph->takeApart();
}
foreach (['read', 'too_deep', 'max_depth'] as $outcome) {
    if (!isset($heights->seen[$outcome])) {
        ++$heights->failed;
        echo "no graph was $outcome\n";
    }
}
\ksort($heights->seen);
echo "seed $seed; ", \json_encode($heights->seen), "\n";
echo "$heights->passed passed, $heights->failed failed\n";
exit($heights->failed > 0 ? 1 : 0);
