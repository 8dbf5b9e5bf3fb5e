<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\App\Category;
use Brine\Bench\App\Collection;
use Brine\Bench\App\Entry;
use Brine\Bench\App\FieldDefinition;
use Brine\Bench\App\Model;
use Brine\Bench\App\Moment;
use Brine\Bench\App\Node;
use Brine\Bench\App\NullableDto;
use Brine\Bench\App\Order;
use Brine\Bench\App\OrderLine;
use Brine\Bench\App\Origin;
use Brine\Bench\App\Page;
use Brine\Bench\App\Point;
use Brine\Bench\App\Priority;
use Brine\Bench\App\Product;
use Brine\Bench\App\RowDto;
use Brine\Bench\App\Status;
use Brine\Bench\App\UserDto;
use Closure;

/**
 * Variants of the shapes: more nulls, fewer columns, other types, objects instead of arrays and the other way round. They show whether similar
 * shapes are equally fast. They are built like those of Shapes.
  */
final class Variants
{
    /** @return array<string, Closure(): mixed> */
    public static function all(): array
    {
        return [
            ...self::variantsOfRows(),
            ...self::variantsOfNullableRows(),
            ...self::variantsOfRepeatedRows(),
            ...self::variantsOfLists(),
            ...self::variantsOfObjects(),
            ...self::variantsOfSmallValues(),
            ...self::variantsOfNestedValues(),
        ];
    }

    /** @return array<string, Closure(): mixed> variants of rowset_…, rows_… */
    public static function variantsOfRows(): array
    {
        $keep = static fn (string ...$columns): array => \array_map(
            static fn (array $row) => \array_intersect_key($row, \array_flip($columns)),
            Shapes::rowsetDistinct(1000),
        );

        return [
            'rows_four_nullable' => static fn () => self::rowsFourNullable(1000),
            'rows_four_nullable_100' => static fn () => self::rowsFourNullable(100),
            'rows_nulls' => static fn () => self::withNulls(Shapes::rowsetDistinct(1000), 1),
            'rows_mostly_null' => static fn () => self::withNulls(Shapes::rowsetDistinct(1000), 2),
            'rows_two_columns' => static fn () => $keep('id', 'name'),
            'rows_one_column' => static fn () => $keep('user_id'),
            'rows_no_lists' => static fn () => $keep('id', 'user_id', 'name', 'created_at', 'amount', 'active'),
            'rows_texts' => static fn () => \array_map(self::rowOfTexts(...), Shapes::rowsetDistinct(1000)),
            'rows_numbers' => static fn () => self::rowsOfNumbers(1000),
            'rows_mixed_types' => static fn () => self::rowsOfMixedTypes(1000),
            'rows_as_lists' => static fn () => \array_map(array_values(...), Shapes::rowsetDistinct(1000)),
            'rows_as_dtos' => static fn () => \array_map(static fn (array $row) => new RowDto(...$row), Shapes::rowsetDistinct(1000)),
            'rows_by_name' => static fn () => \array_column(Shapes::rowsetDistinct(1000), null, 'name'),
            'rows_8' => static fn () => Shapes::rowsetDistinct(8),
            'rows_reordered_nulls' => static fn () => self::withNulls(Shapes::rowsReordered(1000), 1),
            'rows_missing_keys_nulls' => static fn () => self::withNulls(Shapes::rowsMissingKey(1000), 1),
            'rows_stdclass_nulls' => static fn () => \array_map(static fn (array $row) => (object) $row, self::withNulls(Shapes::rowsetDistinct(1000), 1)),
            'rows_nullable_dtos' => static fn () => \array_map(static fn (array $row) => new NullableDto(...$row), Shapes::rowsNullable(1000)),
        ];
    }

