<?php

/*
 * Cases of resident values that random operations do not reach. Each runs in a separate process with its own settings, and expects the result of a
 * plain decode.
 *
 *     scripts/php.sh guard|release|asan tests/resident/cases.php [CASE]
 */

declare(strict_types=1);

namespace Brine\Tests\Resident;

use Brine\Tests\Checks;

error_reporting(E_ALL);
ini_set('memory_limit', '1G');
ini_set('display_errors', 'stderr');
ini_set('zend.exception_ignore_args', '1');
date_default_timezone_set('UTC');

require __DIR__ . '/Choice.php';
require __DIR__ . '/families/classes.php';
require __DIR__ . '/Case.php';
require __DIR__ . '/opcache.php';

/** A case and the settings of its process. */
const CASES = [
    'look_alikes' => ['brine.resident_memory=32M'],
    'look_alikes_of_objects' => ['brine.resident_memory=32M'],
    'many_in_turn' => ['brine.resident_memory=32M'],
    'full_table' => ['brine.resident_memory=64K'],
    'switched_off' => ['brine.resident_memory=0'],
    'beside_rrd' => ['brine_hooks.module=rrd'],
    'beside_http' => ['brine_hooks.module=http'],
    'setting_stays' => [],
    'signed' => [],
    'flipped_bits' => [],
    'limits' => [],
    'allowed_classes' => [],
    'payload_changes_afterwards' => [],
    'fork' => [],
    'fork_and_fill' => ['brine.resident_memory=64K'],
    'cycles' => [],
    'hooks_of_requests' => ['brine.resident_memory=64K'],
    'hooks_of_requests_in_the_middle' => ['brine.resident_memory=64K'],
    'opened_in_the_middle' => ['brine.resident_memory=64K'],
    'class_comes_later' => [],
    'autoloaders' => [],
    'callback_for_classes' => [],
    'hooks_in_order' => [],
    'hooks_that_throw' => [],
    'hooks_that_decode' => [],
    'hooks_that_suspend' => [],
    'dynamic_properties' => [],
    'references' => [],
    'enums' => [],
    'every_scalar' => [],
    'keys_of_arrays' => [],
    'large_values' => ['brine.resident_memory=1M'],
    'constants_and_statics_at_the_end' => [],
    'collector_and_property_tables' => [],
    'iterating_at_the_end' => [],
    'defaults_under_opcache' => [],
    'preloaded' => [],
    'readonly_classes' => [],
    'property_hooks' => [],
    'asymmetric_visibility' => [],
    'lazy_objects' => [],
    'clone_with' => [],
    'types_that_refuse' => ['brine.resident_memory=32M'],
    'enum_constants' => [],
    'statics' => [],
];

if (($argv[1] ?? '') === '--child') {
    require __DIR__ . '/cases/values.php';
    require __DIR__ . '/cases/process.php';
    require __DIR__ . '/cases/newer.php';
    (__NAMESPACE__ . '\\case_' . $argv[2])();
    echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
    exit(Checks::$failed === 0 ? 0 : 1);
}

$passed = $failed = 0;
foreach (CASES as $name => $settings) {
    if (isset($argv[1]) && !str_contains($name, $argv[1])) {
        continue;
    }
    [$output, $code] = inChild($settings, [__FILE__, '--child', $name]);
    if (preg_match('/(\d+) passed, (\d+) failed\n(?:bye\n)*$/D', $output, $found) === 1 && ($code === 0 || (int) $found[2] > 0)) {
        $passed += (int) $found[1];
        $failed += (int) $found[2];
    } else {
        ++$failed;
        echo "$name ended with $code\n";
    }
    $notes = preg_replace('/^(?:\d+ passed, \d+ failed|bye)\n/m', '', $output);
    echo $notes === '' ? '' : "$name:\n$notes\n";
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
