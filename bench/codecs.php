<?php

declare(strict_types=1);

/*
 * How long the codecs in PHP take beside the extensions and native text: for each group of the corpus the time for all its values, the fastest of several
 * rounds in turn, and what part of it is native's. At the end, what igbinary has written in all ways to read it: values that its extension is given by
 * default, and others.
 *
 *     scripts/php.sh release -d opcache.enable_cli=1 bench/codecs.php [--rounds N] [--only GROUP]
 */

namespace Brine\Bench;

use Brine\IgbinarySerializer;
use Brine\Igbinary\PlainBytes;

require_once __DIR__ . '/../tests/bootstrap.php';

/** @return array<string, \Closure(mixed): string> by name; native is the first */
function writers(): array
{
    $writers = ['native' => serialize(...)];
    if (\extension_loaded('brine')) {
        $writers['brine'] = \brine_serialize(...);
    }
    $writers['brine in PHP'] = \Brine\Format\Encoder::encode(...);
    if (\extension_loaded('igbinary')) {
        $writers['igbinary'] = \igbinary_serialize(...);
    }

    return $writers;
}

/** @return array<string, array{\Closure(mixed): string, \Closure(string): mixed}> by name: what writes for it, and what reads */
function readers(): array
{
    $readers = ['native' => [serialize(...), unserialize(...)]];
    if (\extension_loaded('brine')) {
        $readers['brine'] = [\brine_serialize(...), \brine_unserialize(...)];
    }
    $readers['brine in PHP'] = [\brine_serialize(...), \Brine\Format\Decoder::decode(...)];
    if (\extension_loaded('igbinary')) {
        $readers['igbinary'] = [\igbinary_serialize(...), \igbinary_unserialize(...)];
        $readers['igbinary in PHP'] = [\igbinary_serialize(...), \Brine\Igbinary\Decoder::decode(...)];
    }

    return $readers;
}

/** @return array<string, array{\Closure(mixed): string, \Closure(string): mixed}> as readers() does: what igbinary has written, in each way */
function readersOfIgbinary(): array
{
    $ways = [
        'extension' => \igbinary_unserialize(...),
        'trusted' => (new IgbinarySerializer([], true))->unserialize(...),
        'by default' => (new IgbinarySerializer())->unserialize(...),
        'in PHP' => \Brine\Igbinary\Decoder::decode(...),
    ];

    return ['native' => [serialize(...), unserialize(...)]] + array_map(static fn (\Closure $read): array => [\igbinary_serialize(...), $read], $ways);
}

/**
 * @param array<string, list<mixed>> $groups
 * @return array<string, array<string, list<mixed>>> groups of the values that the extension igbinary reads by default, and of the others
 */
function byWhatIgbinaryIsGiven(array $groups): array
{
    $parts = [];
    foreach ($groups as $group => $values) {
        foreach ($values as $value) {
            $parts[PlainBytes::are(\igbinary_serialize($value)) ? 'plain' : 'others'][$group][] = $value;
        }
    }

    return $parts;
}

/**
 * @param array<string, array{\Closure(mixed): mixed, list<mixed>}> $calls by name: a codec, and what it is given
 * @return array<string, float> nanoseconds for all of it, the fastest round
 */
function fastest(array $calls, int $rounds): array
{
    $best = array_fill_keys(array_keys($calls), INF);
    for ($round = 0; $round < $rounds; ++$round) {
        foreach ($calls as $name => [$codec, $inputs]) {
            $start = hrtime(true);
            foreach ($inputs as $input) {
                $codec($input);
            }
            $best[$name] = min($best[$name], hrtime(true) - $start);
        }
    }

    return $best;
}

/**
 * @param array<string, list<mixed>> $groups the values of each
 * @param \Closure(list<mixed>): array<string, array{\Closure(mixed): mixed, list<mixed>}> $calls
 */
function table(string $title, array $groups, \Closure $calls, int $rounds): void
{
    $ratios = [];
    printf("\n%-28s %7s %11s", $title, 'values', 'native µs');
    foreach ($groups as $group => $values) {
        $times = fastest($calls($values), $rounds);
        $native = array_shift($times);
        if ($ratios === []) {
            printf(str_repeat(' %16s', count($times)) . "\n", ...array_keys($times));
        }
        printf('%-28s %7d %11.0f', $group, count($values), $native / 1000);
        foreach ($times as $name => $time) {
            $ratios[$name][] = $time / $native;
            printf(' %16.2f', $time / $native);
        }
        echo "\n";
    }
    printf('%-28s %7s %11s' . str_repeat(' %16.2f', count($ratios)) . "\n", 'geometric mean', '', '', ...array_values(array_map(Statistics::geometricMean(...), $ratios)));
}

$options = getopt('', ['rounds:', 'only:']);
$corpus = Corpus::open();
if ($corpus === null) {
    echo "skipped: there is no corpus\n";
    exit(0);
}
$groups = [];
foreach ($corpus->groups() as $group => $files) {
    if (str_contains($group, $options['only'] ?? '')) {
        $groups[$group] = array_map($corpus->load(...), $files);
    }
}
$rounds = (int) ($options['rounds'] ?? 7);
table('writing', $groups, static fn (array $values): array => array_map(
    static fn (\Closure $write): array => [$write, $values],
    writers(),
), $rounds);
table('reading', $groups, static fn (array $values): array => array_map(
    static fn (array $codec): array => [$codec[1], array_map($codec[0], $values)],
    readers(),
), $rounds);
foreach (\extension_loaded('igbinary') ? byWhatIgbinaryIsGiven($groups) : [] as $part => $values) {
    table("reading igbinary: $part", $values, static fn (array $values): array => array_map(
        static fn (array $codec): array => [$codec[1], array_map($codec[0], $values)],
        readersOfIgbinary(),
    ), $rounds);
}