    /** @return array<string, Closure(): mixed> variants of rows_nullable: one to four nullable columns, other proportions of nulls, other containers */
    public static function variantsOfNullableRows(): array
    {
        $columns = static fn (string ...$names) => \array_map(
            static fn (array $row) => \array_intersect_key($row, \array_flip($names)),
            self::rowsFourNullable(1000),
        );

        return [
            'nullable_integer' => static fn () => $columns('parent'),
            'nullable_label' => static fn () => $columns('label'),
            'nullable_boolean' => static fn () => $columns('approved'),
            'nullable_score' => static fn () => $columns('score'),
            'nullable_two' => static fn () => $columns('parent', 'score'),
            'nullable_two_texts' => static fn () => \array_map(
                static fn (array $row) => ['parent' => $row['parent'], 'label' => $row['label'], 'text' => $row['parent'] === null ? null : "text $row[parent]"],
                self::rowsFourNullable(1000),
            ),
            'nullable_three' => static fn () => $columns('parent', 'approved', 'score'),
            'nullable_few_nulls' => static fn () => self::rowsWithNulls(1000, 5),
            'nullable_half' => static fn () => self::rowsWithNulls(1000, 50),
            'nullable_most' => static fn () => self::rowsWithNulls(1000, 90),
            'nullable_10' => static fn () => self::rowsFourNullable(10),
            'nullable_as_lists' => static fn () => \array_map(array_values(...), self::rowsFourNullable(1000)),
            'nullable_by_id' => static fn () => \array_combine(\array_map(static fn (int $i) => 7 * $i + 100, \range(0, 999)), self::rowsFourNullable(1000)),
            'nullable_stdclass' => static fn () => \array_map(static fn (array $row) => (object) $row, self::rowsFourNullable(1000)),
            'nullable_dtos' => static fn () => \array_map(
                static fn (array $row, int $i) => new NullableDto($i, $row['parent'], $row['label'], $row['score'], $i % 2 === 0, true, $row['approved']),
                self::rowsFourNullable(1000),
                \range(0, 999),
            ),
        ];
    }

    /** @return array<string, Closure(): mixed> rows with equal ones among them, but no shared arrays */
    public static function variantsOfRepeatedRows(): array
    {
        $of = static fn (int $rows, int $distinct) => \array_map(static fn (int $i) => self::rowOfSession($i * 7919 % $distinct), \range(0, $rows - 1));

        return [
            'repeated_20_of_1000' => static fn () => $of(1000, 20),
            'repeated_500_of_1000' => static fn () => $of(1000, 500),
            'repeated_900_of_1000' => static fn () => $of(1000, 900),
            'repeated_4_of_12' => static fn () => $of(12, 4),
            'repeated_by_name' => static fn () => \array_combine(\array_map(static fn (int $i) => "session $i", \range(0, 999)), $of(1000, 20)),
            'repeated_booleans' => static fn () => \array_map(static fn (int $i) => ['read' => $i % 3 === 0, 'write' => $i % 5 === 0, 'admin' => $i % 30 === 0], \range(1, 1000)),
            'repeated_points' => static fn () => \array_map(static fn (int $n) => [$n % 10, $n % 7], Shapes::packedRand(1000)),
            'repeated_stdclass' => static fn () => \array_map(static fn (array $row) => (object) $row, $of(1000, 20)),
            'repeated_in_lists' => static fn () => \array_map(static fn (array $row) => [$row, $row['tags']], $of(500, 20)),
        ];
    }

