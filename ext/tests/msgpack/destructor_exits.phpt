--TEST--
A destructor of what a failed call gives up ends the script, and no exception takes the place of that
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Ending
{
    public function __destruct()
    {
        exit("exit\n");
    }
}

// The second value of "a" takes the place of the object; the bytes after the map are an error.
brine_msgpack_unpack("\x92\x82\xA1a\xD4\x01x\xA1a\x00\xC1", ['extensions' => [1 => static fn (): Ending => new Ending()]]);
echo "not reached\n";
?>
--EXPECT--
exit
