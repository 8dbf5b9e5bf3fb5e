<?php

declare(strict_types=1);

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Store\RedisCache;

require __DIR__ . '/../vendor/autoload.php';

session_start();
$_SESSION['visits'] = ($_SESSION['visits'] ?? 0) + 1;

$redis = new Redis();
$redis->connect('redis');
$cache = new RedisCache($redis, new Auto(new BrineSerializer(), ['resident' => true]), 'app:');

$products = $cache->get('products');
$origin = 'the cache';
if ($products === null) {
    $origin = 'this request, which has filled the cache';
    $products = [];
    for ($id = 1; $id <= 500; ++$id) {
        $products[] = ['id' => $id, 'name' => "Product $id", 'price' => $id * 1.25, 'tags' => ['new', $id % 2 === 0 ? 'even' : 'odd']];
    }
    $cache->set('products', $products, 3600);
}

$resident = brine_resident_status();
header('Content-Type: text/plain; charset=utf-8');
printf("PHP %s, Brine %s, worker %d\n\n", PHP_VERSION, phpversion('brine'), getmypid());
printf("session:  visit %d, stored as %s\n", $_SESSION['visits'], bin2hex(substr((string) session_encode(), 0, 2)));
printf("cache:    %d products from %s; the entry has %d bytes, native text %d\n", count($products), $origin, $redis->strlen('app:products'), strlen(serialize($products)));
printf("resident: %d hits, %d misses, %d entries, %d bytes in this worker\n", $resident['hits'], $resident['misses'], $resident['entries'], $resident['bytes']);