    /** @return array<string, Closure(): mixed> variants of packed_…, prices_10k, strings_5_distinct, array_50_keys_x200 */
    public static function variantsOfLists(): array
    {
        return [
            'packed_nulls' => static fn () => \array_map(static fn (int $n) => $n % 7 === 3 ? null : $n, Shapes::packedRand(10000)),
            'packed_few_nulls' => static fn () => \array_map(static fn (int $n) => $n % 50 === 3 ? null : $n, Shapes::packedRand(10000)),
            'packed_half_null' => static fn () => \array_map(static fn (int $n) => $n % 2 === 0 ? null : $n, Shapes::packedRand(10000)),
            'packed_ids_nulls' => static fn () => \array_map(static fn (int $n) => $n % 6 === 3 ? null : 3 * $n, Shapes::packed(10000)),
            'packed_and_texts' => static fn () => \array_map(static fn (int $n) => $n % 10 === 3 ? "no. $n" : $n, Shapes::packedRand(1000)),
            'packed_large' => static fn () => \array_map(static fn (int $n) => $n * 9_000_000_001 - 4_000_000_000_000_000, Shapes::packedRand(10000)),
            'packed_small' => static fn () => \array_map(static fn (int $n) => $n % 100, Shapes::packedRand(10000)),
            'packed_texts' => static fn () => \array_map(strval(...), Shapes::packedRand(10000)),
            'packed_booleans' => static fn () => \array_map(static fn (int $n) => $n % 3 === 0, Shapes::packedRand(10000)),
            'booleans_nulls' => static fn () => \array_map(static fn (int $n) => [true, false, null][$n % 3], Shapes::packedRand(10000)),
            'packed_by_key' => static fn () => \array_combine(\array_map(static fn (int $i) => 3 * $i + 100, \range(0, 9999)), Shapes::packedRand(10000)),
            'prices_nulls' => static fn () => \array_map(static fn (float $price) => \fmod($price, 1) < 0.1 ? null : $price, Shapes::prices(10000)),
            'prices_half_null' => static fn () => \array_map(static fn (float $price) => \fmod($price, 1) < 0.5 ? null : $price, Shapes::prices(10000)),
            'prices_integers' => static fn () => \array_map(static fn (float $price) => \fmod($price, 1) < 0.1 ? (int) $price : $price, Shapes::prices(10000)),
            'thirds_nulls' => static fn () => \array_map(static fn (float $price) => \fmod($price, 1) < 0.1 ? null : $price / 3, Shapes::prices(10000)),
            'prices_thirds' => static fn () => \array_map(static fn (float $price) => $price / 3, Shapes::prices(10000)),
            'prices_texts' => static fn () => \array_map(static fn (float $price) => \sprintf('%.2f', $price), Shapes::prices(10000)),
            'strings_distinct' => static fn () => \array_map(static fn (int $n) => "string number $n", Shapes::packedRand(1000)),
            'strings_nulls' => static fn () => \array_map(static fn (int $n) => $n % 3 === 0 ? null : "string number $n", Shapes::packedRand(1000)),
            'strings_hex' => static fn () => \array_map(static fn (int $n) => Shapes::hex("id $n", 40), \range(1, 1000)),
            'strings_dates' => static fn () => \array_map(static fn (int $n) => Shapes::dateText(86_461 * $n), \range(1, 1000)),
            'strings_uuids' => static fn () => \array_map(static fn (int $n) => Shapes::uuid("id $n"), \range(1, 1000)),
            'array_50_keys_distinct' => static fn () => \array_map(static fn () => \array_map(Shapes::fresh(...), Shapes::wideArray(50)), \range(1, 200)),
            'array_50_keys_differ' => static fn () => \array_map(static fn (int $i) => ["setting_$i" => $i] + Shapes::wideArray(50), \range(1, 200)),
        ];
    }

    /** @return array<string, Closure(): mixed> variants of dto_…, eloquent_…, wallet, queue_job */
    public static function variantsOfObjects(): array
    {
        return [
            'dto_nulls' => static fn () => \array_map(static fn (array $row) => new NullableDto(...$row), self::withNulls(Shapes::rowsNullable(1000), 2)),
            'dto_two_properties' => static fn () => \array_map(static fn (int $n) => new Point($n, $n % 17), Shapes::packedRand(1000)),
            'dto_readonly' => static fn () => \array_map(self::order(...), \range(1, 300)),
            'dto_as_arrays' => static fn () => \array_map(get_object_vars(...), Shapes::dto(1000)),
            'dto_as_stdclass' => static fn () => \array_map(static fn (UserDto $user) => (object) \get_object_vars($user), Shapes::dto(1000)),
            'dto_mixed_as_arrays' => static fn () => \array_map(self::asArrays(...), Shapes::dtoMixed(50)),
            'moments' => static fn () => \array_map(static fn (int $i) => new Moment(Shapes::dateText(61 * $i)), \range(1, 300)),
            'field_definitions' => static fn () => \array_map(self::fieldDefinition(...), \range(1, 60)),
            'indexes_of_objects' => static fn () => self::indexes(Shapes::dto(200)),
            'rows_in_objects_in_rows' => static fn () => self::rowsInObjects(60, 12),
            'model_nulls' => static fn () => self::withNullsInModel(Shapes::eloquentModel(1)),
            'models_nulls' => static fn () => new Collection(\array_map(static fn (int $i) => self::withNullsInModel(Shapes::eloquentModel($i)), \range(1, 30))),
            'models_of_models' => static fn () => new Collection(\array_map(static fn (int $i) => self::modelWithRelations($i), \range(1, 10))),
            'models_as_arrays' => static fn () => \array_map(self::asArrays(...), Shapes::eloquentCollection(30)->items()),
            'graph_readonly' => static fn () => self::orderGraph(500),
            'graph_models' => static fn () => self::modelGraph(80, 800),
            'graph_as_arrays' => static fn () => self::asArrays(self::orderGraph(60)),
            'jobs_20' => static fn () => \array_map(Shapes::queueJob(...), \array_fill(0, 20, null)),
            'job_as_arrays' => static fn () => self::asArrays(Shapes::queueJob()),
        ];
    }

