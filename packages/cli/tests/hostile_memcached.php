<?php

declare(strict_types=1);

/*
 * A server that speaks as much of Memcached's meta commands as "brine migrate" does: php hostile_memcached.php PORT. The key says what is
 * odd about the entry, or the answer. "last" answers the last command that was to store something.
 */

$server = stream_socket_server("tcp://127.0.0.1:$argv[1]");
assert($server !== false);
$data = serialize(['id' => 1]);
$size = strlen($data);
$last = '';
while ($client = @stream_socket_accept($server, -1)) {
    $say = static fn (string $bytes): bool => @fwrite($client, $bytes) === strlen($bytes);
    while (($line = fgets($client)) !== false) {
        $words = explode(' ', rtrim($line));
        if ($words[0] === 'ms') {
            $last = rtrim($line);
            stream_get_contents($client, (int) $words[2] + 2);
            $say("HD\r\n");
            continue;
        }
        switch ($words[1] ?? $words[0]) {
            case 'last':
                $say("$last\r\n");
                break;
            case 'sixty-days':
                $say("VA $size s$size f0 t5184000 c7\r\n$data\r\n");
                break;
            case 'ends-now':
                $say("VA $size s$size f0 t0 c7\r\n$data\r\n");
                break;
            case 'no-cas':
                $say("VA $size s$size f0 t-1 c0\r\n$data\r\n");
                break;
            case 'endless-line':
                while ($say(str_repeat('VA', 1000))) {
                    continue;
                }
                break;
            case 'negative':
                $say("VA -5 s5 f0 t-1 c7\r\n$data\r\n");
                break;
            case 'too-large':
                $say("VA 99999999999999999999 f0 t-1 c7\r\n");
                break;
            case 'other-size':
                $say('VA ' . ($size - 2) . " f0 t-1 c7\r\n$data\r\n");
                break;
            case 'slow':
                $say("VA 1000000000 f0 t-1 c7\r\n");
                while ($say('x')) {
                    usleep(200_000);
                }
                break;
            case 'escapes':
                $say("SERVER_ERROR \e[31mred\r\n");
                break;
            default:
                $say("EN\r\n");
        }
    }
    fclose($client);
}
