--TEST--
Objects with __sleep(), each behind a reference, are encoded as deep as is allowed also in a fiber
--EXTENSIONS--
brine
--SKIPIF--
<?php
require __DIR__ . '/../most_levels.inc';
if (most_levels() < 2 * 4096) {
    die('skip fewer may be freed here');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

final class Sleeper
{
    public $next = null;

    public function __sleep(): array
    {
        return ['next'];
    }
}

function encoded(int $levels): string
{
    $chain = null;
    $links = [];
    for ($i = 0; $i < $levels; $i++) {
        $link = new Sleeper();
        $links[$i] = $chain;
        $link->next = &$links[$i];
        $chain = $link;
    }
    try {
        return strlen(brine_serialize($chain)) . ' bytes';
    } catch (Brine\EncodeException $exception) {
        return explode(' at $', $exception->getMessage())[0];
    }
}

echo on_both_stacks(static fn (): string => encoded(4096)), "\n";
echo on_both_stacks(static fn (): string => encoded(4097)), "\n";
?>
--EXPECT--
8209 bytes
the value is nested deeper than 4096 levels
