<?php

declare(strict_types=1);

// BRINE_VENDOR: of another version of the framework.
$vendor = getenv('BRINE_VENDOR');
require ($vendor === false ? __DIR__ . '/../vendor' : $vendor) . '/autoload.php';
