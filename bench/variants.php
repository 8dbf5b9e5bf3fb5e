<?php

declare(strict_types=1);

/*
 * Variants of the shapes: more nulls, fewer columns, other types, objects instead of arrays and the other way round. They show whether what
 * is fast for a shape is fast for its neighbours. They are built as those of shapes.php are.
 */

namespace Brine\Bench;

use Closure;

require_once __DIR__ . '/shapes.php';
require_once __DIR__ . '/small.php';

/** @return array<string, Closure(): mixed> */
function variants(): array
{
    return [
        ...variants_of_rows(),
        ...variants_of_nullable_rows(),
        ...variants_of_repeated_rows(),
        ...variants_of_lists(),
        ...variants_of_objects(),
        ...variants_of_small_values(),
        ...variants_of_nested_values(),
    ];
}

/** @return array<string, Closure(): mixed> of rowset_…, rows_… */
function variants_of_rows(): array
{
    $keep = static fn (array $rows, string ...$columns) => array_map(
        static fn (array $row) => array_intersect_key($row, array_flip($columns)),
        $rows,
    );

    return [
        'rows_four_nullable' => static fn () => rows_four_nullable(1000),
        'rows_four_nullable_100' => static fn () => rows_four_nullable(100),
        'rows_nulls' => static fn () => with_nulls(rowset_distinct(1000), 1),
        'rows_mostly_null' => static fn () => with_nulls(rowset_distinct(1000), 2),
        'rows_two_columns' => static fn () => $keep(rowset_distinct(1000), 'id', 'name'),
        'rows_one_column' => static fn () => $keep(rowset_distinct(1000), 'user_id'),
        'rows_no_lists' => static fn () => $keep(rowset_distinct(1000), 'id', 'user_id', 'name', 'created_at', 'amount', 'active'),
        'rows_texts' => static fn () => array_map(row_of_texts(...), rowset_distinct(1000)),
        'rows_numbers' => static fn () => rows_of_numbers(1000),
        'rows_mixed_types' => static fn () => rows_of_mixed_types(1000),
        'rows_as_lists' => static fn () => array_map(array_values(...), rowset_distinct(1000)),
        'rows_as_dtos' => static fn () => array_map(static fn (array $row) => new RowDto(...$row), rowset_distinct(1000)),
        'rows_by_name' => static fn () => array_column(rowset_distinct(1000), null, 'name'),
        'rows_8' => static fn () => rowset_distinct(8),
        'rows_reordered_nulls' => static fn () => with_nulls(rows_reordered(1000), 1),
        'rows_missing_keys_nulls' => static fn () => with_nulls(rows_missing_key(1000), 1),
        'rows_stdclass_nulls' => static fn () => array_map(static fn (array $row) => (object) $row, with_nulls(rowset_distinct(1000), 1)),
        'rows_nullable_dtos' => static fn () => array_map(static fn (array $row) => new NullableDto(...$row), rows_nullable(1000)),
    ];
}

/** @return array<string, Closure(): mixed> of rows_nullable: one to four nullable columns, with other proportions of nulls, in other containers */
function variants_of_nullable_rows(): array
{
    $columns = static fn (string ...$names) => array_map(
        static fn (array $row) => array_intersect_key($row, array_flip($names)),
        rows_four_nullable(1000),
    );

    return [
        'nullable_integer' => static fn () => $columns('parent'),
        'nullable_label' => static fn () => $columns('label'),
        'nullable_boolean' => static fn () => $columns('approved'),
        'nullable_score' => static fn () => $columns('score'),
        'nullable_two' => static fn () => $columns('parent', 'score'),
        'nullable_two_texts' => static fn () => array_map(static fn (array $row) => $row + ['text' => $row['parent'] === null ? null : "text $row[parent]"], $columns('parent', 'label')),
        'nullable_three' => static fn () => $columns('parent', 'approved', 'score'),
        'nullable_few_nulls' => static fn () => rows_with_nulls(1000, 5),
        'nullable_half' => static fn () => rows_with_nulls(1000, 50),
        'nullable_most' => static fn () => rows_with_nulls(1000, 90),
        'nullable_10' => static fn () => rows_four_nullable(10),
        'nullable_as_lists' => static fn () => array_map(array_values(...), rows_four_nullable(1000)),
        'nullable_by_id' => static fn () => array_combine(array_map(static fn (int $i) => 7 * $i + 100, range(0, 999)), rows_four_nullable(1000)),
        'nullable_stdclass' => static fn () => array_map(static fn (array $row) => (object) $row, rows_four_nullable(1000)),
        'nullable_dtos' => static fn () => array_map(
            static fn (array $row, int $i) => new NullableDto($i, $row['parent'], $row['label'], $row['score'], $i % 2 === 0, true, $row['approved']),
            rows_four_nullable(1000),
            range(0, 999),
        ),
    ];
}

