<?php

declare(strict_types=1);

/*
 * Compares brine_igbinary_unserialize() with the reader in PHP on bytes whose structure is changed: types, numbers, repeated keys, references put in
 * and taken out. Whole, the values are those of igbinary too.
 *
 *     scripts/php.sh release tests/agreement/codec/igbinary_mutations.php [--count N] [--seed N]
 */

namespace Brine\Tests\Codec;

use Brine\Igbinary\Decoder;
use Brine\Tests\Differential\Log;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';

if (PHP_INT_SIZE < 8 || !extension_loaded('igbinary') || !function_exists('brine_igbinary_unserialize')) {
    echo "skipped: this needs 64-bit integers and the extensions igbinary and brine\n";
    exit(0);
}

ini_set('memory_limit', '512M');
error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../differential/classes.php';
require __DIR__ . '/../differential/check.php';
require __DIR__ . '/igbinary_values.php';
require __DIR__ . '/igbinary_disagreement.php';

final class Pair
{
    public mixed $a = null;
    public mixed $b = null;
}

final class Strict
{
    public array $list = [];
    public ?Strict $next = null;
    public int $number = 1;
    public mixed $any = null;
    private ?string $text = 'x';
}

final class Hooked
{
    public mixed $data = null;

    public function __serialize(): array
    {
        return ['data' => $this->data];
    }

    public function __unserialize(array $data): void
    {
        $this->data = $data['data'] ?? null;
    }
}

class Hidden
{
    private string $secret = 's';
    private ?array $list = [1];
    protected mixed $shared = 1;
}

#[\AllowDynamicProperties]
final class Sleeper extends Hidden
{
    public mixed $own = 'o';

    public function __sleep(): array
    {
        return ['secret', 'own', 'missing', 'list', 'shared'];
    }
}

/** @return list<mixed> */
function values(): array
{
    $pair = new Pair();
    $pair->a = $pair;
    $pair->b = [1, $pair, 'k' => [$pair]];
    $strict = new Strict();
    $strict->list = [1, 'a' => [2]];
    $strict->next = new Strict();
    $strict->any = [$strict, $strict->next];
    $array = [1, 'x' => [2, [3]], 'o' => $pair];
    $array['r'] = &$array['x'];
    $array['again'] = $array['x'];
    $hooked = new Hooked();
    $hooked->data = [$hooked, [1, 2], $pair];
    $part = [1, 2, ['q' => 1]];
    $owner = new Pair();
    $inside = [$owner, 1];
    $owner->a = $owner->b = $inside;
    $self = [1];
    $self['self'] = &$self;
    $number = 5;
    $deep = new Pair();
    $deep->a = [[[1, $deep], $deep], 2];
    $deep->b = &$deep->a;
    $sleeper = new Sleeper();
    $sleeper->own = [$sleeper, $part];

    return [
        $pair, [$strict, $strict], $array, [$hooked, $hooked], [$part, $part, [$part, 'k' => $part]], $inside, $self,
        [&$number, &$number, [$owner, &$number]], $deep, [$pair, $strict, $hooked, $array], [$sleeper, $part, $sleeper],
        ...array_map(arraysInsideThemselves(...), range(1, 4)), ...array_map(arraysBehindReferences(...), range(1, 8)),
    ];
}

function mutation(string $bytes): string
{
    for ($i = mt_rand(1, 3); $i > 0; --$i) {
        $at = mt_rand(4, strlen($bytes) - 1);
        $bytes = match (mt_rand(0, 5)) {
            0 => substr_replace($bytes, chr(mt_rand(0, 0x27)), $at, 1),
            1 => substr_replace($bytes, chr(mt_rand(0, 6)), $at, 1),
            2 => substr_replace($bytes, chr(mt_rand(0, 255)), $at, 1),
            3 => substr_replace($bytes, "\x01" . chr(mt_rand(0, 5)), $at, mt_rand(0, 2)),
            4 => substr_replace($bytes, ["\x22", "\x25\x22", "\x25\x01", "\x25"][mt_rand(0, 3)] . chr(mt_rand(0, 5)), $at, mt_rand(0, 2)),
            5 => substr_replace($bytes, "\x0E" . chr(mt_rand(0, 5)), $at, 2),
        };
    }

    return $bytes;
}

$options = getopt('', ['count:', 'seed:']);
$seed = \Brine\Tests\seed($options['seed'] ?? null);
$count = (int) ($options['count'] ?? 5000);
echo "seed $seed\n";
set_error_handler(Log::error(...));
gc_disable();
mt_srand($seed);
$samples = array_map(igbinary_serialize(...), values());
foreach ($samples as $i => $bytes) {
    $expected = dump(igbinary_unserialize($bytes));
    Tally::note("value $i, C", $expected === dump(brine_igbinary_unserialize($bytes)) ? null : 'not as igbinary: ' . bin2hex($bytes));
    Tally::note("value $i, PHP", $expected === dump(Decoder::decode($bytes)) ? null : 'not as igbinary: ' . bin2hex($bytes));
}
for ($index = 0; $index < $count; ++$index) {
    $bytes = mutation($samples[$index % count($samples)]);
    Tally::note("mutation $index (--seed $seed)", disagreement($bytes, ['max_elements' => 10_000], true));
    \Brine\Tests\collectGarbage();
}
echo Tally::$passed, ' passed, ', Tally::$failed, " failed\n";
exit(Tally::$failed === 0 ? 0 : 1);
