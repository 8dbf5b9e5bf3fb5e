--TEST--
Hooks of values that are made from a template are called in a decode's order, with the same arguments, and throw through
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/resident.inc';

final class Log
{
    public static array $lines = [];
    public static ?string $thrower = null;

    public static function add(string $line): void
    {
        self::$lines[] = $line;
        if (self::$thrower !== null && str_starts_with($line, self::$thrower)) {
            throw new DomainException($line);
        }
    }
}
final class Custom
{
    private array $data = ['default'];

    public function __construct(public mixed $value = null)
    {
    }

    public function __serialize(): array
    {
        return ['value' => $this->value, 'more' => ['a' => [1, 2]], 5 => 'five'];
    }

    public function __unserialize(array $data): void
    {
        Log::add('custom ' . json_encode($data) . ' ' . json_encode($this->data));
        $data['more']['a'][] = 3;
        $this->data = $data;
        $this->value = $data['value'];
    }

    public function __destruct()
    {
        Log::$lines[] = 'destructed custom';
    }
}
final class Waking
{
    public mixed $inner = null;
    protected array $list = [1, 'x' => ['y']];
    private int $count = 0;

    public function __wakeup(): void
    {
        Log::add('waking ' . ++$this->count . ' ' . get_debug_type($this->inner) . ' ' . json_encode($this->list));
        $this->list[] = 'changed';
    }

    public function __destruct()
    {
        Log::$lines[] = 'destructed waking';
    }
}
final class Old
{
    public array $list = [1];

    public function __serialize(): array
    {
        return ['list' => $this->list];
    }

    public function __wakeup(): void
    {
        Log::add('old');
    }
}

$waking = new Waking();
$waking->inner = new Custom([new Waking(), 'text']);
$cycle = new Custom();
$cycle->value = ['me' => $cycle, 'same' => $waking, 'std' => (object) ['in' => $waking]];
$values = [
    'custom' => new Custom(['pure' => [1, 2]]), 'waking' => $waking, 'both' => [new Custom(1), $waking, new Custom($waking)], 'cycle' => $cycle,
    'rows' => [new Custom(1), new Custom(2), new Custom('x')],
];
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
    Log::$thrower = null;
    admit($payload);
    foreach ([null, 'custom', 'waking', 'waking 1 Custom'] as $thrower) {
        $logs = [];
        foreach ([[], RESIDENT] as $options) {
            gc_collect_cycles();
            Log::$lines = [];
            Log::$thrower = $thrower;
            $decoded = null;
            $hits = brine_resident_status()['hits'];
            Log::$lines[] = thrown(static function () use ($payload, $options, &$decoded): void {
                $decoded = brine_unserialize($payload, $options);
            });
            Log::$lines[] = print_r($decoded, true);
            $count = count(Log::$lines);
            $decoded = null;
            gc_collect_cycles();
            // The order in which the collector takes a cycle apart is its own.
            $destructed = array_splice(Log::$lines, $count);
            sort($destructed);
            $logs[] = [...Log::$lines, ...$destructed];
            if ($options && brine_resident_status()['hits'] !== $hits + 1) {
                echo "no hit\n";
            }
        }
        echo "$name, ", $thrower ?? 'nothing', ' throws: ', count($logs[0]), ' lines, ', $logs[0] === $logs[1] ? 'the same' : print_r($logs, true), "\n";
    }
}
// The array form of a class that has no __unserialize() becomes properties.
$payload = brine_serialize([new Old()]);
brine_unserialize($payload, RESIDENT);
echo changes(static fn (): mixed => brine_unserialize($payload, RESIDENT)), "\n";
unset($values, $cycle, $waking, $value);
Log::$thrower = null;
?>
--EXPECT--
custom, nothing throws: 4 lines, the same
custom, custom throws: 3 lines, the same
custom, waking throws: 4 lines, the same
custom, waking 1 Custom throws: 4 lines, the same
waking, nothing throws: 8 lines, the same
waking, custom throws: 5 lines, the same
waking, waking throws: 3 lines, the same
waking, waking 1 Custom throws: 7 lines, the same
both, nothing throws: 12 lines, the same
both, custom throws: 3 lines, the same
both, waking throws: 5 lines, the same
both, waking 1 Custom throws: 9 lines, the same
cycle, nothing throws: 10 lines, the same
cycle, custom throws: 5 lines, the same
cycle, waking throws: 3 lines, the same
cycle, waking 1 Custom throws: 7 lines, the same
rows, nothing throws: 8 lines, the same
rows, custom throws: 3 lines, the same
rows, waking throws: 8 lines, the same
rows, waking 1 Custom throws: 8 lines, the same
misses 1, refused properties 1