    /** @return array<string, Closure(): mixed> variants of one_dto, small_assoc, string_15, int_single */
    public static function variantsOfSmallValues(): array
    {
        return [
            'small_nulls' => static fn () => self::withNulls([Shapes::smallAssoc()], 2)[0],
            'small_two_keys' => static fn () => \array_slice(Shapes::smallAssoc(), 0, 2),
            'small_object' => static fn () => (object) Shapes::smallAssoc(),
            'small_list' => static fn () => \array_values(Shapes::smallAssoc()),
            'small_nested' => static fn () => ['user' => Shapes::smallAssoc(), 'groups' => ['a' => [1, 2], 'b' => [3]], 'until' => null],
            'small_settings' => static fn () => SmallValues::smallSettings(8),
            'one_dto_nulls' => static fn () => new NullableDto(7, null, null, null, true, false, null),
            'one_readonly' => static fn () => self::order(1),
            'one_moment' => static fn () => new Moment(Shapes::dateText(0)),
            'one_enum' => static fn () => Status::Active,
            'string_300' => static fn () => \str_repeat('three hundred. ', 20),
            'string_empty' => static fn () => '',
            'double_single' => static fn () => 1234.567,
            'true_single' => static fn () => true,
            'list_empty' => static fn () => [],
            'list_of_5' => static fn () => [1, 2, 3, 5, 8],
        ];
    }

    /** @return array<string, Closure(): mixed> variants of deep_50, catalog, jwks */
    public static function variantsOfNestedValues(): array
    {
        return [
            'deep_lists' => static fn () => \array_reduce(\range(1, 50), static fn (?array $inner, int $i) => [$inner, $i], null),
            'deep_objects' => static fn () => \array_reduce(\range(1, 50), static fn (?Node $inner, int $i) => new Node($inner, $i), null),
            'deep_texts' => static fn () => \array_reduce(
                \range(1, 50),
                static fn (?array $inner, int $i) => ["name $i" => "text $i", 'inner' => $inner],
                null,
            ),
            'catalog_nulls' => static fn () => self::withNullsInside(Shapes::catalog(), 3),
            'catalog_objects' => static fn () => \json_decode((string) \json_encode(Shapes::catalog(), \JSON_PRESERVE_ZERO_FRACTION)),
            'catalog_narrow' => static fn () => \array_map(
                static fn (array $product) => \array_slice($product, 0, 3) + ['variants' => \array_column($product['variants'], 'price')],
                Shapes::catalog()['products'],
            ),
            'jwks_objects' => static fn () => \json_decode((string) \json_encode(Shapes::jwks())),
            'jwks_repeated' => static fn () => \array_merge(...\array_map(static fn () => Shapes::jwks()['keys'], \range(1, 7))),
        ];
    }

    /**
     * An integer, a short string, a boolean and a quarter, sometimes null.
     *
     * @return list<array{parent: ?int, label: ?string, approved: ?bool, score: ?float}>
     */
    public static function rowsFourNullable(int $rows): array
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