/** @return array<string, Closure(): mixed> rows of which some equal others, though no two are one array */
function variants_of_repeated_rows(): array
{
    $of = static fn (int $rows, int $distinct) => array_map(static fn (int $i) => row_of_session($i * 7919 % $distinct), range(0, $rows - 1));

    return [
        'repeated_20_of_1000' => static fn () => $of(1000, 20),
        'repeated_500_of_1000' => static fn () => $of(1000, 500),
        'repeated_900_of_1000' => static fn () => $of(1000, 900),
        'repeated_4_of_12' => static fn () => $of(12, 4),
        'repeated_by_name' => static fn () => array_combine(array_map(static fn (int $i) => "session $i", range(0, 999)), $of(1000, 20)),
        'repeated_booleans' => static fn () => array_map(static fn (int $i) => ['read' => $i % 3 === 0, 'write' => $i % 5 === 0, 'admin' => $i % 30 === 0], range(1, 1000)),
        'repeated_points' => static fn () => array_map(static fn (int $n) => [$n % 10, $n % 7], packed_rand(1000)),
        'repeated_stdclass' => static fn () => array_map(static fn (array $row) => (object) $row, $of(1000, 20)),
        'repeated_in_lists' => static fn () => array_map(static fn (array $row) => [$row, $row['tags']], $of(500, 20)),
    ];
}

/** @return array<string, Closure(): mixed> of packed_…, prices_10k, strings_5_distinct, array_50_keys_x200 */
function variants_of_lists(): array
{
    return [
        'packed_nulls' => static fn () => array_map(static fn (int $n) => $n % 7 === 3 ? null : $n, packed_rand(10000)),
        'packed_few_nulls' => static fn () => array_map(static fn (int $n) => $n % 50 === 3 ? null : $n, packed_rand(10000)),
        'packed_half_null' => static fn () => array_map(static fn (int $n) => $n % 2 === 0 ? null : $n, packed_rand(10000)),
        'packed_ids_nulls' => static fn () => array_map(static fn (int $n) => $n % 6 === 3 ? null : 3 * $n, packed(10000)),
        'packed_and_texts' => static fn () => array_map(static fn (int $n) => $n % 10 === 3 ? "no. $n" : $n, packed_rand(1000)),
        'packed_large' => static fn () => array_map(static fn (int $n) => $n * 9_000_000_001 - 4_000_000_000_000_000, packed_rand(10000)),
        'packed_small' => static fn () => array_map(static fn (int $n) => $n % 100, packed_rand(10000)),
        'packed_texts' => static fn () => array_map(strval(...), packed_rand(10000)),
        'packed_booleans' => static fn () => array_map(static fn (int $n) => $n % 3 === 0, packed_rand(10000)),
        'booleans_nulls' => static fn () => array_map(static fn (int $n) => [true, false, null][$n % 3], packed_rand(10000)),
        'packed_by_key' => static fn () => array_combine(array_map(static fn (int $i) => 3 * $i + 100, range(0, 9999)), packed_rand(10000)),
        'prices_nulls' => static fn () => array_map(static fn (float $price) => fmod($price, 1) < 0.1 ? null : $price, prices(10000)),
        'prices_half_null' => static fn () => array_map(static fn (float $price) => fmod($price, 1) < 0.5 ? null : $price, prices(10000)),
        'prices_integers' => static fn () => array_map(static fn (float $price) => fmod($price, 1) < 0.1 ? (int) $price : $price, prices(10000)),
        'thirds_nulls' => static fn () => array_map(static fn (float $price) => fmod($price, 1) < 0.1 ? null : $price / 3, prices(10000)),
        'prices_thirds' => static fn () => array_map(static fn (float $price) => $price / 3, prices(10000)),
        'prices_texts' => static fn () => array_map(static fn (float $price) => sprintf('%.2f', $price), prices(10000)),
        'strings_distinct' => static fn () => array_map(static fn (int $n) => "string number $n", packed_rand(1000)),
        'strings_nulls' => static fn () => array_map(static fn (int $n) => $n % 3 === 0 ? null : "string number $n", packed_rand(1000)),
        'strings_hex' => static fn () => array_map(static fn (int $n) => hex("id $n", 40), range(1, 1000)),
        'strings_dates' => static fn () => array_map(static fn (int $n) => date_text(86_461 * $n), range(1, 1000)),
        'strings_uuids' => static fn () => array_map(static fn (int $n) => uuid("id $n"), range(1, 1000)),
        'array_50_keys_distinct' => static fn () => array_map(static fn () => array_map(fresh(...), wide_array(50)), range(1, 200)),
        'array_50_keys_differ' => static fn () => array_map(static fn (int $i) => ["setting_$i" => $i] + wide_array(50), range(1, 200)),
    ];
}

