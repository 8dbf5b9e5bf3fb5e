<?php

/*
 * Encodes entries of Redis Object Cache, native, in each format, and decodes them, all of a request together, in rotated rounds. Prints entries, bytes,
 * the median of the nanoseconds and the memory of the values, as JSON.
 * usage: measure.php FILE-OF-KEYS-BY-REQUEST PORT ROUNDS
 */

use Brine\WordPress\Codec;
use Brine\WordPress\Settings;

$_SERVER['HTTP_HOST'] = 'check.invalid';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
require getenv('BRINE_CHECK_ROOT') . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/admin.php';

[, $file, $port, $rounds] = $argv;
$redis = new Redis();
$redis->connect('127.0.0.1', (int) $port);
$codec = new Codec(new Settings([]));
$resident = new Codec(new Settings(['BRINE_RESIDENT' => true]));
$isSerialized = static fn (string $bytes): bool => is_serialized($bytes);
$codecs = [
    // As Redis Object Cache: other strings and numbers are stored as they are.
    'native' => [
        static fn (mixed $value): string => is_array($value) || is_object($value) || is_serialized($value, false) ? serialize($value) : (string) $value,
        static fn (string $bytes): mixed => $isSerialized($bytes) ? unserialize($bytes) : $bytes,
    ],
    'igbinary' => [igbinary_serialize(...), igbinary_unserialize(...)],
    'Brine' => [static fn (mixed $value): string => $codec->encode($value, ''), static fn (string $bytes): mixed => $codec->read($bytes, '', false)],
    'resident' => [static fn (mixed $value): string => $codec->encode($value, ''), static fn (string $bytes): mixed => $resident->read($bytes, '', false)],
];
$requests = json_decode((string) file_get_contents($file), true);
$all = $redis->keys('native:*');
$results = [];
foreach (['all' => $all] + $requests as $name => $keys) {
    $payloads = array_fill_keys(array_keys($codecs), []);
    foreach ($keys as $key) {
        $bytes = $redis->get($key);
        if (!is_string($bytes)) {
            continue;
        }
        $value = $codecs['native'][1]($bytes);
        foreach ($codecs as $format => [$encode]) {
            $payloads[$format][] = $encode($value);
        }
    }
    $result = ['entries' => count($payloads['native']), 'bytes' => [], 'time' => [], 'memory' => []];
    $times = $memory = [];
    for ($round = -3; $round < (int) $rounds; ++$round) {
        $formats = array_keys($codecs);
        $first = abs($round) % count($formats);
        foreach ([...array_slice($formats, $first), ...array_slice($formats, 0, $first)] as $format) {
            $decode = $codecs[$format][1];
            $values = [];
            gc_collect_cycles();
            memory_reset_peak_usage();
            $before = memory_get_usage();
            $start = hrtime(true);
            foreach ($payloads[$format] as $bytes) {
                $values[] = $decode($bytes);
            }
            $time = hrtime(true) - $start;
            if ($round >= 0) {
                $times[$format][] = $time;
                $memory[$format] = memory_get_peak_usage() - $before;
            }
        }
    }
    foreach ($times as $format => $list) {
        sort($list);
        $times[$format] = $list[intdiv(count($list), 2)];
    }
    foreach (array_keys($codecs) as $format) {
        $result['bytes'][] = array_sum(array_map(strlen(...), $payloads[$format]));
        $result['time'][] = $times[$format];
        $result['memory'][] = $memory[$format];
    }
    $results[$name] = $result;
}
echo json_encode($results);
