<?php

/*
 * Makes inputs of the test vectors, for the fuzzers of payloads to begin with.
 *
 *     php fuzz/seeds.php DIRECTORY
 */

declare(strict_types=1);

require dirname(__DIR__) . '/tests/format/vectors/Vector.php';

/** What is longer, such as values of 4,096 levels, would only make each run of the target slower. */
const MAX_SIZE = 1024;

ini_set('memory_limit', '1G');
is_dir($argv[1]) || mkdir($argv[1], recursive: true);
foreach (Brine\Tests\Vectors\Vector::all(dirname(__DIR__) . '/tests/format/vectors') as $vector) {
    $payload = $vector->payload();
    if (strlen($payload) <= MAX_SIZE) {
        // The first byte chooses options (php/support.php).
        $options = match ($vector->options['allowed_classes'] ?? true) {
            true => "\0",
            false => "\3",
            default => "\2",
        };
        file_put_contents("$argv[1]/" . basename($vector->name), $options . $payload);
    }
}
