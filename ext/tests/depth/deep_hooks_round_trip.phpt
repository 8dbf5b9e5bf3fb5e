--TEST--
Objects with hooks, nested as deep as is allowed, go through both directions also in a fiber's small stack
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

final class Magic
{
    public $next = null;

    public function __serialize(): array
    {
        return [$this->next];
    }

    public function __unserialize(array $data): void
    {
        [$this->next] = $data;
    }
}
final class Sleeper
{
    public $next = null;

    public function __sleep(): array
    {
        return ['next'];
    }

    public function __wakeup(): void
    {
        $GLOBALS['woken'] = ($GLOBALS['woken'] ?? 0) + 1;
    }
}

function deepest(string $class, int $levels): int
{
    $chain = null;
    for ($i = 0; $i < $levels; $i++) {
        $link = new $class();
        $link->next = $chain;
        $chain = $link;
    }
    $decoded = brine_unserialize(brine_serialize($chain));
    for ($depth = 0; $decoded !== null; $depth++) {
        $decoded = $decoded->next;
    }

    return $depth;
}

foreach ([[Magic::class, 2048], [Sleeper::class, 4096]] as [$class, $levels]) {
    var_dump(on_both_stacks(static fn (): int => deepest($class, $levels)));
    echo on_both_stacks(static function () use ($class, $levels): string {
        try {
            return 'not refused: ' . deepest($class, $levels + 1);
        } catch (Brine\EncodeException $exception) {
            return explode(' at $', $exception->getMessage())[0];
        }
    }), "\n";
}
var_dump($woken % 4096);
?>
--EXPECT--
int(2048)
the value is nested deeper than 4096 levels
int(4096)
the value is nested deeper than 4096 levels
int(0)
