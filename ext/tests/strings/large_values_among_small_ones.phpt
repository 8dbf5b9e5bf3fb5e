--TEST--
What an encoder keeps from large values says nothing of the next ones: bytes do not depend on what was encoded before
--EXTENSIONS--
brine
--FILE--
<?php
function strings_of(int $count): array
{
    $strings = [];
    for ($i = 0; $i < $count; ++$i) {
        $strings[] = "string $i";
    }

    /* Each once more, as a reference to the first. */
    return array_merge($strings, array_reverse($strings));
}

/* Below and above the sizes of an index, the largest of which is freed when a call ends. */
$counts = [3, 100, 130, 300, 520, 1100, 2100, 9000, 17000, 33000];
$expected = [];
foreach ($counts as $count) {
    $payload = brine_serialize(strings_of($count));
    var_dump(brine_unserialize($payload) === strings_of($count));
    $expected[$count] = md5($payload);
}

$wrong = 0;
foreach ([0, 1, 70, 200] as $small) {
    foreach (array_reverse($counts) as $count) {
        for ($i = 0; $i < $small; ++$i) {
            brine_serialize(["string $i", 'string 1']);
        }
        $wrong += md5(brine_serialize(strings_of($count))) !== $expected[$count];
    }
}
var_dump($wrong);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
