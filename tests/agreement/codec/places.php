<?php

declare(strict_types=1);

/*
 * Error locations: PHP rejects some objects of random values, whose classes or states have changed. The extension and both readers in PHP name
 * the same object, at its offset.
 *
 *     scripts/php.sh release tests/agreement/codec/places.php [--count N] [--seed N] [--only INDEX]
 */

namespace Brine\Tests\Codec;

use Brine\DecodeException;
use Brine\Format\Decoder;
use Brine\Igbinary\Decoder as IgbinaryDecoder;
use Brine\Igbinary\Reader as IgbinaryReader;
use Brine\Internal\ReadOptions;
use Brine\Tests\Checks;
use Brine\Tree\Classes;
use Brine\Tree\Observer;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}
error_reporting(E_ALL & ~E_DEPRECATED);
date_default_timezone_set('UTC');

// As the classes are when the value is written, and then as they are when it is read: names of one length.

class WrittenRow
{
    public $number = 1;
    public $next = null;
    public $items = [];
    public $more = null;
}

class ReadingRow
{
    public int|float $number = 1;
    public ?self $next = null;
    public array $items = [];
    public mixed $more = null;
}

class WrittenBase
{
    private $secret = 'a';
    protected $kept = 1;

    public function __construct(mixed $secret, mixed $kept)
    {
        [$this->secret, $this->kept] = [$secret, $kept];
    }
}

class WrittenHeir extends WrittenBase
{
    private $secret = 'b';
}

class ReadingBase
{
    private string $secret = 'a';
    protected int $kept = 1;
}

class ReadingHeir extends ReadingBase
{
    private mixed $secret = 'b';
}

class WrittenPair
{
    public $integer = 1;
    public $float = 1.5;
}

class ReadingPair
{
    public int $integer = 1;
    public float $float = 1.5;
}

#[\AllowDynamicProperties]
class WrittenOpen
{
    public int $number = 1;
}

final readonly class ReadingOpen
{
    public int $number;
}

class WrittenDate extends \DateTimeImmutable
{
    public $days = 1;
}

class ReadingDate extends \DateTimeImmutable
{
    public int $days = 1;
}

class WrittenList extends \ArrayObject
{
    public bool $isBad = false;

    public function __serialize(): array
    {
        return $this->isBad ? [0, 'no array', [], null] : parent::__serialize();
    }
}

#[\AllowDynamicProperties]
class ReadingList extends \ArrayObject
{
}

class WrittenZone extends \DateTimeZone
{
    public bool $isBad = false;

    public function __serialize(): array
    {
        return ['timezone_type' => 3, 'timezone' => $this->isBad ? 'Moon' : 'UTC'];
    }
}

class ReadingZone extends \DateTimeZone
{
}

class WrittenHeap extends \SplObjectStorage
{
    public $note = 1;
}

class ReadingHeap extends \SplObjectStorage
{
    public int $note = 1;
}

/** Reads a value of its own when it is read. */
class Nesting
{
    public function __construct(private mixed $inner)
    {
    }

    public function __serialize(): array
    {
        return [\brine_serialize($this->inner), $this->inner];
    }

    public function __unserialize(array $data): void
    {
        $this->inner = Decoder::decode($data[0]);
    }

    public function __destruct()
    {
        Decoder::decode(\brine_serialize([new \DateTime('@0')]));
    }
}

