<?php

/*
 * Notes the hits and misses of each request, the class that counted them, the names of its entries if the cache is that of Redis Object Cache, and the
 * processor's time. Nothing is requested from other machines.
 */

add_filter('pre_http_request', static fn (): array => ['response' => ['code' => 404, 'message' => 'Not Found'], 'headers' => [], 'body' => '{"translations":[]}', 'cookies' => []]);
$start = getrusage();
add_action('shutdown', static function () use ($start): void {
    $cache = $GLOBALS['wp_object_cache'];
    $file = (string) getenv('BRINE_CHECK_COUNTS');
    if ($file === '') {
        return;
    }
    file_put_contents($file, ($cache->cache_hits ?? 0) . ' ' . ($cache->cache_misses ?? 0) . ' ' . get_class($cache) . ' ' . ($_SERVER['REQUEST_URI'] ?? '') . "\n", FILE_APPEND);
    if (defined('BRINE_CHECK_DROP_IN') || defined('WITHOUT_DROP_IN')) {
        file_put_contents("$file.keys", json_encode(array_keys((array) ($cache->cache ?? []))));
        $end = getrusage();
        $time = 0;
        foreach (['ru_utime', 'ru_stime'] as $name) {
            $time += ($end["$name.tv_sec"] - $start["$name.tv_sec"]) * 1_000_000 + $end["$name.tv_usec"] - $start["$name.tv_usec"];
        }
        file_put_contents("$file.cpu", $time);
    }
}, 1000);
