<?php

/*
 * Is everything read that a version has frozen? And would it be noticed if not: a folder is frozen, checked, and damaged in a temporary
 * directory. Without the extension, the library reads.
 *
 * [BRINE_WITHOUT=brine] scripts/php.sh release tests/format/frozen/check.php [word]   only what has the word in its name
 */

declare(strict_types=1);

namespace Brine\Tests\Frozen;

use Brine\Tests\Checks;

require __DIR__ . '/load.php';

if (!\extension_loaded('zlib')) {
    echo "skipped: PHP has no zlib\n";
    exit(0);
}

$word = $argv[1] ?? '';
$versions = \array_map(\basename(...), \glob(__DIR__ . '/*', \GLOB_ONLYDIR));
// glob() has 1.0.0 before 1.0.0-RC1.
\usort($versions, \version_compare(...));
foreach ($versions as $version) {
    foreach ((new Frozen(__DIR__ . "/$version"))->mistakes() as $name => $mistake) {
        $name = "$version/$name";
        if (\str_contains($name, $word)) {
            Checks::same($name, '', $mistake);
        }
    }
}

/* A few vectors of each kind. */
$directory = \sys_get_temp_dir() . '/brine-frozen-' . \bin2hex(\random_bytes(8));
$vectors = ['valid/array_empty', 'valid/enum', 'dictionaries/valid/example', 'dictionaries/valid/presets', 'with_dictionary/valid/example_dictionary'];
foreach ([...\array_map(static fn (string $name): string => "$name.vector", $vectors), 'signed.json', 'envelopes.json'] as $file) {
    @\mkdir(\dirname("$directory/vectors/$file"), recursive: true);
    \copy(__DIR__ . "/../vectors/$file", "$directory/vectors/$file");
}
$folder = "$directory/9.9.9";
$frozen = new Frozen($folder);
$frozen->write("$directory/vectors");

/** @return list<string> names of failures */
$wrong = static fn (): array => \array_keys(\array_filter(\iterator_to_array($frozen->mistakes())));

/** Changes a file while something is done. */
$with = static function (string $file, string $from, string $to, \Closure $do) use ($folder): mixed {
    $text = (string) \file_get_contents("$folder/$file");
    Checks::same("$file has what is changed", 1, \substr_count($text, $from));
    \file_put_contents("$folder/$file", \str_replace($from, $to, $text));
    try {
        return $do();
    } finally {
        \file_put_contents("$folder/$file", $text);
    }
};

$all = \array_keys(\iterator_to_array($frozen->mistakes()));
Checks::same('what is read', [], \array_diff(['SHA256SUMS', 'valid/enum', 'with_dictionary/valid/example_dictionary', 'dictionaries/valid/example, loaded', 'frames.json, dictionary', 'envelopes.json, preset', 'envelopes.json, written_by_Zlib'], $all));
Checks::same('another value', ['SHA256SUMS', 'valid/array_empty'], $with('vectors.txt', "EMPTY_ARRAY\nvalue:\n  'a:0:{}'", "EMPTY_ARRAY\nvalue:\n  'a:1:{i:0;i:1;}'", $wrong));
Checks::same('another tag', ['SHA256SUMS', 'valid/array_empty'], $with('vectors.txt', "no flags\n  E7", "no flags\n  FA", $wrong));
Checks::same('another comment', ['SHA256SUMS'], $with('vectors.txt', '# EMPTY_ARRAY.', '# Nothing.', $wrong));
Checks::same('another frame', ['SHA256SUMS', 'frames.json, example'], $with('frames.json', 'c1142e5d380fe7bb19', 'c1142e5d380fe7bb18', $wrong));
Checks::same('another envelope', ['SHA256SUMS', 'envelopes.json, zlib'], $with('envelopes.json', 'c118010090', 'c118010091', $wrong));
$emptyArray = "=== valid/array_empty.vector\n" . \file_get_contents("$directory/vectors/valid/array_empty.vector");
Checks::same('a vector is gone', ['SHA256SUMS'], $with('vectors.txt', $emptyArray, '', $wrong));
Checks::same('a vector twice', ['SHA256SUMS'], $with('vectors.txt', $emptyArray, $emptyArray . $emptyArray, $wrong));
Checks::same('as it was', [], $wrong());
try {
    $frozen->write("$directory/vectors");
    Checks::that('it is frozen twice', false);
} catch (\RuntimeException $error) {
    Checks::same('frozen twice', "$folder is there already: what was frozen stays as it is", $error->getMessage());
}

/* A later version has what is new. */
\copy(__DIR__ . '/../vectors/valid/custom_again.vector', "$directory/vectors/valid/custom_again.vector");
\copy(__DIR__ . '/../vectors/valid/array_empty.vector', "$directory/vectors/valid/array_empty_again.vector");
\file_put_contents("$directory/vectors/valid/enum.vector", "# Another comment.\n" . \file_get_contents("$directory/vectors/valid/enum.vector"));
$later = new Frozen("$directory/9.9.10");
$later->write("$directory/vectors");
Checks::same('what is new', ['valid/custom_again.vector'], \array_keys(Folder::vectors("$directory/9.9.10")));
Checks::same('the later version', [], \array_filter(\iterator_to_array($later->mistakes())));

$files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($directory, \FilesystemIterator::SKIP_DOTS), \RecursiveIteratorIterator::CHILD_FIRST);
foreach ($files as $file) {
    $file->isDir() ? \rmdir($file->getPathname()) : \unlink($file->getPathname());
}
\rmdir($directory);
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
