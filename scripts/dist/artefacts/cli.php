<?php

declare(strict_types=1);

/* Runs the command that Composer has installed. */

$directory = $argv[1] ?? $_SERVER['QUERY_STRING'];
$entry = tempnam(sys_get_temp_dir(), 'entry');
file_put_contents($entry, serialize(['a' => 1]));
// php-fpm has no PATH.
$program = PHP_BINDIR . '/php ' . escapeshellarg("$directory/vendor/bin/brine");
$json = shell_exec("$program convert " . escapeshellarg($entry) . ' --to json');
unlink($entry);
echo trim((string) $json) === '{"a":1}' ? trim((string) shell_exec("$program --version")) : "another value: $json";
