<?php

/*
 * One access of a host to a shared cache directory: reads an entry, adds a step, and writes it. Hosts are "old" (serialize(), unserialize()),
 * "between" (writes like old, reads all) or "new". Prints the entry's steps.
 */

declare(strict_types=1);

use Brine\Auto;
use Brine\Format;

require __DIR__ . '/../bootstrap.php';

[, $host, $file, $step] = $argv;
$serializer = match ($host) {
    'old' => null,
    'between' => new Auto([Format::Native]),
    'new' => new Auto(),
    default => throw new \ValueError("no such host: $host"),
};
$bytes = (string) @\file_get_contents($file);
if ($bytes === '') {
    $entry = [];
} else {
    $entry = $serializer === null ? \unserialize($bytes) : $serializer->unserialize($bytes);
}
if (!\is_array($entry)) {
    exit("$host: a miss");
}
echo \json_encode($entry);
$entry[] = $step;
\file_put_contents($file, $serializer === null ? \serialize($entry) : $serializer->serialize($entry));
