<?php

/*
 * Is every change of what is frozen noticed? Copies of a small project are changed: with git's history, where vectors were added as one file or as
 * a file each, and without it.
 *
 * php -n tests/format/frozen/changes.php [word]   only what has the word in its name
 */

declare(strict_types=1);

namespace Brine\Tests\Frozen;

use Brine\Tests\Checks;

require __DIR__ . '/../../Checks.php';
require __DIR__ . '/../vectors/Vector.php';
require __DIR__ . '/Folder.php';
require __DIR__ . '/Unchanged.php';

/** Runs git, and says whether it could. */
function git(string $root, string ...$arguments): bool
{
    $identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.org', '-c', 'safe.directory=*', '-c', 'protocol.file.allow=always'];
    $process = @\proc_open(['git', ...$identity, '-C', $root, ...$arguments], [1 => ['file', '/dev/null', 'w'], 2 => ['file', '/dev/null', 'w']], $pipes);

    return $process !== false && \proc_close($process) === 0;
}

function copyAll(string $from, string $to): void
{
    \mkdir($to, recursive: true);
    foreach (\array_diff((array) \scandir($from), ['.', '..']) as $name) {
        \is_dir("$from/$name") ? copyAll("$from/$name", "$to/$name") : \copy("$from/$name", "$to/$name");
    }
}

function removeAll(string $directory): void
{
    foreach (\array_diff((array) \scandir($directory), ['.', '..']) as $name) {
        \is_dir("$directory/$name") ? removeAll("$directory/$name") : \unlink("$directory/$name");
    }
    \rmdir($directory);
}

/** Replaces what a file has once. */
function replace(string $file, string $from, string $to): void
{
    $text = (string) \file_get_contents($file);
    Checks::same("$file has what is changed", 1, \substr_count($text, $from));
    \file_put_contents($file, \str_replace($from, $to, $text));
}

function writeSums(string $folder): void
{
    \file_put_contents("$folder/" . Folder::SUMS, Folder::sums($folder));
}

/** Puts vectors that are a file each into the file that has all. */
function joinVectors(string $folder): void
{
    $isVector = static fn (string $name): bool => \str_ends_with($name, '.vector');
    \file_put_contents("$folder/" . Folder::VECTORS, Folder::join(\array_filter(Folder::files($folder), $isVector, \ARRAY_FILTER_USE_KEY)));
    \array_map(removeAll(...), \glob("$folder/*", \GLOB_ONLYDIR));
}

$directory = \sys_get_temp_dir() . '/brine-changes-' . \bin2hex(\random_bytes(8));
$vectors = 'tests/format/vectors';
$frozen = 'tests/format/frozen/9.9.9';
$empty = 'valid/array_empty.vector';
foreach ([$empty, 'valid/enum.vector', 'dictionaries/valid/example.vector', 'with_dictionary/valid/example_dictionary.vector', 'signed.json', 'envelopes.json'] as $file) {
    $to = ['signed.json' => 'frames.json'][$file] ?? $file;
    foreach (["$directory/project/$vectors/$file", "$directory/project/$frozen/$to"] as $copy) {
        @\mkdir(\dirname($copy), recursive: true);
        \copy(__DIR__ . "/../vectors/$file", $copy);
    }
}
writeSums("$directory/project/$frozen");
$commit = static fn (string $root): bool => git($root, 'init', '-q') && git($root, 'add', '.') && git($root, 'commit', '-q', '-m', 'frozen');
copyAll("$directory/project", "$directory/a file each");
$hasGit = $commit("$directory/a file each");
foreach (['a file each', 'project'] as $project) {
    joinVectors("$directory/$project/$frozen");
    $hasGit = $hasGit && $commit("$directory/$project");
}
$emptyArray = "=== $empty\n" . \file_get_contents("$directory/project/$vectors/$empty");

