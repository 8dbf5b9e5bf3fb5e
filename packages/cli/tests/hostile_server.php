<?php

declare(strict_types=1);

/*
 * A hostile web server: php hostile_server.php PORT. The path says how. "/json?…" answers with the rest of the path.
 */

$server = stream_socket_server("tcp://127.0.0.1:$argv[1]");
assert($server !== false);
while ($client = @stream_socket_accept($server, -1)) {
    $request = (string) fgets($client);
    $path = explode(' ', $request)[1] ?? '';
    $say = static fn (string $bytes): bool => @fwrite($client, $bytes) === strlen($bytes);
    switch (strtok($path, '?')) {
        case '/endless-head':
            $say("HTTP/1.1 200 OK\r\n");
            while ($say("X-More: and more\r\n")) {
                continue;
            }
            break;
        case '/endless-body':
            $say("HTTP/1.1 200 OK\r\n\r\n[");
            while ($say(str_repeat('0,', 1000))) {
                continue;
            }
            break;
        case '/slow':
            $say("HTTP/1.1 200 OK\r\n\r\n");
            while ($say(' ')) {
                usleep(200_000);
            }
            break;
        case '/elsewhere':
            $say("HTTP/1.1 302 Found\r\nLocation: file:///etc/\e[31mpasswd\r\n\r\n");
            break;
        case '/deep':
            $say("HTTP/1.1 200 OK\r\n\r\n" . str_repeat('[', 60_000));
            break;
        case '/colliding':
            $say("HTTP/1.1 200 OK\r\n\r\n{\"php\":\"\",\"sapi\":\"\",\"extensions\":{" . implode(',', array_map(static fn (int $i): string => '"' . $i * 65_536 . '":""', range(0, 4000))) . '}}');
            break;
    }
    fclose($client);
}
