<?php

/*
 * Asks php-fpm's pool "first" for values that nobody has seen, until the time is over: DIRECTORY SECONDS NUMBER. Prints the number
 * of right answers, and the wrong ones, in JSON. A worker that was killed gives no answer at all.
 */

declare(strict_types=1);

require __DIR__ . '/../server/FastCgi.php';

[, $directory, $seconds, $client] = $argv;
$right = $round = 0;
$wrong = [];
// All values of three clients are fewer than the memory can keep.
for ($end = microtime(true) + (float) $seconds; microtime(true) < $end && $round < 1000; ++$round) {
    // Half of them are values of another client.
    $from = ($round % 2 === 0 ? (int) $client : ((int) $client + 1) % 3) * 100_000 + $round * 5;
    $text = Brine\Tests\Resident\Server\FastCgi::ask("$directory/first.socket", "$directory/request.php", "do=many&from=$from&to=" . $from + 10);
    $answer = json_decode($text, true);
    if (($answer['wrong'] ?? null) === []) {
        ++$right;
    } elseif (is_array($answer) || preg_match('/^(the answer breaks off: |no connection: )/', $text) !== 1) {
        $wrong[] = substr($text, 0, 1000);
    }
}
echo json_encode(['right' => $right, 'wrong' => $wrong]);
