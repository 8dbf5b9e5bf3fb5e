<?php

declare(strict_types=1);

/*
 * Measures what a byte of a payload can cost, construct by construct: the figures of docs/internals/measurements.md.
 *
 *     scripts/php.sh release tests/limits/complexity/constructs.php [BYTES]
 */

require __DIR__ . '/../../../ext/tests/limits/constructs.inc';

ini_set('memory_limit', '-1');
gc_disable();

/** @return array{float, float, string} bytes of memory and nanoseconds for each byte, and the reason of a refusal */
function cost(string $payload): array
{
    $size = strlen($payload);
    $refusal = '';
    $times = [];
    $memory = 0;
    for ($i = 0; $i < 5; $i++) {
        memory_reset_peak_usage();
        $before = memory_get_usage();
        $start = hrtime(true);
        try {
            $value = brine_unserialize($payload);
        } catch (Brine\DecodeException $exception) {
            $refusal = $exception->getReason();
            unset($exception);
        }
        $memory = memory_get_peak_usage() - $before;
        unset($value);
        $times[] = hrtime(true) - $start;
        gc_collect_cycles();
    }
    sort($times);

    return [$memory / $size, $times[2] / $size, $refusal];
}

set_error_handler(static fn (): bool => true);
$size = (int) ($argv[1] ?? 100_000);
echo "| construct | memory, bytes a byte | time, ns a byte | |\n|---|---|---|---|\n";
foreach (constructs($size) as $name => $payload) {
    [$memory, $time, $refusal] = cost($payload);
    printf("| %s | %s | %s | %s |\n", $name, number_format($memory, $memory < 10 ? 1 : 0), number_format($time, $time < 10 ? 1 : 0), $refusal);
}
