--TEST--
What a fiber's stack is said to have room for goes through both directions there and is freed, whatever its levels are made of
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (getenv('SKIP_ASAN')) {
    die('skip sanitized frames are larger');
}
?>
--INI--
memory_limit=512M
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

/** The outcome of a call. */
function answer(Closure $call): string
{
    try {
        $call();

        return 'done';
    } catch (Brine\DecodeException | Brine\EncodeException $exception) {
        return (string) preg_replace('/^(the value is nested deeper than) .*/', '$1', explode(' at ', $exception->getMessage())[0]);
    }
}

/** The levels for which the stack reports room. */
function room(mixed $deep): int
{
    try {
        brine_serialize($deep);
    } catch (Brine\EncodeException $exception) {
        preg_match('/deeper than (\d+) levels/', $exception->getMessage(), $match);
    }

    return (int) $match[1];
}

$deep = chain('list', 5000);
foreach (['256K', '1M', '1600K', 'usual'] as $size) {
    $size === 'usual' ? ini_restore('fiber.stack_size') : ini_set('fiber.stack_size', $size);
    $fiber = new Fiber(room(...));
    $fiber->start($deep);
    $room = $fiber->getReturn();
    foreach (['list', 'map', 'object', 'class', 'typed', 'reference', 'loose'] as $kind) {
        // In the fiber are only the calls: it is another stack that makes the values and frees them.
        $chain = chain($kind, $room);
        $longer = [chain($kind, $room)];
        $payload = brine_serialize($chain);
        $one_more = brine_serialize(chain($kind, $room + 1));
        $answers = [];
        foreach ([
            static fn () => brine_serialize($chain),
            static fn () => brine_serialize($longer),
            static fn () => brine_unserialize($payload),
            static fn () => brine_unserialize($one_more),
        ] as $call) {
            $fiber = new Fiber(static fn (): string => answer($call));
            $fiber->start();
            $answers[] = $fiber->getReturn();
        }
        $expected = ['done', 'the value is nested deeper than', 'done', 'the value is nested deeper than'];
        echo $answers === $expected ? '' : "$size, $kind, $room levels: " . implode(', ', $answers) . "\n";
    }
    echo $size, "\n";
}
?>
--EXPECT--
256K
1M
1600K
usual
