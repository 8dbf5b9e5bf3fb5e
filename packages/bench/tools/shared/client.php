<?php

/*
 * A client of the measurement under eviction (packages/bench/tools/shared_churn.php): every so-many-th request of all. Prints the number of right answers.
 *
 *     client.php DIRECTORY REQUESTS CLIENT CLIENTS REQUESTS_OF_A_VALUE
 */

declare(strict_types=1);

require __DIR__ . '/../../../../tests/resident/server/FastCgi.php';

[, $directory, $requests, $client, $clients, $each] = $argv;
$right = 0;
for ($request = (int) $client; $request < (int) $requests; $request += (int) $clients) {
    $newest = 300 + intdiv($request, (int) $each);
    $text = Brine\Tests\Resident\Server\FastCgi::ask("$directory/first.socket", "$directory/request.php", "newest=$newest&client=$request");
    $right += (json_decode($text, true)['read'] ?? 0) === 40 ? 1 : 0;
}
echo $right;
