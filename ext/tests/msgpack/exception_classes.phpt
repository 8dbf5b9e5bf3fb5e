--TEST--
The exceptions of MessagePack are exceptions of Brine, and can be made by PHP code
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

namespace Brine\MessagePack\Exception;

foreach ([PackingFailedException::class, UnpackingFailedException::class, InsufficientDataException::class, InvalidOptionException::class] as $class) {
    echo implode(' < ', [$class, ...array_values(class_parents($class))]), "\n";
}
$previous = new \Exception('before');
$packing = new PackingFailedException('message', 3, $previous, 'word');
echo $packing->getMessage(), ' ', $packing->getCode(), ' ', $packing->getReason(), ' ', $packing->getPrevious()->getMessage(), "\n";
$unpacking = new InsufficientDataException('message', previous: $previous, offset: 7, reason: 'word');
echo $unpacking->getMessage(), ' ', $unpacking->getCode(), ' ', $unpacking->getOffset(), ' ', $unpacking->getReason(), ' ', $unpacking->getPrevious()->getMessage(), "\n";
$empty = new UnpackingFailedException();
var_dump($empty->getMessage(), $empty->getOffset(), $empty->getReason(), $empty->getPrevious());
try {
    \brine_msgpack_pack([new \stdClass()]);
} catch (\Brine\Exception $exception) {
    echo $exception::class, ' ', $exception->getReason(), ' ', $exception->getCode(), ' ', $exception->getLine() > 0, "\n";
}
try {
    \brine_msgpack_unpack("\x91");
} catch (UnpackingFailedException $exception) {
    echo $exception::class, ' ', $exception->getReason(), ' ', $exception->getCode(), ' ', $exception->getLine() > 0, "\n";
}
final class Mine extends UnpackingFailedException
{
    public function __construct(int $offset)
    {
        parent::__construct('mine', offset: $offset, reason: 'mine');
    }
}
echo (new Mine(4))->getOffset(), "\n";
?>
--EXPECT--
Brine\MessagePack\Exception\PackingFailedException < Brine\Exception < Exception
Brine\MessagePack\Exception\UnpackingFailedException < Brine\Exception < Exception
Brine\MessagePack\Exception\InsufficientDataException < Brine\MessagePack\Exception\UnpackingFailedException < Brine\Exception < Exception
Brine\MessagePack\Exception\InvalidOptionException < Brine\Exception < Exception
message 3 word before
message 0 7 word before
string(0) ""
int(0)
string(0) ""
NULL
Brine\MessagePack\Exception\PackingFailedException unsupported_type 0 1
Brine\MessagePack\Exception\InsufficientDataException truncated 0 1
4
