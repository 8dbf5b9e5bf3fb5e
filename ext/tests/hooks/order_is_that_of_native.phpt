--TEST--
Hooks are called in native's order: while encoding at each object's place, after decoding inner ones first
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$log = [];
trait Logs
{
    public function __construct(public string $name = '', public mixed $a = null, public mixed $b = null)
    {
    }

    private function log(string $hook): void
    {
        $GLOBALS['log'][] = "$hook $this->name";
    }
}
final class Magic
{
    use Logs;

    public function __serialize(): array
    {
        $this->log('serialize');

        return [$this->a, $this->name, $this->b];
    }

    public function __unserialize(array $data): void
    {
        [$this->a, $this->name, $this->b] = $data;
        $this->log('unserialize');
    }
}
final class Sleeper
{
    use Logs;

    public function __sleep(): array
    {
        $this->log('sleep');

        return ['b', 'a', 'name'];
    }

    public function __wakeup(): void
    {
        $this->log('wakeup');
    }
}

$shared = new Sleeper('shared');
$cycle = new Magic('cycle');
$cycle->a = new Sleeper('in cycle', $cycle, $shared);
$value = [
    new Magic('m1', new Sleeper('s1', new Magic('m2')), [new Sleeper('s2'), $shared]),
    (object) ['plain' => new Sleeper('s3', $shared, new Magic('m3', $shared))],
    $cycle,
    $shared,
];
$decoded = unserialize(serialize($value));
$native = $log;
$log = [];
$decoded = brine_unserialize(brine_serialize($value));
var_dump($log === $native);
echo implode(', ', $log), "\n";
?>
--EXPECT--
bool(true)
serialize m1, sleep s1, serialize m2, sleep s2, sleep shared, sleep s3, serialize m3, serialize cycle, sleep in cycle, unserialize m2, wakeup s1, wakeup s2, wakeup shared, unserialize m1, unserialize m3, wakeup s3, wakeup in cycle, unserialize cycle
