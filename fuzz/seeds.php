<?php

/*
 * Makes inputs of the test vectors, for a fuzzer to begin with.
 *
 *     php fuzz/seeds.php DIRECTORY
 */

declare(strict_types=1);

require dirname(__DIR__) . '/tests/vectors/Vector.php';

/** What is longer, such as values of 4,096 levels, would only make each run of the target slower. */
const MAX_SIZE = 1024;

ini_set('memory_limit', '1G');
foreach (Brine\Tests\Vectors\Vector::all(dirname(__DIR__) . '/tests/vectors') as $vector) {
    $payload = $vector->payload();
    if (strlen($payload) > MAX_SIZE) {
        continue;
    }
    $allowed = $vector->options['allowed_classes'] ?? true;
    // The first byte of an input chooses options (php/support.php).
    $options = $allowed === true ? "\0" : ($allowed === false ? "\3" : "\2");
    $inputs = ['decode' => $options . $payload, 'signed' => "$options\0$payload", 'session' => "\1$payload"];
    foreach ($inputs as $target => $input) {
        $file = "$argv[1]/$target/" . basename($vector->name);
        is_dir(dirname($file)) || mkdir(dirname($file), recursive: true);
        file_put_contents($file, $input);
    }
}