/** @return array<string, Closure(): mixed> of dto_…, eloquent_…, wallet, queue_job */
function variants_of_objects(): array
{
    return [
        'dto_nulls' => static fn () => array_map(static fn (array $row) => new NullableDto(...$row), with_nulls(rows_nullable(1000), 2)),
        'dto_two_properties' => static fn () => array_map(static fn (int $n) => new Point($n, $n % 17), packed_rand(1000)),
        'dto_readonly' => static fn () => array_map(order(...), range(1, 300)),
        'dto_as_arrays' => static fn () => array_map(get_object_vars(...), dto(1000)),
        'dto_as_stdclass' => static fn () => array_map(static fn (UserDto $user) => (object) get_object_vars($user), dto(1000)),
        'dto_mixed_as_arrays' => static fn () => array_map(as_arrays(...), dto_mixed(50)),
        'moments' => static fn () => array_map(static fn (int $i) => new Moment(date_text(61 * $i)), range(1, 300)),
        'rows_in_objects_in_rows' => static fn () => rows_in_objects(60, 12),
        'model_nulls' => static fn () => with_nulls_in_model(eloquent_model(1)),
        'models_nulls' => static fn () => new Collection(array_map(static fn (int $i) => with_nulls_in_model(eloquent_model($i)), range(1, 30))),
        'models_of_models' => static fn () => new Collection(array_map(static fn (int $i) => model_with_relations($i), range(1, 10))),
        'models_as_arrays' => static fn () => array_map(as_arrays(...), eloquent_collection(30)->items()),
        'graph_readonly' => static fn () => order_graph(500),
        'graph_models' => static fn () => model_graph(80, 800),
        'graph_as_arrays' => static fn () => as_arrays(order_graph(60)),
        'jobs_20' => static fn () => array_map(queue_job(...), array_fill(0, 20, null)),
        'job_as_arrays' => static fn () => as_arrays(queue_job()),
    ];
}

/** @return array<string, Closure(): mixed> of one_dto, small_assoc, string_15, int_single */
function variants_of_small_values(): array
{
    return [
        'small_nulls' => static fn () => with_nulls([small_assoc()], 2)[0],
        'small_two_keys' => static fn () => array_slice(small_assoc(), 0, 2),
        'small_object' => static fn () => (object) small_assoc(),
        'small_list' => static fn () => array_values(small_assoc()),
        'small_nested' => static fn () => ['user' => small_assoc(), 'groups' => ['a' => [1, 2], 'b' => [3]], 'until' => null],
        'small_settings' => static fn () => small_settings(8),
        'one_dto_nulls' => static fn () => new NullableDto(7, null, null, null, true, false, null),
        'one_readonly' => static fn () => order(1),
        'one_moment' => static fn () => new Moment(date_text(0)),
        'one_enum' => static fn () => Status::Active,
        'string_300' => static fn () => str_repeat('three hundred. ', 20),
        'string_empty' => static fn () => '',
        'double_single' => static fn () => 1234.567,
        'true_single' => static fn () => true,
        'list_empty' => static fn () => [],
        'list_of_5' => static fn () => [1, 2, 3, 5, 8],
    ];
}

