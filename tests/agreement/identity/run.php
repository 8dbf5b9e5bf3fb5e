<?php

/*
 * Places share an object after decoding exactly if they did before: random graphs, compared with themselves, since native splits some objects.
 * Both encoders write the same bytes.
 *
 *     scripts/php.sh release tests/agreement/identity/run.php [--count N | --seconds N] [--seed N]
 */

declare(strict_types=1);

namespace Brine\Tests\Identity;

use Brine\EncodeException;
use Brine\Format\Decoder;
use Brine\Format\Encoder;
use Brine\Tests\Checks;

use function Brine\Tests\collectGarbage;
use function Brine\Tests\seed;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';
require __DIR__ . '/../../Checks.php';
require __DIR__ . '/classes.php';
require __DIR__ . '/Values.php';
require __DIR__ . '/Likeness.php';
require __DIR__ . '/Graph.php';

/** @return string|null the payload of a new graph; null if its arrays are endless for the codec in PHP, or PHP has 32-bit integers */
function encodedInPhp(int $seed): ?string
{
    if (\PHP_INT_SIZE < 8) {
        return null;
    }
    try {
        return Encoder::encode(Graph::make($seed));
    } catch (EncodeException $failure) {
        if (!\str_contains($failure->getMessage(), 'nested deeper')) {
            throw $failure;
        }

        return null;
    }
}

function check(int $seed): void
{
    // First without a variable, whose reference would be one more.
    $payload = \brine_serialize(Graph::make($seed));
    $value = Graph::make($seed);
    Checks::same("graph $seed, held by a variable", \bin2hex($payload), \bin2hex(\brine_serialize($value)));
    Checks::same("graph $seed in C", null, Likeness::difference($value, \brine_unserialize($payload)));
    $payloadOfPhp = encodedInPhp($seed);
    if ($payloadOfPhp === null) {
        return;
    }
    Checks::same("graph $seed, written in PHP", \bin2hex($payloadOfPhp), \bin2hex($payload));
    $value = Graph::make($seed);
    Encoder::encode($value);
    Checks::same("graph $seed in PHP", null, Likeness::difference($value, Decoder::decode($payloadOfPhp)));
}

$options = \getopt('', ['count:', 'seconds:', 'seed:']);
$count = (int) ($options['count'] ?? (isset($options['seconds']) ? \PHP_INT_MAX : 10_000));
$until = \hrtime(true) + (int) ($options['seconds'] ?? 1_000_000) * 1_000_000_000;
$seed = seed($options['seed'] ?? null);
// Compared values must not change meanwhile.
\gc_disable();
for ($i = 0; $i < $count && \hrtime(true) < $until; ++$i) {
    check($seed + $i);
    collectGarbage();
}
echo "seed $seed; $i graphs\n", Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed > 0 ? 1 : 0);
