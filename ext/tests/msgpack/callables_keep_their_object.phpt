--TEST--
A method whose object is replaced by reference while it is called has its object to the end of the call
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

final class Counting
{
    private array $seen = [];

    public function unpack(string $payload): int
    {
        $GLOBALS['object'] = null;
        $this->seen[] = $payload;

        return count($this->seen);
    }

    public function pack(mixed $value): string
    {
        return brine_msgpack_pack($this->unpack(''));
    }

    public function __destruct()
    {
        echo 'destroyed after ', count($this->seen), "\n";
    }
}

$object = new Counting();
$callable = [&$object, 'unpack'];
echo unpacked("\x93\xD4\x01a\xD4\x01b\xD4\x01c", ['extensions' => [1 => $callable]]), "\n";

// After another one was called it is looked up again, and is not there.
$object = new Counting();
$extensions = [1 => $callable, 2 => strlen(...)];
thrown(static fn () => brine_msgpack_unpack("\x94\xD4\x01a\xD4\x01b\xD4\x02c\xD4\x01d", ['extensions' => $extensions]));

$object = new Counting();
$callable = [&$object, 'pack'];
echo bin2hex(brine_msgpack_pack([new stdClass(), new stdClass(), new stdClass()], 0, $callable)), "\n";
?>
--EXPECT--
destroyed after 3
[1, 2, 3]
destroyed after 2
TypeError: brine_msgpack_unpack(): The callable for extension type 1 is not callable any more
destroyed after 3
93010203
