<?php

/*
 * A visitor, who goes to the hosts in turn without a pause until its input ends: visitor.php ID SCRIPT SOCKET... Prints for each request "HOST KIND",
 * or what is wrong with the answer. SCRIPT gets id=ID&visit=NUMBER, and prints {"kind": …, "wrong": […], "output": …}.
 */

declare(strict_types=1);

use Brine\Tests\Resident\Server\FastCgi;

require __DIR__ . '/../../resident/server/FastCgi.php';

$sockets = array_slice($argv, 3);
stream_set_blocking(STDIN, false);
for ($visit = 0; fgets(STDIN) === false && !feof(STDIN); $visit++) {
    $host = $visit % count($sockets);
    $answer = FastCgi::ask($sockets[$host], $argv[2], "id=$argv[1]&visit=$visit");
    $known = json_decode($answer, true);
    echo $host, ' ', is_array($known) && $known['wrong'] === [] && $known['output'] === '' ? $known['kind'] : "visit $visit: $answer", "\n";
}
