<?php

declare(strict_types=1);

/* An application that has the library and brine/msgpack. */

require $argv[1];

use Brine\Auto;
use Brine\Format;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension\ObjectExtension;
use Brine\MessagePack\MessagePack;
use Brine\MessagePack\Packer;
use Brine\MessagePack\Type\Timestamp;
use Brine\MessagePackSerializer;

$auto = new Auto(new MessagePackSerializer());
$value = ['a' => 1, 'when' => new Timestamp(5)];
$auto->unserialize($auto->serialize($value)) == $value || exit("another value\n");
(new Auto(foreign: Format::MessagePack))->unserialize(MessagePack::pack(['a' => 1])) === ['a' => 1] || exit("not read as foreign\n");
(new Packer(null, [new ObjectExtension(7)]))->pack(new ArrayObject([1])) !== '' || exit("no object\n");
is_subclass_of(UnpackingFailedException::class, Brine\Exception::class) || exit("another parent\n");
str_ends_with((string) (new ReflectionClass(Brine\Exception::class))->getFileName(), '/src/Exception.php')
    || exit("the library's exception is another one\n");
echo "both work\n";
