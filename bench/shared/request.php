<?php

/*
 * One request of the measurement (bench/shared.php). Answers in JSON.
 *
 *     ?do=read         reads all payloads as an application reads its caches
 *     ?do=hit&count=N  hits one value so often, between two calls of sys_get_temp_dir()
 */

declare(strict_types=1);

ini_set('memory_limit', '1G');
@include __DIR__ . '/stubs.php';
$options = ['resident' => true];
$held = [];
$start = getrusage();
if (($_GET['do'] ?? '') === 'read') {
    foreach (glob(__DIR__ . '/payloads/*') ?: [] as $file) {
        $held[] = brine_unserialize((string) file_get_contents($file), $options);
    }
} elseif (($_GET['do'] ?? '') === 'hit') {
    $payload = brine_serialize(['key' => 'value of it', 'list' => range(1, 20)]);
    for ($i = 0; $i < 3; ++$i) {
        brine_unserialize($payload, $options);
    }
    $count = (int) $_GET['count'];
    sys_get_temp_dir();
    for ($i = 0; $i < $count; ++$i) {
        brine_unserialize($payload, $options);
    }
    sys_get_temp_dir();
}
$end = getrusage();
$microseconds = 0;
foreach (['ru_utime', 'ru_stime'] as $time) {
    $microseconds += ($end["$time.tv_sec"] - $start["$time.tv_sec"]) * 1_000_000 + $end["$time.tv_usec"] - $start["$time.tv_usec"];
}
echo json_encode(['pid' => getmypid(), 'microseconds' => $microseconds]);
