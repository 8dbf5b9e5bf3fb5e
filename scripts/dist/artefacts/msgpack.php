<?php

declare(strict_types=1);

require ($argv[1] ?? $_SERVER['QUERY_STRING']) . '/vendor/autoload.php';

use Brine\MessagePack\MessagePack;

$works = MessagePack::pack(['a' => 1]) === "\x81\xa1a\1" && brine_msgpack_unpack("\x81\xa1a\1") === ['a' => 1];
echo $works ? 'MessagePack works' : 'MessagePack fails';
