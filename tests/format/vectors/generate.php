<?php

declare(strict_types=1);

/*
 * Generates one vector file for each vector in source/, and removes stale ones.
 *
 *     php generate.php           writes the files; review the difference
 *     php generate.php --check   fails if a file is outdated, or an example in the pages of the format differs
 */

namespace Brine\Tests\Vectors;

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

require __DIR__ . '/Vector.php';
require __DIR__ . '/Assembler.php';
require __DIR__ . '/Source.php';
require __DIR__ . '/classes.php';

$check = in_array('--check', $argv, true);
$wanted = [];
foreach (glob(__DIR__ . '/source/{*,*/*}.php', GLOB_BRACE) as $source) {
    // What a folder of source/ states is in a folder of its own, too.
    $folder = substr(dirname($source) . '/', strlen(__DIR__ . '/source/'));
    foreach (require $source as $vector) {
        if (isset($wanted[$folder . $vector->name])) {
            throw new \LogicException("Two vectors are named $folder$vector->name");
        }
        $wanted[$folder . $vector->name] = $vector->format();
    }
}

$present = [];
foreach (glob(__DIR__ . '/{,*/}{valid,invalid}/*.vector', GLOB_BRACE) as $file) {
    $present[substr($file, strlen(__DIR__ . '/'), -strlen('.vector'))] = file_get_contents($file);
}

$stale = array_keys(array_diff_assoc($wanted, $present) + array_diff_key($present, $wanted));
sort($stale);
if ($check) {
    foreach ($stale as $name) {
        echo "$name.vector is not what generate.php writes\n";
    }
    $docs = __DIR__ . '/../../../docs';
    $document = file_get_contents("$docs/format.md") . file_get_contents("$docs/reference/dictionary-format.md");
    $otherwise = array_filter(
        preg_grep('~(^|/)valid/example_~', array_keys($wanted)),
        static fn (string $name): bool => !str_contains($document, preg_replace('/.*payload:\n(.*)value:.*/s', '$1', $wanted[$name])),
    );
    foreach ($otherwise as $name) {
        echo "no page of the format shows the payload of $name.vector\n";
    }
    exit($stale === [] && $otherwise === [] ? 0 : 1);
}
foreach ($stale as $name) {
    $file = __DIR__ . "/$name.vector";
    @mkdir(dirname($file), recursive: true);
    isset($wanted[$name]) ? file_put_contents($file, $wanted[$name]) : unlink($file);
    echo isset($wanted[$name]) ? 'wrote' : 'removed', " $name.vector\n";
}
