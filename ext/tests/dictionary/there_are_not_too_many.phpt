--TEST--
A process knows 64 dictionaries at most
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

function load(array $strings): string
{
    try {
        return brine_dictionary_load(brine_serialize([$strings, [], []]));
    } catch (Brine\DecodeException $error) {
        return $error->getMessage() . ' / ' . $error->getReason() . ' / ' . $error->getOffset();
    }
}

for ($i = 0; $i < 64; $i++) {
    load(["number $i"]);
}
echo count(brine_dictionary_info()), "\n", load(['one more']), "\n";
echo load(['number 5']) === brine_dictionary_info()[5]['id'] ? "known as before\n" : "another\n";
?>
--EXPECT--
64
There are 64 dictionaries of 1014 bytes already, and no room for more / too_many_dictionaries / 0
known as before
