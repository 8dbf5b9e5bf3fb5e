<?php

/*
 * A client of the test of eviction: requests that read old and new values and hold them, some of which end by an error or with a late close.
 *
 *     evicting_client.php DIRECTORY REQUESTS CLIENT
 */

declare(strict_types=1);

namespace Brine\Tests\Resident\Shared;

use Brine\Tests\Resident\Server\FastCgi;

require __DIR__ . '/../server/FastCgi.php';

[, $directory, $requests, $client] = $argv;
$random = new \Random\Randomizer(new \Random\Engine\Mt19937((int) $client));
$wrong = [];
$start = \microtime(true);
// Until others have become old a few times, too.
for ($request = 0; $request < (int) $requests || \microtime(true) - $start < 12; ++$request) {
    // What is read moves on with time, so that entries become old.
    $from = (int) (60 * (\microtime(true) - $start)) + $random->getInt(0, 100);
    $do = ['hold', 'hold', 'read', 'fatal'][$random->getInt(0, 3)];
    $body = $random->getInt(0, 9) === 0 ? 100 : 0;
    $socket = FastCgi::open("$directory/first.socket", "$directory/evicting.php", "do=$do&from=$from&to=" . ($from + 10), $body);
    $text = FastCgi::answer($socket, $body > 0);
    $random->getInt(0, 9) === 0 && \usleep(20_000);
    \fclose($socket);
    // An error's message stands before the answer, and behind it in the log.
    $answer = \json_decode(\preg_replace(['/^.*?(?=\{"wrong")/s', '/errors: .*$/s'], '', $text), true);
    if (($answer['wrong'] ?? null) !== [] || ($do === 'fatal') !== \str_contains($text, 'Allowed memory size')) {
        $wrong[] = "request $request ($do, $from): " . \substr($text, 0, 500);
    }
}
echo \json_encode(['wrong' => \array_slice($wrong, 0, 5), 'requests' => $request]);
