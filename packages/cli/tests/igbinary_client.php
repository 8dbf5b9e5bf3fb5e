<?php

/*
 * A client of igbinary, for ForIgbinaryTest: php igbinary_client.php write|read|bytes SOCKET PORT. Prints what it reads as JSON of native text.
 */

declare(strict_types=1);

[, $do, $socket, $port] = $argv;
$array = ['id' => 7, 'roles' => ['editor', 'author']];
$values = ['null' => null, 'false' => false, 'int' => -12, 'float' => 1.5, 'string' => 'text', 'digits' => '12', 'empty' => [], 'array' => $array, 'object' => new ArrayObject($array), 'dates' => [new DateTimeImmutable('@7'), $array]];

$redis = new Redis();
$redis->connect($socket);
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
$memcached = new Memcached();
$memcached->addServer('127.0.0.1', (int) $port);
$memcached->setOption(Memcached::OPT_SERIALIZER, Memcached::SERIALIZER_IGBINARY);
$found = [];
foreach ($values as $name => $value) {
    if ($do === 'write') {
        $redis->set("igbinary:$name", $value);
        $memcached->set($name, $value, 3600);
    } elseif ($do === 'bytes') {
        $found[$name] = base64_encode((string) igbinary_serialize($value));
    } else {
        $found["redis $name"] = serialize($redis->get("igbinary:$name"));
        $found["memcached $name"] = serialize($memcached->get($name));
        $found["memcached $name is found"] = $memcached->getResultCode() === Memcached::RES_SUCCESS;
    }
}
if ($do === 'write') {
    $redis->rawcommand('INCRBY', 'counter', '41');
    $memcached->set('counter', 41);
    $memcached->set('packed', [str_repeat('text ', 1000)], 3600);
} elseif ($do === 'read') {
    $found['counters'] = [$redis->rawcommand('INCR', 'counter'), $memcached->increment('counter')];
    $found['packed'] = $memcached->get('packed') === [str_repeat('text ', 1000)];
}
echo json_encode($found, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
