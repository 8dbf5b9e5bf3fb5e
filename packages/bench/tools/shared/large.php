<?php

/*
 * One request of the measurement of a large value (packages/bench/tools/shared_large.php). Answers in JSON: its peak of memory, and what the process says of its values.
 *
 *     ?do=payload    reads the payload only
 *     ?do=value      decodes it, too
 *     ?do=plain      decodes it without keeping it
 *     ?do=store      puts the value into APCu
 *     ?do=fetch      gets it from there
 */

declare(strict_types=1);

$do = $_GET['do'] ?? '';
$options = ['resident' => true, 'max_memory' => PHP_INT_MAX, 'max_elements' => PHP_INT_MAX];
$value = null;
if ($do === 'payload' || $do === 'value' || $do === 'plain' || $do === 'store') {
    $payload = file_get_contents(__DIR__ . '/payload');
}
if ($do === 'value') {
    $value = brine_unserialize($payload, $options);
} elseif ($do === 'plain') {
    $value = brine_unserialize($payload, ['resident' => false] + $options);
} elseif ($do === 'store') {
    $success = apcu_store('large', brine_unserialize($payload, ['resident' => false] + $options));
} elseif ($do === 'fetch') {
    $value = apcu_fetch('large');
}
$peak = memory_get_peak_usage();
echo json_encode(['pid' => getmypid(), 'peak' => $peak, 'success' => $success ?? is_array($value), 'count' => is_array($value) ? count($value) : 0, 'status' => brine_resident_status()]);
