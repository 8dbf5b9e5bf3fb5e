<?php

/*
 * The process of one case.
 * usage: worker.php CASE REQUESTS SECONDS LEAK ADDRESS
 */

declare(strict_types=1);

namespace Brine\Tests\Loops;

use Brine\Tests\Library\Loop\Loop;

\error_reporting(\E_ALL);
\ini_set('display_errors', 'stderr');
require __DIR__ . '/../bootstrap.php';

[, $case, $requests, $seconds, $leak, $address] = $argv;
[$kind, $name, $isResident] = \explode(', ', $case) + [2 => ''];
$isResident = $isResident === 'resident';
if ($kind === 'store') {
    require __DIR__ . '/../../vendor/autoload.php';
}
Values::fillCaches();
Loop::run(match ($kind) {
    'serializer' => Serializers::requests($name, $isResident),
    'store' => Stores::requests($name, $address, $isResident),
    'state' => (new Carrying())->request(...),
    default => throw new \ValueError("There is no case \"$case\""),
}, (int) $requests, (float) $seconds, $leak);