if (PHP_VERSION_ID >= 80400) {
    eval('namespace ' . __NAMESPACE__ . '; class WrittenLink { public $id = 1; protected $url = "x"; public $next = null; }
        class ReadingLink { public $id = 1; protected string $url { get => "/$this->id"; } public $next = null; }');
}

/** Makes random values. Most objects in them are good. */
final class Maker
{
    private \Random\Randomizer $random;

    /** @var list<object> */
    private array $objects = [];

    private int $budget = 0;

    public function __construct(int $seed)
    {
        $this->random = new \Random\Randomizer(new \Random\Engine\Xoshiro256StarStar($seed));
        $this->budget = $this->below(40);
    }

    private function below(int $number): int
    {
        return $this->random->getInt(0, $number - 1);
    }

    private function isBad(): bool
    {
        return $this->below(8) === 0;
    }

    /** A table or a list of values, and references that some of them share. */
    public function value(): array
    {
        $values = [];
        for ($i = $this->below(5); $i >= 0; --$i) {
            $values[$this->below(2) === 0 ? "key $i" : $i] = $this->below(4) === 0 ? $this->table() : $this->any();
        }
        if ($this->below(3) === 0) {
            // A list in which two of its rows hold it: igbinary writes it by its number there.
            $rows = [$this->object(0), $this->any(), $this->object($this->below(10)), $this->object(1), $this->any()];
            $rows[0]->more = $rows[3]->more = $values['circle'] = $rows;
        }
        $pairs = array_values(array_filter($this->objects, static fn (object $object): bool => $object instanceof WrittenPair));
        for ($i = count($pairs) - 1; $i > 0; --$i) {
            match ($this->below(4)) {
                0 => $pairs[$i]->integer = &$pairs[$i - 1]->float,
                1 => $pairs[$i]->float = &$pairs[$i - 1]->integer,
                2 => $pairs[$i]->float = &$pairs[$i - 1]->float,
                3 => null,
            };
        }

        return $values;
    }

    private function any(): mixed
    {
        if (--$this->budget < 0) {
            return $this->below(100);
        }

        return match ($this->below(9)) {
            0 => $this->below(1000),
            1 => "text {$this->below(1000)}",
            2 => [$this->any(), 'x' => $this->any()],
            3 => $this->objects === [] ? null : $this->objects[$this->below(count($this->objects))],
            default => $this->object($this->below(PHP_VERSION_ID >= 80400 ? 11 : 10)),
        };
    }

    /** @return list<object> rows of one class */
    private function table(): array
    {
        $class = $this->below(10);
        $rows = [];
        for ($i = $this->below(12); $i >= 0; --$i) {
            $rows[] = $this->object($class);
        }

        return $rows;
    }

    private function object(int $class): object
    {
        $isBad = $this->isBad();
        $object = match ($class) {
            0, 1 => new WrittenRow(),
            2 => new WrittenHeir($isBad ? $this->below(9) : 'fine', $this->isBad() ? 'bad' : 7),
            3 => new WrittenPair(),
            4 => new WrittenOpen(),
            5 => new WrittenDate('@' . $this->below(1_000_000)),
            6 => new WrittenList($this->below(2) === 0 ? [$this->any()] : new \ArrayObject([$this->any()])),
            7 => new WrittenZone('UTC'),
            8 => new WrittenHeap(),
            9 => new Nesting(['date' => new \DateTime('@1'), $this->below(100)]),
            10 => new WrittenLink(),
        };
        match ($class) {
            0, 1 => $this->fill($object, $isBad),
            3 => [$object->integer, $object->float] = [$isBad ? 'bad' : $this->below(9), $this->isBad() ? null : $this->below(9) / 2],
            4 => $isBad ? $object->{'dynamic'} = $this->any() : null,
            5 => $object->days = $isBad ? 'seven' : 7,
            6, 7 => $object->isBad = $isBad,
            8 => $this->store($object, $isBad),
            10 => $object->next = $this->any(),
            default => null,
        };

        return $this->objects[] = $object;
    }

    private function fill(WrittenRow $row, bool $isBad): void
    {
        [$row->number, $row->more] = [$isBad ? "bad {$this->below(3)}" : $this->below(100), $this->any()];
        $row->items = $this->isBad() ? $this->any() : [$this->any()];
        if ($this->below(3) === 0) {
            $row->next = $this->isBad() ? $this->any() : $this->object(0);
        }
    }

    private function store(WrittenHeap $heap, bool $isBad): void
    {
        $heap->note = $isBad ? 'bad' : 1;
        for ($i = $this->below(3); $i > 0; --$i) {
            $heap[$this->object($this->below(10))] = $this->any();
        }
    }
}

/** The offsets of what is in igbinary's bytes, by place. */
final class Offsets implements Observer
{
    /** @var array<string, int> */
    public array $offsets = [];

    /** @var list<string> */
    private array $open = [];

    public function begin(int $at, int|string|null $key): void
    {
        $this->open[] = $key === null ? '$value' : '[' . (is_int($key) ? $key : "'" . preg_replace('/^\0[^\0]+\0/', '', $key) . "'") . ']';
        $this->offsets[implode('', $this->open)] ??= $at;
    }

    public function end(int $end, mixed $value): void
    {
        array_pop($this->open);
    }

    public function column(int $at, int $end, array $cells): void
    {
    }

    public function element(int|string $key, mixed $value, bool $isRow): void
    {
    }
}

/** @return array{string, int, string, string, string, string}|string reason, offset, path, message, class and message of the cause; or another result */
function refusal(\Closure $decode): array|string
{
    try {
        $decode();
    } catch (DecodeException $error) {
        $cause = $error->getPrevious();

        return [$error->getReason(), $error->getOffset(), $error->getPath(), $error->getMessage(), $cause === null ? '' : $cause::class, $cause?->getMessage() ?? ''];
    } catch (\Throwable $error) {
        return 'throws ' . $error;
    }

    return 'decodes';
}

/** The place of the object, with a property's name as that of an element: igbinary's reader tells offsets of objects only. */
function placeOfObject(string $reason, string $path): string
{
    $path = $reason === 'bad_property' ? preg_replace('/->[^>\[]+$/', '', $path) : $path;

    return (string) preg_replace('/->([^>\[-]+)/', "['\$1']", (string) $path);
}

function objectAt(mixed $value, string $place): mixed
{
    preg_match_all("/\[(?:'([^']*)'|([0-9]+))\]/", $place, $steps, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
    foreach ($steps as [, $name, $number]) {
        $elements = $value;
        if (is_object($value)) {
            $elements = [];
            foreach (method_exists($value, '__serialize') ? $value->__serialize() : get_mangled_object_vars($value) as $key => $element) {
                $elements[preg_replace('/^\0[^\0]+\0/', '', (string) $key)] = $element;
            }
        }
        $value = $elements[$name ?? $number] ?? null;
    }

    return $value;
}

function isSame(mixed $one, mixed $other): bool
{
    return is_object($one) && $one === $other;
}

function check(string $name, mixed $value): string
{
    $written = str_replace(__NAMESPACE__ . '\Written', __NAMESPACE__ . '\Reading', \brine_serialize($value));
    $expected = refusal(static fn () => \brine_unserialize($written));
    $actual = refusal(static fn () => Decoder::decode($written));
    Checks::same("$name in PHP", $expected, $actual);
    if (!extension_loaded('igbinary')) {
        return is_array($expected) ? $expected[0] : $expected;
    }
    $bytes = str_replace(__NAMESPACE__ . '\Written', __NAMESPACE__ . '\Reading', \igbinary_serialize($value));
    $actual = refusal(static fn () => IgbinaryDecoder::decode($bytes));
    if (!is_array($expected) || !is_array($actual)) {
        Checks::same("$name, igbinary", $expected, $actual);

        return is_string($expected) ? $expected : $expected[0];
    }
    // In igbinary's bytes, an object has another offset if an array contains itself.
    [$place, $placeHere] = [placeOfObject($expected[0], $expected[2]), placeOfObject($actual[0], $actual[2])];
    $words = array_map(static fn (array $of): string => str_replace([" at byte $of[1]", ", in $of[2]"], '', $of[3]), [$expected, $actual]);
    Checks::same("$name, igbinary", [$expected[0], $words[0]], [$actual[0], $words[1]]);
    if (!str_contains($place . $placeHere, '…')) {
        Checks::that("$name, the object, igbinary", $place === $placeHere || isSame(objectAt($value, $place), objectAt($value, $placeHere)));
        $offsets = new Offsets();
        (new IgbinaryReader($bytes, ReadOptions::parse([], 'places'), Classes::namesOnly(), $offsets))->read();
        Checks::same("$name, offset of igbinary", $offsets->offsets[$placeHere] ?? null, $actual[1]);
    }

    return $expected[0];
}

$options = getopt('', ['count:', 'seed:', 'only:']);
$seed = \Brine\Tests\seed($options['seed'] ?? null);
$first = (int) ($options['only'] ?? 0);
$count = isset($options['only']) ? 1 : (int) ($options['count'] ?? 2000);
echo "seed $seed\n";
$reasons = [];
for ($index = $first; $index < $first + $count; ++$index) {
    $reason = check("value $index (--seed $seed --only $index)", (new Maker($seed + $index))->value());
    $reasons[$reason] = ($reasons[$reason] ?? 0) + 1;
}
if ($count >= 1000) {
    foreach (['decodes', 'bad_property', 'bad_object'] as $reason) {
        Checks::that("many are: $reason", ($reasons[$reason] ?? 0) >= $count / 20);
    }
}
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
