--TEST--
Values nested a million deep are refused by the encoder, whatever they are made of, also in a fiber
--EXTENSIONS--
brine
--INI--
memory_limit=2G
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

function refuse(mixed $chain): string
{
    try {
        return 'encoded to ' . strlen(brine_serialize($chain)) . ' bytes';
    } catch (Brine\EncodeException $exception) {
        return $exception->getMessage();
    }
}

foreach (KINDS as $kind) {
    $chain = chain($kind, 1_000_000);
    $fiber = new Fiber(static fn (): string => refuse($chain));
    $fiber->start();
    $messages = [refuse($chain), $fiber->getReturn()];
    unset($fiber);
    echo $kind, ': ', $messages[0] === $messages[1] ? 'the same in a fiber, ' : "in a fiber $messages[1], ", explode(' at $', $messages[0])[0], "\n";
    var_dump(take_apart($chain));
}
?>
--EXPECT--
list: the same in a fiber, the value is nested deeper than 4096 levels
int(1000000)
map: the same in a fiber, the value is nested deeper than 4096 levels
int(1000000)
object: the same in a fiber, the value is nested deeper than 4096 levels
int(1000000)
class: the same in a fiber, the value is nested deeper than 4096 levels
int(1000000)
typed: the same in a fiber, the value is nested deeper than 4096 levels
int(1000000)
reference: the same in a fiber, the value is nested deeper than 4096 levels
int(1000000)
array object: the same in a fiber, the value is nested deeper than 4096 levels
int(1000000)
