--TEST--
A process knows dictionaries of 32 MB in all at most
--EXTENSIONS--
brine
--INI--
memory_limit=1G
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

foreach (['a', 'b', 'c'] as $letter) {
    $strings = [];
    for ($i = 0; $i < 180; $i++) {
        $strings[] = $letter . str_pad((string) $i, 65000, $letter);
    }
    $id = load($strings);
    echo strlen($id) === 16 ? "loaded\n" : preg_replace('/\d{5,}/', 'N', $id) . "\n";
}
?>
--EXPECT--
loaded
loaded
There are 2 dictionaries of N bytes already, and no room for more / too_many_dictionaries / 0