/** @return array<string, Closure(): mixed> of deep_50, catalog, jwks */
function variants_of_nested_values(): array
{
    return [
        'deep_lists' => static fn () => array_reduce(range(1, 50), static fn (?array $inner, int $i) => [$inner, $i], null),
        'deep_objects' => static fn () => array_reduce(range(1, 50), static fn (?Node $inner, int $i) => new Node($inner, $i), null),
        'deep_texts' => static fn () => array_reduce(
            range(1, 50),
            static fn (?array $inner, int $i) => ["name $i" => "text $i", 'inner' => $inner],
            null,
        ),
        'catalog_nulls' => static fn () => with_nulls_inside(catalog(), 3),
        'catalog_objects' => static fn () => json_decode(json_encode(catalog(), JSON_PRESERVE_ZERO_FRACTION)),
        'catalog_narrow' => static fn () => array_map(
            static fn (array $product) => array_slice($product, 0, 3) + ['variants' => array_column($product['variants'], 'price')],
            catalog()['products'],
        ),
        'jwks_objects' => static fn () => json_decode(json_encode(jwks())),
        'jwks_repeated' => static fn () => array_merge(...array_map(static fn () => jwks()['keys'], range(1, 7))),
    ];
}

/** An integer, a short string, a boolean and a quarter, each of which is null now and then. */
function rows_four_nullable(int $rows): array
{
    $set = [];
    for ($i = 0; $i < $rows; ++$i) {
        $set[] = [
            'parent' => $i % 3 === 0 ? null : $i * 7 % 1000,
            'label' => $i % 4 === 1 ? null : "label $i",
            'approved' => $i % 6 === 3 ? null : $i % 6 > 3,
            'score' => $i % 5 === 2 ? null : $i / 4,
        ];
    }

    return $set;
}

/** So many of a hundred cells are null, without a pattern. */
function rows_with_nulls(int $rows, int $percent): array
{
    mt_srand(42);
    $orNull = static fn (mixed $cell) => mt_rand(0, 99) < $percent ? null : $cell;

    return array_map(static fn (int $i) => [
        'parent' => $orNull($i * 7 % 1000),
        'label' => $orNull("label $i"),
        'approved' => $orNull($i % 6 > 3),
        'score' => $orNull($i / 4),
    ], range(0, $rows - 1));
}

/** Rights, as sessions of one group have them. */
function row_of_session(int $group): array
{
    return [
        'group' => fresh("group $group"),
        'level' => $group % 5,
        'since' => fresh(date_text(86_400 * $group)),
        'quota' => $group * 0.25,
        'tags' => array_map(fresh(...), ['session', "tag $group"]),
    ];
}

/**
 * So many of three cells become null, except for those of one column.
 *
 * @param list<array> $rows
 */
function with_nulls(array $rows, int $ofThree, string $but = 'id'): array
{
    $set = [];
    $cell = 0;
    foreach ($rows as $row) {
        foreach (array_keys($row) as $name) {
            if (++$cell % 3 < $ofThree && $name !== $but) {
                $row[$name] = null;
            }
        }
        $set[] = $row;
    }

    return $set;
}

/** One of so many scalars becomes null, at all depths. */
function with_nulls_inside(array $value, int $every, int &$scalars = 0): array
{
    foreach ($value as $key => $element) {
        if (is_array($element)) {
            $value[$key] = with_nulls_inside($element, $every, $scalars);
        } elseif (++$scalars % $every === 0) {
            $value[$key] = null;
        }
    }

    return $value;
}

function with_nulls_in_model(Model $model): Model
{
    $row = $model->attributes();
    foreach (array_keys($row) as $i => $name) {
        if ($i > 3 && $i % 4 !== 0) {
            $row[$name] = null;
        }
    }

    return Model::fromRow($row);
}

function model_with_relations(int $i): Model
{
    $model = eloquent_model($i);
    $model->setRelations(['customer' => eloquent_model(100 + $i % 3), 'parts' => new Collection([eloquent_model(200 + $i), eloquent_model(300 + $i)])]);

    return $model;
}

/** Everything as text, as some drivers give rows. */
function row_of_texts(array $row): array
{
    return ['tags' => implode(',', $row['tags'])] + array_map(static fn (mixed $cell) => is_array($cell) ? $cell : (string) $cell, $row);
}

