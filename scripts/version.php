<?php

declare(strict_types=1);

/*
 * ext/php_brine.h defines the version. This script writes all copies of it, and make check compares them.
 *
 * usage: php scripts/version.php            prints the version
 *        php scripts/version.php --check    prints every place with another version, and problems of CHANGELOG.md
 *        php scripts/version.php --set X.Y.Z[-alphaN|-betaN|-RCN]
 *
 * exits with 1 if there is a problem
 */

const HEADER = 'ext/php_brine.h';
const HEADER_LINE = '/^(#define PHP_BRINE_VERSION ")([^"]*)(")$/m';
const VERSION = '(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:alpha|beta|RC)[1-9]\d*)?';

/** Files whose text names archives by version. */
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'docs/*/*.md', 'ext/*.md', 'packages/*/*.md', 'docker/*.md'];

chdir(dirname(__DIR__));

function version(): string
{
    if (preg_match(HEADER_LINE, contents(HEADER), $match) !== 1 || preg_match('/^' . VERSION . '$/D', $match[2]) !== 1) {
        throw new RuntimeException(HEADER . ': PHP_BRINE_VERSION is no version, such as 1.2.3 or 1.2.3-RC1');
    }

    return $match[2];
}

function contents(string $file): string
{
    $contents = file_get_contents($file);

    return $contents === false ? throw new RuntimeException("$file cannot be read") : $contents;
}

/**
 * Patterns of copies of the version, with three groups (text before, version, text after); and the expected form for a version.
 *
 * @return list<array{0: string, 1: string}>
 */
function patterns(string $file, string $version): array
{
    if (basename($file) === 'composer.json') {
        // Range of compatible versions: the same minor version before 1.0, the same major version later.
        $numbers = explode('.', $version);
        // As a root package, one that needs the library finds a candidate of it only with this line.
        $stability = preg_match('/-([a-zA-Z]+)/', $version, $match) === 1 ? "  \"minimum-stability\": \"$match[1]\",\n  \"prefer-stable\": true,\n" : '';

        return [
            ['/^(  "version": ")([^"]*)(",)$/m', $version],
            ['/^(  "version": .*\n)((?:  "minimum-stability": .*\n  "prefer-stable": .*\n)?)(?=[^}]*"brine\/brine": )()/m', $stability],
            ['/^(    "brine\/brine": ")(?!self\.version)([^" ]*)(",?)$/m', "^$numbers[0].$numbers[1]"],
        ];
    }

    if (basename($file) === 'brine.php') {
        return [['/^( \* Version: )(.*)()$/m', $version]];
    }

    return [
        ['/(\b(?:brine-ext|brine-brine|php_brine|brine-[a-z]+(?:-bundle|-plugin)?)-)(' . VERSION . ')((?=[._-]))/', $version],
        ['/(-brine_)(' . VERSION . '|\d[^-]*~[^-]*)(-1_)/', str_replace('-', '~', $version)],
    ];
}

/** @return list<string> */
function files(): array
{
    $files = ['composer.json', 'ext/composer.json', 'ext-igbinary/composer.json', 'packages/wordpress/brine.php', ...(glob('packages/*/composer.json') ?: [])];
    foreach (PAGES as $pattern) {
        array_push($files, ...array_filter(glob($pattern) ?: [], is_file(...)));
    }

    return $files;
}

/** The file's text for a version. */
function rewritten(string $file, string $version): string
{
    $contents = contents($file);
    foreach (patterns($file, $version) as [$pattern, $here]) {
        $contents = (string) preg_replace_callback($pattern, static fn (array $match): string => $match[1] . $here . $match[3], $contents);
    }

    return $contents;
}

/** @return list<string> problems */
function faults_of_changelog(string $version): array
{
    $faults = [];
    preg_match_all('/^## (.*)$/m', contents('CHANGELOG.md'), $match);
    $releases = $match[1];
    if (array_shift($releases) !== '[Unreleased]') {
        $faults[] = 'CHANGELOG.md: the first section is not "## [Unreleased]"';
    }
    $newer = null;
    foreach ($releases as $release) {
        if (preg_match('/^\[(' . VERSION . ')\] - \d{4}-\d\d-\d\d$/D', $release, $match) !== 1) {
            $faults[] = "CHANGELOG.md: \"## $release\" is not \"## [X.Y.Z] - YEAR-MONTH-DAY\"";
            continue;
        }
        if ($newer === null && $match[1] !== $version) {
            $faults[] = "CHANGELOG.md: the newest release is $match[1], and " . HEADER . " says $version";
        }
        if ($newer !== null && version_compare($match[1], $newer, '>=')) {
            $faults[] = "CHANGELOG.md: $match[1] stands below $newer";
        }
        $newer = $match[1];
    }

    return $faults;
}

/** @return list<string> problems */
function faults(): array
{
    $version = version();
    $faults = faults_of_changelog($version);
    foreach (files() as $file) {
        if (rewritten($file, $version) !== contents($file)) {
            $faults[] = "$file: another version than the $version of " . HEADER . ' (scripts/version.php --set ' . $version . ' mends it)';
        }
        if (basename($file) === 'composer.json' && !str_contains(contents($file), '  "version": "')) {
            $faults[] = "$file: no version";
        }
    }

    return $faults;
}

function set(string $version): void
{
    if (preg_match('/^' . VERSION . '$/D', $version) !== 1) {
        throw new RuntimeException("\"$version\" is no version, such as 1.2.3 or 1.2.3-RC1");
    }
    file_put_contents(HEADER, preg_replace(HEADER_LINE, '${1}' . $version . '${3}', contents(HEADER)));
    foreach (files() as $file) {
        $new = rewritten($file, $version);
        if ($new !== contents($file)) {
            file_put_contents($file, $new);
        }
    }
}

try {
    switch ([$argv[1] ?? '', count($argv)]) {
        case ['', 1]:
            echo version(), "\n";
            exit(0);
        case ['--check', 2]:
            $faults = faults();
            echo implode('', array_map(static fn (string $fault): string => "$fault\n", $faults));
            exit($faults === [] ? 0 : 1);
        case ['--set', 3]:
            set($argv[2]);
            exit(0);
        default:
            fwrite(STDERR, "usage: version.php [--check | --set X.Y.Z]\n");
            exit(2);
    }
} catch (RuntimeException $e) {
    fwrite(STDERR, $e->getMessage() . "\n");
    exit(1);
}
