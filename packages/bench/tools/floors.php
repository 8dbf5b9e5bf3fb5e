<?php

declare(strict_types=1);

/*
 * Prints the least possible cost of calls, for docs/internals/measurements.md. A floor is a PHP statement that does only work that no serializer
 * can avoid.
 *
 * Instructions by callgrind, one process per statement; times are medians of ROUNDS rounds (61), relative to the group's floor.
 *
 *     php packages/bench/tools/floors.php [ROUNDS]
 */

namespace Brine\Bench;

use Closure;
use RuntimeException;

require_once __DIR__ . '/callgrind.php';

/** The first statement of a group is its floor. values() sets $text and so on; $payload has Brine's payloads for them. */
const GROUPS = [
    [
        ['a call of a function that does nothing', '\is_countable($text);'],
    ],
    [
        ['15 bytes, allocated, copied, freed', '\str_repeat($text, 1);'],
        ['encoded', '\brine_serialize($text);'],
        ['decoded', '\brine_unserialize($payload["text"]);'],
    ],
    [
        ['64 KB, allocated, copied, freed', '\str_repeat($long, 1);'],
        ['encoded', '\brine_serialize($long);'],
        ['encoded behind a text of 20 letters', '\brine_serialize($behind);'],
        ['encoded by PHP', '\serialize($long);'],
        ['decoded', '\brine_unserialize($payload["long"]);'],
    ],
    [
        ['a map of 6 elements, duplicated', '$copy = $map; $copy["id"] = 1;'],
        ['encoded', '\brine_serialize($map);'],
        ['decoded', '\brine_unserialize($payload["map"]);'],
    ],
    [
        ['10,000 equal integers, filled and freed', '\array_fill(0, 10000, 7);'],
        ['a range of 10,000, encoded', '\brine_serialize($list);'],
        ['decoded', '\brine_unserialize($payload["list"]);'],
        ['10,000 integers below 1,000,000, encoded', '\brine_serialize($random);'],
        ['decoded', '\brine_unserialize($payload["random"]);'],
        ['10,000 doubles of two decimals, 1 % of them integers, encoded', '\brine_serialize($prices);'],
        ['decoded', '\brine_unserialize($payload["prices"]);'],
    ],
    [
        ['1,000 rows, duplicated one by one', '$copy = []; foreach ($rows as $row) { $row["name"] = \str_repeat($row["name"], 1); $copy[] = $row; }'],
        ['built anew', '$copy = \array_map($newRow, $rows);'],
        ['every element visited', '\count($rows, COUNT_RECURSIVE);'],
        ['encoded', '\brine_serialize($rows);'],
        ['decoded', '\brine_unserialize($payload["rows"]);'],
    ],
    [
        ['1,000 objects, cloned with the strings that they have', '$copy = []; foreach ($dtos as $dto) { $copy[] = clone $dto; }'],
        ['built anew', '$copy = \array_map($newDto, $dtos);'],
        ['encoded', '\brine_serialize($dtos);'],
        ['decoded', '\brine_unserialize($payload["dtos"]);'],
    ],
];

const CALLS = 20;

/** @return array<string, mixed> the variables of the statements */
function values(): array
{
    $long = \str_repeat('0123456789abcdef', 4096);
    $values = [
        'text' => Shapes::fresh('fifteen letters'), 'long' => $long, 'behind' => ['a text of 20 letters', $long], 'map' => Shapes::smallAssoc(), 'rows' => Shapes::rowset(1000),
        'dtos' => Shapes::dto(1000), 'list' => Shapes::packed(10_000), 'random' => Shapes::packedRand(10_000), 'prices' => Shapes::prices(10_000),
    ];
    $copied = static fn (?string $text): ?string => $text === null ? null : \str_repeat($text, 1);

    return $values + [
        'payload' => \array_map(brine_serialize(...), $values),
        'newRow' => static fn (array $row): array => [
            'id' => $row['id'], 'user_id' => $row['user_id'], 'name' => \str_repeat($row['name'], 1), 'created_at' => $row['created_at'], 'amount' => $row['amount'],
            'active' => $row['active'], 'tags' => $row['tags'],
        ],
        'newDto' => static fn (App\UserDto $dto): App\UserDto => new App\UserDto(
            $dto->id,
            $dto->tenant_id,
            \str_repeat($dto->name, 1),
            \str_repeat($dto->email, 1),
            $copied($dto->phone),
            $dto->created_at,
            $dto->is_active,
            $dto->tags,
        ),
    ];
}

/** @return Closure(int): void executes a statement that often */
function loop(string $statement): Closure
{
    \extract(values());

    return eval('return static function (int $times) use (' . \implode(', ', \array_map(static fn (string $name): string => "\$$name", \array_keys(values()))) . "): void {
        for (\$n = 0; \$n < \$times; ++\$n) { $statement }
    };");
}

/** Runs in the child, under callgrind. */
function run_loop(string $statement): void
{
    $loop = loop($statement);
    foreach ([3, 1, 1 + CALLS] as $times) {
        \sys_get_temp_dir();
        $loop($times);
    }
    \sys_get_temp_dir();
}

/**
 * @param  list<string>        $statements
 * @return list<float> median times of the statements, relative to the first statement's in the same round
 */
function relative(array $statements, int $rounds): array
{
    $loops = \array_map(loop(...), $statements);
    $ratios = [];
    for ($round = 0; $round < $rounds; ++$round) {
        $times = \array_map(static function (Closure $loop): int {
            $loop(1);
            $start = \hrtime(true);
            $loop(10 * CALLS);

            return \hrtime(true) - $start;
        }, $loops);
        foreach ($times as $i => $time) {
            $ratios[$i][] = $time / $times[0];
        }
    }

    return \array_map(static fn (array $samples): float => Statistics::of($samples)->median, $ratios);
}

function main(int $rounds): void
{
    $rows = [['statement', 'instructions', 'to the floor', 'time to it']];
    foreach (GROUPS as $group) {
        $times = relative(\array_column($group, 1), $rounds);
        $first = null;
        foreach ($group as $i => [$name, $statement]) {
            $parts = instructions([Builds::current()], [__FILE__, '--loop', $statement], Builds::root() . '/build/callgrind.floor');
            $count = \array_sum(per_call($parts[1], $parts[2], CALLS));
            $first ??= $count;
            $rows[] = ["$name: `$statement`", \number_format($count), \sprintf('%.2f', $count / $first), \sprintf('%.2f', $times[$i])];
        }
    }
    echo markdown($rows);
}

if (($argv[1] ?? '') === '--loop') {
    run_loop($argv[2] ?? throw new RuntimeException('--loop is called by the script itself'));
} elseif (\extension_loaded('brine')) {
    main(\max(1, (int) ($argv[1] ?? 61)));
} else {
    echo Builds::run(Builds::php([Builds::current()], $argv));
}