function rows_of_numbers(int $rows): array
{
    $set = [];
    for ($i = 0; $i < $rows; ++$i) {
        $set[] = [
            'at' => 1_700_000_000 + 60 * $i,
            'low' => $i * 37 % 500 / 10,
            'high' => 50 + $i * 41 % 500 / 10,
            'mean' => sqrt($i),
            'count' => $i * $i % 97,
        ];
    }

    return $set;
}

/** Each column has values of several types. */
function rows_of_mixed_types(int $rows): array
{
    $set = [];
    for ($i = 0; $i < $rows; ++$i) {
        $values = [$i, "text $i", $i / 8, $i % 2 === 0, null, [$i]];
        $set[] = ['a' => $values[$i % 6], 'b' => $values[$i * $i % 5], 'c' => $values[($i + 3) % 6], 'd' => $values[$i % 3]];
    }

    return $set;
}

/** Objects become arrays of their properties, at all depths; enum cases their names. */
function as_arrays(mixed $value): mixed
{
    if ($value instanceof \UnitEnum) {
        return $value->name;
    }
    if (!is_array($value) && !is_object($value)) {
        return $value;
    }
    $array = [];
    foreach ((array) $value as $key => $element) {
        $name = is_string($key) && str_starts_with($key, "\0") ? substr($key, (int) strrpos($key, "\0") + 1) : $key;
        $array[$name] = as_arrays($element);
    }

    return $array;
}

/** Rows, each with an object that has rows of its own. */
function rows_in_objects(int $outer, int $inner): array
{
    $rows = [];
    for ($i = 0; $i < $outer; ++$i) {
        $lines = [];
        for ($n = 0; $n < $inner; ++$n) {
            $lines[] = [
                'sku' => sprintf('ART-%05d', 17 * $i + $n),
                'quantity' => 1 + $n % 4,
                'price' => (199 + 25 * $n + $i) / 100,
                'gift' => $n % 5 === 0,
            ];
        }
        $rows[] = ['id' => 100 + $i, 'page' => new Page("page $i of the list", $lines), 'next' => $i + 1];
    }

    return $rows;
}

function order(int $i): Order
{
    return new Order(
        id: uuid("order $i"),
        number: sprintf('O-%06d', $i),
        status: Status::cases()[$i % 3],
        priority: Priority::cases()[$i % 3],
        total: 9.99 + $i * 3.25,
        note: $i % 4 === 0 ? "Note to order $i" : null,
        placedAt: new Moment(date_text(61 * $i)),
        customer: null,
        lines: [new OrderLine("ART-$i", 1 + $i % 3, $i % 2 === 0 ? 19.5 : 7.25, null), new OrderLine('ART-' . $i + 1, 1, 4.75, null)],
    );
}

/** Some 400 KB of native text: readonly objects, enums, and models that several of them share. */
function order_graph(int $orders): array
{
    $customers = array_map(eloquent_model(...), range(1, 15));
    $products = array_map(static fn (int $i) => new Product($i, "Product $i", Category::cases()[$i % 5], $i * 2.5), range(1, 40));
    $graph = [];
    for ($i = 1; $i <= $orders; ++$i) {
        $lines = [];
        for ($n = 0; $n <= $i % 4; ++$n) {
            $lines[] = new OrderLine("ART-$i-$n", 1 + $n, 4.75 + $n, $products[($i * 7 + $n * 3) % 40]);
        }
        $graph[] = new Order(...['customer' => $customers[$i % 15], 'lines' => $lines] + get_object_vars(order($i)));
    }

    return ['version' => 2, 'orders' => $graph];
}

/** Some 400 KB of native text: mostly models, each of which several readonly objects with enums share. */
function model_graph(int $models, int $entries): array
{
    $shared = array_map(eloquent_model(...), range(1, $models));
    $graph = [];
    for ($i = 0; $i < $entries; ++$i) {
        $graph[] = new Entry(
            id: $i,
            status: Status::cases()[$i % 3],
            origin: Origin::cases()[$i * $i % 3],
            priority: Priority::cases()[$i % 3],
            level: $i % 4 === 0 ? null : $i % 50,
            isOpen: $i % 5 === 0,
            model: $shared[$i * 7 % $models],
        );
    }

    return $graph;
}
