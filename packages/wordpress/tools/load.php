<?php

/*
 * A client of check.sh: requests pages and changes the site until a file "stop-load" exists. Prints the number of answers, and those
 * that were an error, as JSON.
 * usage: load.php DIRECTORY ROOT NAME SOCKET...
 */

declare(strict_types=1);

foreach (['Host', 'Site', 'Pages', 'Writes'] as $class) {
    require __DIR__ . "/$class.php";
}
[, $directory, $root, $name] = $argv;
$sockets = array_slice($argv, 4);
$pages = json_decode((string) file_get_contents("$directory/load.json"), true);
$writes = new Writes($pages['headers'], $name, crc32($name));
$requests = 0;
$failures = [];
while (!is_file("$directory/stop-load")) {
    $socket = $sockets[$requests % count($sockets)];
    if ($requests++ % 5 === 4) {
        [$path, $status, $body] = $writes->next(static fn (string $path, array $headers, string $json): array
            => Host::ask($socket, $root, $path, $headers, $json, 'POST', 'application/json'));
        $isRight = $status === 200 || $status === 201;
    } else {
        [$path, $headers] = $pages['paths'][random_int(0, count($pages['paths']) - 1)];
        [$status, $body] = Host::ask($socket, $root, $path, $headers, null, 'GET', '');
        $isRight = $status === ($path === '/not-there/' ? 404 : 200);
    }
    file_put_contents("$directory/requests", '.', FILE_APPEND);
    if (!$isRight) {
        $failures["$status $path"] = ($failures["$status $path"] ?? 0) + 1;
        file_put_contents("$directory/failed.html", "$status $path\n$body\n", FILE_APPEND);
    }
}
echo json_encode(['requests' => $requests, 'failures' => (object) $failures]);
