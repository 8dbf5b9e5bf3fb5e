<?php

/* Runs in the process that forks the workers, or as another user in a child of it. */

declare(strict_types=1);

$payload = brine_serialize(['preloaded' => range(1, 100)]);
for ($i = 0; $i < 3; ++$i) {
    brine_unserialize($payload, ['resident' => true]);
}
error_log('preloaded: ' . brine_resident_status()['shared']['state']);