    /**
     * Makes this percentage of cells null, without a pattern.
     *
     * @return list<array<string, mixed>>
     */
    public static function rowsWithNulls(int $rows, int $percent): array
    {
        \mt_srand(42);
        $orNull = static fn (mixed $cell) => \mt_rand(0, 99) < $percent ? null : $cell;

        return \array_map(static fn (int $i) => [
            'parent' => $orNull($i * 7 % 1000),
            'label' => $orNull("label $i"),
            'approved' => $orNull($i % 6 > 3),
            'score' => $orNull($i / 4),
        ], \range(0, $rows - 1));
    }

    /**
     * Lists of the same objects by number, such as those of a role or group.
     *
     * @param list<UserDto> $objects
     * @return array{all: list<UserDto>, groups: list<list<UserDto>>}
     */
    public static function indexes(array $objects): array
    {
        $groups = [];
        foreach (\range(7, 16) as $size) {
            foreach ($objects as $i => $object) {
                $groups["$size " . $i % $size][] = $object;
            }
        }

        return ['all' => $objects, 'groups' => \array_values($groups)];
    }

    /**
     * Permissions of sessions of one group.
     *
     * @return array{group: string, level: int, since: string, quota: float, tags: list<string>}
     */
    public static function rowOfSession(int $group): array
    {
        return [
            'group' => Shapes::fresh("group $group"),
            'level' => $group % 5,
            'since' => Shapes::fresh(Shapes::dateText(86_400 * $group)),
            'quota' => $group * 0.25,
            'tags' => \array_map(Shapes::fresh(...), ['session', "tag $group"]),
        ];
    }

    /**
     * $ofThree of every three cells become null, except in the column $but.
     *
     * @param list<array<string, mixed>> $rows
     * @return list<array<string, mixed>>
     */
    public static function withNulls(array $rows, int $ofThree, string $but = 'id'): array
    {
        $set = [];
        $cell = 0;
        foreach ($rows as $row) {
            foreach (\array_keys($row) as $name) {
                if (++$cell % 3 < $ofThree && $name !== $but) {
                    $row[$name] = null;
                }
            }
            $set[] = $row;
        }

        return $set;
    }

    /**
     * Replaces one scalar in this many by null, at all depths.
     *
     * @param array<mixed> $value
     * @return array<mixed>
     */
    public static function withNullsInside(array $value, int $every, int &$scalars = 0): array
    {
        foreach ($value as $key => $element) {
            if (\is_array($element)) {
                $value[$key] = self::withNullsInside($element, $every, $scalars);
            } elseif (++$scalars % $every === 0) {
                $value[$key] = null;
            }
        }

        return $value;
    }

    public static function withNullsInModel(Model $model): Model
    {
        $row = $model->attributes();
        foreach (\array_keys($row) as $i => $name) {
            if ($i > 3 && $i % 4 !== 0) {
                $row[$name] = null;
            }
        }

        return Model::fromRow($row);
    }

    public static function modelWithRelations(int $i): Model
    {
        $model = Shapes::eloquentModel($i);
        $model->setRelations(['customer' => Shapes::eloquentModel(100 + $i % 3), 'parts' => new Collection([Shapes::eloquentModel(200 + $i), Shapes::eloquentModel(300 + $i)])]);

        return $model;
    }

    /**
     * All cells as text, as some drivers return rows.
     *
     * @param array{tags: list<string>, ...<string, scalar>} $row
     * @return array<string, string>
     */
    public static function rowOfTexts(array $row): array
    {
        return ['tags' => \implode(',', $row['tags'])] + \array_map(static fn (array|bool|float|int|string $cell) => \is_array($cell) ? '' : (string) $cell, $row);
    }

    /** @return list<array<string, int|float>> */
    public static function rowsOfNumbers(int $rows): array
    {
        $set = [];
        for ($i = 0; $i < $rows; ++$i) {
            $set[] = [
                'at' => 1_700_000_000 + 60 * $i,
                'low' => $i * 37 % 500 / 10,
                'high' => 50 + $i * 41 % 500 / 10,
                'mean' => \sqrt($i),
                'count' => $i * $i % 97,
            ];
        }

        return $set;
    }