/** @var array<string, array{string, \Closure(string): mixed}> $changes who notices ("sums", "git", "now"), and the change */
$changes = [
    'nothing' => ['', static fn (string $root): mixed => null],
    'a new vector' => ['', static fn (string $root): mixed => \copy("$root/$vectors/$empty", "$root/$vectors/valid/new.vector")],
    'another comment today' => ['', static fn (string $root): mixed => replace("$root/$vectors/$empty", '# EMPTY_ARRAY.', '# No element.')],
    'another form today' => ['', static fn (string $root): mixed => replace("$root/$vectors/$empty", 'form: canonical', 'form: readable')],
    'another frozen comment' => ['sums git', static fn (string $root): mixed => replace("$root/$frozen/vectors.txt", '# EMPTY_ARRAY.', '# No element.')],
    'frozen bytes' => ['sums git now', static fn (string $root): mixed => replace("$root/$frozen/vectors.txt", '  E7', '  D8')],
    'a frozen value' => ['sums git now', static fn (string $root): mixed => replace("$root/$frozen/vectors.txt", 'a:0:{}', 'N;')],
    'a frozen file is gone' => ['sums git', static fn (string $root): mixed => replace("$root/$frozen/vectors.txt", $emptyArray, '')],
    'a frozen file is gone from the checksums, too' => ['git', static function (string $root) use ($frozen, $emptyArray): void {
        replace("$root/$frozen/vectors.txt", $emptyArray, '');
        writeSums("$root/$frozen");
    }],
    'a frozen file more' => ['sums git', static function (string $root) use ($frozen, $vectors, $empty, $emptyArray): void {
        replace("$root/$frozen/vectors.txt", $emptyArray, $emptyArray . \str_replace('array_empty', 'array_empty_2', $emptyArray));
        \copy("$root/$vectors/$empty", "$root/$vectors/valid/array_empty_2.vector");
    }],
    'a frozen file again' => ['sums git', static fn (string $root): mixed => replace("$root/$frozen/vectors.txt", $emptyArray, $emptyArray . $emptyArray)],
    'a frozen file beside the others' => ['sums git', static fn (string $root): mixed => copyAll("$root/$vectors/valid", "$root/$frozen/valid")],
    'another order' => ['sums git', static function (string $root) use ($frozen, $emptyArray): void {
        replace("$root/$frozen/vectors.txt", $emptyArray, '');
        \file_put_contents("$root/$frozen/vectors.txt", $emptyArray, \FILE_APPEND);
    }],
    'text before the frozen files' => ['sums git', static fn (string $root): mixed => \file_put_contents("$root/$frozen/vectors.txt", "text\n" . \file_get_contents("$root/$frozen/vectors.txt"))],
    'a frozen name' => ['sums git now', static fn (string $root): mixed => replace("$root/$frozen/vectors.txt", $empty, 'valid/array_renamed.vector')],
    'a frozen frame' => ['sums git now', static fn (string $root): mixed => replace("$root/$frozen/frames.json", 'c1142e5d380fe7bb19', 'c1142e5d380fe7bb18')],
    'the checksums are gone' => ['sums git', static fn (string $root): mixed => \unlink("$root/$frozen/" . Folder::SUMS)],
    'bytes and checksums' => ['git now', static function (string $root) use ($frozen): void {
        replace("$root/$frozen/vectors.txt", '  E7', '  D8');
        writeSums("$root/$frozen");
    }],
    'bytes, checksums and the vector of today' => ['git', static function (string $root) use ($frozen, $vectors, $empty): void {
        replace("$root/$frozen/vectors.txt", '  E7', '  D8');
        replace("$root/$vectors/$empty", '  E7', '  D8');
        writeSums("$root/$frozen");
    }],
    'the same, committed' => ['git', static function (string $root) use ($frozen, $vectors, $empty): void {
        replace("$root/$frozen/vectors.txt", '  E7', '  D8');
        replace("$root/$vectors/$empty", '  E7', '  D8');
        writeSums("$root/$frozen");
        git($root, 'commit', '-q', '-a', '-m', 'changed');
    }],
    'the folder is gone' => ['git', static fn (string $root): mixed => removeAll("$root/$frozen")],
    'the folder is gone, committed' => ['git', static function (string $root) use ($frozen): void {
        removeAll("$root/$frozen");
        git($root, 'commit', '-q', '-a', '-m', 'gone');
    }],
    'the folder is made again after it was gone' => ['git', static function (string $root) use ($frozen, $vectors, $empty): void {
        git($root, 'rm', '-q', '-r', $frozen);
        git($root, 'commit', '-q', '-m', 'gone');
        copyAll("$root/$vectors/valid", "$root/$frozen/valid");
        joinVectors("$root/$frozen");
        replace("$root/$frozen/vectors.txt", '  E7', '  D8');
        replace("$root/$vectors/$empty", '  E7', '  D8');
        writeSums("$root/$frozen");
        git($root, 'add', '.');
        git($root, 'commit', '-q', '-m', 'again');
    }],
    'bytes of a vector of today' => ['now', static fn (string $root): mixed => replace("$root/$vectors/$empty", '  E7', '  D8')],
    'the value of a vector of today' => ['now', static fn (string $root): mixed => replace("$root/$vectors/$empty", 'a:0:{}', 'N;')],
    'the name of a vector of today' => ['now', static fn (string $root): mixed => \rename("$root/$vectors/$empty", "$root/$vectors/valid/renamed.vector")],
    'a vector of today is gone' => ['now', static fn (string $root): mixed => \unlink("$root/$vectors/with_dictionary/valid/example_dictionary.vector")],
    'a frame of today' => ['now', static fn (string $root): mixed => replace("$root/$vectors/signed.json", 'c1142e5d380fe7bb19', 'c1142e5d380fe7bb18')],
    'the name of an envelope of today' => ['now', static fn (string $root): mixed => replace("$root/$vectors/envelopes.json", '"zlib"', '"renamed"')],
];

/** @return string who notices the mistakes of a project */
function noticed(string $root): string
{
    $mistakes = \implode("\n", (new Unchanged($root))->mistakes());
    $who = ['sums' => 'not those of', 'git' => 'in the commit that added it|the folder is gone', 'now' => 'no such vector|has other bytes|has another one'];

    return \implode(' ', \array_keys(\array_filter($who, static fn (string $pattern): bool => \preg_match("/$pattern/", $mistakes) === 1)));
}

$word = $argv[1] ?? '';
foreach ($changes as $name => [$expected, $change]) {
    if (!\str_contains($name, $word)) {
        continue;
    }
    foreach ($hasGit ? ['a file each', 'project'] : ['project'] as $project) {
        copyAll("$directory/$project", "$directory/copy");
        $change("$directory/copy");
        if ($hasGit) {
            Checks::same("$name, $project", $expected, noticed("$directory/copy"));
            removeAll("$directory/copy/.git");
        }
        Checks::same("$name, $project, without git", \implode(' ', \array_diff(\explode(' ', $expected), ['git'])), noticed("$directory/copy"));
        removeAll("$directory/copy");
    }
}
if ($hasGit && git($directory, 'clone', '-q', '--depth', '1', "file://$directory/project", 'clone')) {
    Checks::same('a clone of depth 1', '', noticed("$directory/clone"));
    replace("$directory/clone/$frozen/vectors.txt", '  E7', '  D8');
    Checks::same('a clone of depth 1 with other bytes', 'sums git now', noticed("$directory/clone"));
}
removeAll($directory);
echo $hasGit ? '' : "git is not there: nothing was compared with a commit\n";
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
