<?php

/*
 * Requests a site's pages, three at a time, until a file "stop-load" exists. Prints the number of answers, and those that were not 200.
 * usage: load.php URL DIRECTORY
 */

declare(strict_types=1);

[, $url, $directory] = $argv;
$paths = json_decode((string) file_get_contents("$directory/paths.json"), true);
$multi = curl_multi_init();
$running = [];
$next = 0;
$requests = 0;
$failures = [];
do {
    $isOver = is_file("$directory/stop-load");
    while (!$isOver && count($running) < 3) {
        // Every third request misses the page cache.
        $path = $paths[$next % count($paths)] . ($next % 3 === 0 ? "?load=$next" : '');
        ++$next;
        $handle = curl_init($url . $path);
        curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 120]);
        curl_multi_add_handle($multi, $handle);
        $running[spl_object_id($handle)] = $path;
    }
    curl_multi_exec($multi, $active);
    curl_multi_select($multi, 0.05);
    while (($done = curl_multi_info_read($multi)) !== false) {
        $handle = $done['handle'];
        $status = curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        ++$requests;
        if ($status !== 200) {
            $path = $running[spl_object_id($handle)];
            $failures["$status $path"] = ($failures["$status $path"] ?? 0) + 1;
            file_put_contents("$directory/failed.html", "$status $path\n" . curl_multi_getcontent($handle) . "\n", FILE_APPEND);
        }
        unset($running[spl_object_id($handle)]);
        curl_multi_remove_handle($multi, $handle);
    }
} while (!$isOver || $running !== []);
echo json_encode(['requests' => $requests, 'failures' => $failures === [] ? new stdClass() : $failures]);
