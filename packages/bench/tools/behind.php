<?php

declare(strict_types=1);

/*
 * Prints as Markdown where Brine is not first in a result of the benchmark (brine bench --json FILE), and why. --write replaces it between the
 * page's marks "behind".
 *
 * usage: php packages/bench/tools/behind.php [--write PAGE] RESULT
 */

namespace Brine\Scripts;

use Brine\Bench\Result\Behind;
use Brine\Bench\Result\Environment;
use Brine\Bench\Result\InvalidResult;
use Brine\Bench\Result\Place;
use Brine\Bench\Result\ResultFile;

require __DIR__ . '/../../../tests/bootstrap.php';
require __DIR__ . '/results.php';

/** @param list<Place> $places */
function places(array $places): string
{
    $text = '';
    foreach ($places as $place) {
        $rows = \array_map(static fn (string $row): string => (string) \preg_replace('/^(.*?)( [\d.]+)?$/', '`$1`$2', $row), $place->rows());
        $text .= "- {$place->table->title}. {$place->title()}: " . \implode(', ', $rows) . "\n";
    }

    return $text;
}

function markdown(ResultFile $file): string
{
    $behind = Behind::of($file);
    // "PHP and extensions", "processor, system; load", "rounds, and how"
    [$software, $machine, $rounds] = \explode("\n", Environment::text($file->environment));
    $text = "{$behind->summary()}\n\n$software. " . \explode(',', $machine)[0] . '. ' . \explode(',', $rounds)[0] . ".\n";
    foreach ($behind->reasons as $reason => $places) {
        $count = Behind::count($places);
        $text .= "\n**$reason** " . ($count === 1 ? '1 figure' : "$count figures") . "\n\n" . places($places);
    }

    return $text;
}

$arguments = \array_slice($argv, 1);
$page = ($arguments[0] ?? '') === '--write' ? $arguments[1] ?? fail('--write needs a page') : null;
$result = $arguments[$page === null ? 0 : 2] ?? fail('usage: php packages/bench/tools/behind.php [--write PAGE] RESULT');
try {
    $markdown = markdown(ResultFile::read((string) @\file_get_contents($result), $result));
} catch (InvalidResult $error) {
    fail($error->getMessage());
}
$page === null ? print($markdown) : write_between($page, 'behind', $markdown);
