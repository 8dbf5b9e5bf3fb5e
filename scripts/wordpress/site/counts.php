<?php

/* Notes the hits and misses of each request and the class that counted them. Nothing is requested from other machines. */

add_filter('pre_http_request', static fn (): array => ['response' => ['code' => 404, 'message' => 'Not Found'], 'headers' => [], 'body' => '{"translations":[]}', 'cookies' => []]);
add_action('shutdown', static function (): void {
    $cache = $GLOBALS['wp_object_cache'];
    $file = (string) getenv('BRINE_CHECK_COUNTS');
    $file === '' || file_put_contents($file, ($cache->cache_hits ?? 0) . ' ' . ($cache->cache_misses ?? 0) . ' ' . get_class($cache) . ' ' . ($_SERVER['REQUEST_URI'] ?? '') . "\n", FILE_APPEND);
}, 1000);
