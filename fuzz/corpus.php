<?php

/*
 * The archives of kept inputs, fuzz/corpus/TARGET_seed_corpus.zip.
 *
 *     php fuzz/corpus.php unpack ARCHIVE DIRECTORY     makes the directory's files those of the archive, which may be missing
 *     php fuzz/corpus.php pack ARCHIVE DIRECTORY       writes the archive, and prints the name and bytes of each new input
 *     php fuzz/corpus.php check ARCHIVE...             fails if an archive was written by another program
 */

declare(strict_types=1);

use Brine\Tests\Fuzz\Archive;

require __DIR__ . '/Archive.php';

/** @return array<string, string> contents by name */
function archived(string $archive): array
{
    try {
        return is_file($archive) ? Archive::read((string) file_get_contents($archive)) : [];
    } catch (RuntimeException $error) {
        fwrite(STDERR, "$archive {$error->getMessage()}\n");
        exit(1);
    }
}

/** @return array<string, string> contents by name */
function found(string $directory): array
{
    $files = [];
    foreach (array_diff((array) scandir($directory), ['.', '..']) as $name) {
        $files[$name] = (string) file_get_contents("$directory/$name");
    }

    return $files;
}

/** Writes changed files alone: another process may be reading them. */
function unpack_archive(string $archive, string $directory): void
{
    is_dir($directory) || mkdir($directory, recursive: true);
    $files = archived($archive);
    $found = found($directory);
    foreach (array_diff_key($found, $files) as $name => $_) {
        unlink("$directory/$name");
    }
    foreach ($files as $name => $data) {
        ($found[$name] ?? null) === $data || file_put_contents("$directory/$name", $data) === strlen($data) || exit(1);
    }
}

function pack_archive(string $archive, string $directory): void
{
    $files = found($directory);
    foreach (array_diff_key($files, archived($archive)) as $name => $data) {
        echo basename($directory), ": new: $name, ", strlen($data), " bytes\n";
    }
    file_put_contents($archive, Archive::write($files)) || exit(1);
}

$arguments = array_slice($argv, 2);
match ($argv[1] ?? '') {
    'unpack' => unpack_archive(...$arguments),
    'pack' => pack_archive(...$arguments),
    'check' => array_map(archived(...), $arguments),
};
