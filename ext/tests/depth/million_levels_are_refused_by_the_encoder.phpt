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
        return explode(' at $', $exception->getMessage())[0];
    }
}

foreach (KINDS as $kind) {
    $chain = chain($kind, 1_000_000);
    echo $kind, ': ', on_both_stacks(static fn (): string => refuse($chain)), "\n";
    var_dump(take_apart($chain));
}
?>
--EXPECT--
list: the value is nested deeper than 4096 levels
int(1000000)
map: the value is nested deeper than 4096 levels
int(1000000)
object: the value is nested deeper than 4096 levels
int(1000000)
class: the value is nested deeper than 4096 levels
int(1000000)
typed: the value is nested deeper than 4096 levels
int(1000000)
reference: the value is nested deeper than 4096 levels
int(1000000)
array object: the value is nested deeper than 4096 levels
int(1000000)
