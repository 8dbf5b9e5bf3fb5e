<?php

/*
 * Makes the fuzzers' first inputs from the test vectors: payloads in DIRECTORY/payloads, dictionaries in DIRECTORY/dictionaries.
 *
 *     php fuzz/seeds.php DIRECTORY
 */

declare(strict_types=1);

require dirname(__DIR__) . '/tests/format/vectors/Vector.php';

/** Longer inputs, such as values of 4,096 levels, would only slow the target down. */
const MAX_SIZE = 1024;

/** The first byte of an input chooses options (php/support.php). */
function options(Brine\Tests\Vectors\Vector $vector): string
{
    return match ($vector->options['allowed_classes'] ?? true) {
        true => "\0",
        false => "\3",
        default => "\2",
    };
}

function save(string $kind, string $name, string $input): void
{
    global $argv;
    if (strlen($input) <= MAX_SIZE) {
        file_put_contents("$argv[1]/$kind/$name", $input);
    }
}

ini_set('memory_limit', '1G');
foreach (['payloads', 'dictionaries'] as $kind) {
    is_dir("$argv[1]/$kind") || mkdir("$argv[1]/$kind", recursive: true);
}
$vectors = dirname(__DIR__) . '/tests/format/vectors';
foreach (Brine\Tests\Vectors\Vector::all($vectors) as $vector) {
    save('payloads', basename($vector->name), options($vector) . $vector->payload());
}
$dictionaries = [];
foreach (Brine\Tests\Vectors\Vector::all("$vectors/dictionaries") as $vector) {
    $file = $vector->payload();
    if (strlen($file) <= MAX_SIZE) {
        // The beginning of an input with a dictionary and a payload (php/dictionary.php): the dictionary's size and bytes.
        $dictionaries[basename($vector->name)] = pack('v', strlen($file)) . $file;
        save('dictionaries', basename($vector->name), "\0" . $dictionaries[basename($vector->name)]);
    }
}
foreach (Brine\Tests\Vectors\Vector::all("$vectors/with_dictionary") as $vector) {
    if (isset($dictionaries[$vector->dictionary])) {
        // The target puts the id there.
        $payload = preg_replace('/^\xC1\x12.{8}/s', "\xC1\x10", $vector->payload());
        save('dictionaries', 'over_' . basename($vector->name), options($vector) . $dictionaries[$vector->dictionary] . $payload);
    }
}
