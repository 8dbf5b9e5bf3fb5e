<?php

/*
 * One request of the measurement (packages/bench/tools/shared.php). Answers in JSON.
 *
 *     ?do=state        whether values are shared
 *     ?do=read         reads all payloads as an application reads its caches
 *     ?do=hits&times=N reads them so often, from memory
 *     ?do=hit&count=N  hits one value so often, between two calls of sys_get_temp_dir()
 */

declare(strict_types=1);

ini_set('memory_limit', '1G');
$options = ['resident' => true];
$held = [];
$files = [];
if (($_GET['do'] ?? '') !== 'hit') {
    @include __DIR__ . '/stubs.php';
    $files = glob(__DIR__ . '/payloads/*') ?: [];
}
$payloads = ($_GET['do'] ?? '') === 'hits' ? array_map(file_get_contents(...), $files) : [];
$start = getrusage();
if (($_GET['do'] ?? '') === 'read') {
    foreach ($files as $file) {
        $held[] = brine_unserialize((string) file_get_contents($file), $options);
    }
} elseif ($payloads !== []) {
    for ($times = (int) $_GET['times']; $times > 0; --$times) {
        foreach ($payloads as $payload) {
            brine_unserialize($payload, $options);
        }
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
echo json_encode(['pid' => getmypid(), 'microseconds' => $microseconds, 'values' => count($files)]
    // Not in a request that is measured: it looks at all workers.
    + (($_GET['do'] ?? '') === 'state' ? ['state' => brine_resident_status()['shared']['state'] ?? 'off'] : []));