    /**
     * Each column has values of several types.
     *
     * @return list<array<string, mixed>>
     */
    public static function rowsOfMixedTypes(int $rows): array
    {
        $set = [];
        for ($i = 0; $i < $rows; ++$i) {
            $values = [$i, "text $i", $i / 8, $i % 2 === 0, null, [$i]];
            $set[] = ['a' => $values[$i % 6], 'b' => $values[$i * $i % 5], 'c' => $values[($i + 3) % 6], 'd' => $values[$i % 3]];
        }

        return $set;
    }

    /** Objects become arrays of their properties, at all depths; enum cases their names. */
    public static function asArrays(mixed $value): mixed
    {
        if ($value instanceof \UnitEnum) {
            return $value->name;
        }
        if (!\is_array($value) && !\is_object($value)) {
            return $value;
        }
        $array = [];
        foreach ((array) $value as $key => $element) {
            $name = \is_string($key) && \str_starts_with($key, "\0") ? \substr($key, (int) \strrpos($key, "\0") + 1) : $key;
            $array[$name] = self::asArrays($element);
        }

        return $array;
    }

    private static function fieldDefinition(int $i): FieldDefinition
    {
        return new FieldDefinition(
            ['label' => "Field $i", 'provider' => 'content', 'field_name' => "field_$i", 'entity_type' => 'node', 'bundle' => null],
            ['string', 'integer', 'boolean', 'entity_reference'][$i % 4],
            ['unsigned' => $i % 3 === 0, 'size' => 'normal', 'max_length' => 255],
            $i % 5 === 0,
            $i - 10,
        );
    }

    /**
     * Rows, each with an object that has rows of its own.
     *
     * @return list<array<string, mixed>>
     */
    public static function rowsInObjects(int $outer, int $inner): array
    {
        $rows = [];
        for ($i = 0; $i < $outer; ++$i) {
            $lines = [];
            for ($n = 0; $n < $inner; ++$n) {
                $lines[] = [
                    'sku' => \sprintf('ART-%05d', 17 * $i + $n),
                    'quantity' => 1 + $n % 4,
                    'price' => (199 + 25 * $n + $i) / 100,
                    'gift' => $n % 5 === 0,
                ];
            }
            $rows[] = ['id' => 100 + $i, 'page' => new Page("page $i of the list", $lines), 'next' => $i + 1];
        }

        return $rows;
    }

    public static function order(int $i): Order
    {
        return new Order(
            id: Shapes::uuid("order $i"),
            number: \sprintf('O-%06d', $i),
            status: Status::cases()[$i % 3],
            priority: Priority::cases()[$i % 3],
            total: 9.99 + $i * 3.25,
            note: $i % 4 === 0 ? "Note to order $i" : null,
            placedAt: new Moment(Shapes::dateText(61 * $i)),
            customer: null,
            lines: [new OrderLine("ART-$i", 1 + $i % 3, $i % 2 === 0 ? 19.5 : 7.25, null), new OrderLine('ART-' . $i + 1, 1, 4.75, null)],
        );
    }

    /**
     * Some 400 KB of native text: readonly objects, enums, and models that several of them share.
     *
     * @return array<string, mixed>
     */
    public static function orderGraph(int $orders): array
    {
        $customers = \array_map(Shapes::eloquentModel(...), \range(1, 15));
        $products = \array_map(static fn (int $i) => new Product($i, "Product $i", Category::cases()[$i % 5], $i * 2.5), \range(1, 40));
        $graph = [];
        for ($i = 1; $i <= $orders; ++$i) {
            $lines = [];
            for ($n = 0; $n <= $i % 4; ++$n) {
                $lines[] = new OrderLine("ART-$i-$n", 1 + $n, 4.75 + $n, $products[($i * 7 + $n * 3) % 40]);
            }
            $graph[] = new Order(...['customer' => $customers[$i % 15], 'lines' => $lines] + \get_object_vars(self::order($i)));
        }

        return ['version' => 2, 'orders' => $graph];
    }

    /**
     * About 400 KB of native text: mostly models, each shared by several readonly objects with enums.
     *
     * @return list<Entry>
     */
    public static function modelGraph(int $models, int $entries): array
    {
        $shared = \array_map(Shapes::eloquentModel(...), \range(1, $models));
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
}
