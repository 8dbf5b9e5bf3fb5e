<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\App\Category;
use Brine\Bench\App\Collection;
use Brine\Bench\App\Issuer;
use Brine\Bench\App\Model;
use Brine\Bench\App\ModelIdentifier;
use Brine\Bench\App\Moment;
use Brine\Bench\App\OrderDto;
use Brine\Bench\App\Origin;
use Brine\Bench\App\Priority;
use Brine\Bench\App\Record;
use Brine\Bench\App\RecordGroup;
use Brine\Bench\App\SendInvoiceJob;
use Brine\Bench\App\Status;
use Brine\Bench\App\UserDto;
use Closure;

/**
 * The synthetic values of the benchmark. Every function builds the same value at every call, from fresh arrays, strings
 * and objects; only literals are shared, as in an application's code.
  *
 * @phpstan-type Row array{id: int, user_id: int, name: string, created_at: string, amount: float, active: bool, tags: list<string>}
 * @phpstan-type Nullable array{id: int, parent: ?int, label: ?string, score: ?float, visible: bool, locked: bool, approved: ?bool}
 */
final class Shapes
{
    /** @return array<string, Closure(): mixed> shapes that benchmarks of other serializers also use */
    public static function all(): array
    {
        return [
            'rowset_100' => static fn () => self::rowset(100),
            'rowset_1000' => static fn () => self::rowset(1000),
            'rowset_distinct_1000' => static fn () => self::rowsetDistinct(1000),
            'packed_1k' => static fn () => self::packed(1000),
            'packed_10k' => static fn () => self::packed(10000),
            'packed_rand_10k' => static fn () => self::packedRand(10000),
            'deep_50' => static fn () => self::deep(50),
            'dto_100' => static fn () => self::dto(100),
            'dto_1000' => static fn () => self::dto(1000),
            'dto_mixed' => static fn () => self::dtoMixed(50),
            'one_dto' => static fn () => self::dto(1)[0],
            'small_assoc' => self::smallAssoc(...),
            'string_15' => static fn () => self::fresh('fifteen letters'),
            'int_single' => static fn () => 1234567,
            'eloquent_model' => static fn () => self::eloquentModel(1),
            'eloquent_coll_30' => static fn () => self::eloquentCollection(30),
            'wallet' => self::wallet(...),
            'queue_job' => self::queueJob(...),
            'catalog' => self::catalog(...),
            'jwks' => self::jwks(...),
        ];
    }

    /** @return array<string, Closure(): mixed> the shapes at which existing serializers are slow or large */
    public static function weakSpots(): array
    {
        return [
            'array_50_keys_x200' => static fn () => \array_fill(0, 200, self::wideArray(50)),
            'rows_missing_key' => static fn () => self::rowsMissingKey(1000),
            'rows_by_id' => static fn () => self::rowsById(1000),
            'rows_reordered' => static fn () => self::rowsReordered(1000),
            'strings_5_distinct' => static fn () => self::strings5Distinct(1000),
            'rows_stdclass' => static fn () => \array_map(static fn (array $row) => (object) $row, self::rowsetDistinct(1000)),
            'rows_nullable' => static fn () => self::rowsNullable(1000),
            'prices_10k' => static fn () => self::prices(10000),
        ];
    }

    /** @return array<string, Closure(): mixed> shapes to decode 200 times, keeping all copies, with the cycle collector on */
    public static function kept(): array
    {
        return [
            'kept_rowset_10' => static fn () => self::rowset(10),
            'kept_dto_mixed' => static fn () => self::dtoMixed(1),
            'kept_eloquent_model' => static fn () => self::eloquentModel(1),
        ];
    }

    /** The same bytes in a separate string. (PHP always shares strings of one byte.) */
    public static function fresh(string $string): string
    {
        return \substr($string . '.', 0, -1);
    }

    /** Pseudo-random lower-case hexadecimal digits that depend on the seed only. */
    public static function hex(string $seed, int $length): string
    {
        return \substr(\hash('sha512', $seed), 0, $length);
    }

    public static function uuid(string $seed): string
    {
        $hex = self::hex($seed, 32);

        return \implode('-', [
            \substr($hex, 0, 8), \substr($hex, 8, 4), '4' . \substr($hex, 13, 3), 'a' . \substr($hex, 17, 3), \substr($hex, 20),
        ]);
    }

    public static function dateText(int $seconds): string
    {
        return \gmdate('Y-m-d H:i:s', 1_700_000_000 + $seconds);
    }

    /** @return list<Row> */
    public static function rowset(int $rows): array
    {
        $set = [];
        for ($i = 0; $i < $rows; ++$i) {
            $set[] = [
                'id' => $i,
                'user_id' => 1000 + $i % 50,
                'name' => 'row_' . $i,
                'created_at' => '2024-02-29 08:15:00',
                'amount' => $i * 1.07,
                'active' => $i % 3 === 0,
                'tags' => ['a', 'b', 'c'],
            ];
        }

        return $set;
    }

    /**
     * The rows as they come from a database: no string and no array is shared with another row.
     *
     * @return list<Row>
     */
    public static function rowsetDistinct(int $rows): array
    {
        return \array_map(static function (array $row): array {
            $row['created_at'] = self::fresh($row['created_at']);
            $row['tags'] = \array_map(self::fresh(...), $row['tags']);

            return $row;
        }, self::rowset($rows));
    }

    /** @return list<int> */
    public static function packed(int $count): array
    {
        return \range(0, $count - 1);
    }

    /** @return list<int> */
    public static function packedRand(int $count): array
    {
        \mt_srand(42);
        $list = [];
        for ($i = 0; $i < $count; ++$i) {
            $list[] = \mt_rand(0, 1_000_000);
        }

        return $list;
    }

    /** @return array<string, mixed> */
    public static function deep(int $depth): array
    {
        $node = ['next' => null, 'i' => 0];
        for ($i = 1; $i < $depth; ++$i) {
            $node = ['next' => $node, 'i' => $i];
        }

        return $node;
    }

    /** @return list<UserDto> */
    public static function dto(int $count): array
    {
        $list = [];
        for ($i = 0; $i < $count; ++$i) {
            $list[] = new UserDto(
                id: $i + 1,
                tenant_id: 1000 + $i % 50,
                name: 'User ' . $i,
                email: "user.$i@example.org",
                phone: $i % 3 === 2 ? null : '+49 30 ' . (100_000 + 7 * $i),
                created_at: '2024-02-29 08:15:00',
                is_active: $i % 5 !== 4,
                tags: ['customer', 'newsletter', 'verified'],
            );
        }

        return $list;
    }

    /**
     * Alternating objects of two classes.
     *
     * @return list<array{user: UserDto, orders: list<OrderDto>}>
     */
    public static function dtoMixed(int $users): array
    {
        $list = [];
        foreach (self::dto($users) as $i => $user) {
            $orders = [];
            for ($j = 0; $j < 3; ++$j) {
                $orders[] = new OrderDto(
                    id: 3 * $i + $j,
                    user_id: $user->id,
                    sku: \sprintf('ART-%05d', 17 * $i + $j),
                    quantity: 1 + $j,
                    total: ($i + 1) * 12.49 * ($j + 1),
                    currency: 'EUR',
                    status: ['open', 'paid', 'shipped'][$j],
                    shipped_at: $j === 2 ? '2024-02-29 08:15:00' : null,
                );
            }
            $list[] = ['user' => $user, 'orders' => $orders];
        }

        return $list;
    }

    /** @return array<string, mixed> */
    public static function smallAssoc(): array
    {
        return [
            'id' => 4711,
            'name' => self::fresh('Grace Example'),
            'mail' => self::fresh('grace@example.org'),
            'enabled' => true,
            'rating' => 4.5,
            'roles' => [self::fresh('author'), self::fresh('reviewer')],
        ];
    }

    /** A model with 18 attributes. */
    public static function eloquentModel(int $i): Model
    {
        $number = \sprintf('INV-%06d', 1000 + $i);

        return Model::fromRow([
            'id' => $i,
            'uuid' => self::uuid("invoice $i"),
            'customer_id' => 100 + $i % 9,
            'number' => $number,
            'currency' => self::fresh(['EUR', 'USD', 'CHF'][$i % 3]),
            'net' => \sprintf('%d.%02d', 250 + 13 * $i, $i % 100),
            'gross' => \sprintf('%d.%02d', 297 + 15 * $i, $i % 100),
            'lines' => \json_encode(\array_map(static fn (int $n) => [
                'sku' => \sprintf('ART-%05d', 17 * $i + $n),
                'quantity' => 1 + $i % 4,
                'net' => \sprintf('%d.%02d', 40 + $n, $i % 100),
                'text' => "Maintenance, month $n",
            ], \range(1, 3 + $i % 3))),
            'file' => "invoices/" . self::uuid('customer ' . $i % 9) . "/$number.pdf",
            'preview' => "previews/" . self::uuid('customer ' . $i % 9) . "/$number.webp",
            'token' => self::hex("token $i", 64),
            'reference' => null,
            'note' => null,
            'is_paid' => $i % 2,
            'due_at' => self::dateText(7211 * $i + 1_209_600),
            'paid_at' => $i % 2 !== 0 ? self::dateText(7211 * $i + 86_400) : null,
            'created_at' => self::dateText(7211 * $i),
            'updated_at' => self::dateText(7211 * $i + 60),
        ]);
    }

    public static function eloquentCollection(int $count): Collection
    {
        return new Collection(\array_map(self::eloquentModel(...), \range(1, $count)));
    }

    /**
     * A graph of 10 groups with 4 records each; each of its 100 models is held by its record and its group.
     *
     * @return array<string, mixed>
     */
    public static function wallet(): array
    {
        $website = 'https://registry.example.org/issuers/17';
        $issuer = new Issuer(self::uuid('issuer'), 'Chamber of Commerce', $website, new Moment(self::dateText(0)));
        $models = \array_map(self::eloquentModel(...), \range(1, 100));
        $groups = [];
        for ($g = 0; $g < 10; ++$g) {
            $inGroup = \array_slice($models, 10 * $g, 10);
            $records = [];
            for ($r = 0; $r < 4; ++$r) {
                $records[] = self::record(4 * $g + $r, $issuer, \array_slice($inGroup, [0, 3, 5, 8][$r], [3, 2, 3, 2][$r]));
            }
            $groups[] = new RecordGroup(Category::cases()[$g % 5], $records, $inGroup);
        }

        return ['id' => self::uuid('wallet'), 'version' => 3, 'groups' => $groups];
    }

    /** @param list<Model> $models */
    public static function record(int $i, Issuer $issuer, array $models): Record
    {
        return new Record(
            id: self::uuid("record $i"),
            ownerId: self::uuid('owner'),
            number: \sprintf('%s-%04d', \strtoupper(self::hex("number $i", 6)), $i),
            title: "Certificate of registration, part $i",
            summary: "Issued after review of the application of section $i; valid together with its annexes only.",
            language: self::fresh(['de', 'en', 'fr'][$i % 3]),
            country: self::fresh('DE'),
            region: $i % 4 === 0 ? null : self::fresh(['Berlin', 'Hamburg', 'Bayern'][$i % 3]),
            note: null,
            status: Status::cases()[$i % 3],
            origin: Origin::cases()[\intdiv($i, 2) % 3],
            priority: Priority::cases()[$i % 3],
            createdAt: new Moment(self::dateText(3600 * $i)),
            updatedAt: new Moment(self::dateText(3600 * $i + 300)),
            expiresAt: $i % 2 !== 0 ? new Moment(self::dateText(31_536_000 + 3600 * $i)) : null,
            archivedAt: null,
            issuer: $i % 3 === 2 ? null : $issuer,
            models: $models,
            fields: [
                'register' => self::fresh('HRB'),
                'sheet' => 10_000 + 37 * $i,
                'court' => self::fresh('Charlottenburg'),
                'fee' => 12.5 * ($i % 4),
                'checked' => $i % 2 === 0,
            ],
            labels: $i % 2 !== 0 ? ['official', 'original'] : ['official', 'copy', 'translated'],
            permissions: ['view' => true, 'edit' => $i % 3 === 0, 'share' => false],
            position: $i % 4,
            revision: 1 + $i % 5,
            confidence: $i % 5 === 0 ? null : 0.5 + $i / 100,
            isPinned: $i % 8 === 0,
            isShared: $i % 3 === 1,
            isLocked: false,
        );
    }

    /** @return array<string, mixed> */
    public static function queueJob(): array
    {
        return [
            'uuid' => self::uuid('job'),
            'displayName' => SendInvoiceJob::class,
            'maxTries' => 5,
            'timeout' => null,
            'retryUntil' => null,
            'attempts' => 0,
            'pushedAt' => 1_700_000_000.25,
            'tags' => ['invoice:4711', 'customer:17'],
            'command' => new SendInvoiceJob(
                new ModelIdentifier(Model::class, 4711, ['customer', 'lines'], 'pgsql'),
                new ModelIdentifier(UserDto::class, [17, 18, 23], [], 'pgsql', Collection::class),
                'de_DE',
                ['invoice.pdf' => 'invoices/4711.pdf', 'terms.pdf' => 'static/terms.pdf'],
            ),
        ];
    }

    /** @return array{currency: string, locale: string, products: list<array{variants: list<array<string, mixed>>, ...<string, mixed>}>} */
    public static function catalog(): array
    {
        $products = [];
        for ($p = 0; $p < 40; ++$p) {
            $variants = [];
            foreach (['S', 'M', 'L', 'XL'] as $v => $size) {
                $variants[] = [
                    'sku' => \sprintf('TS-%04d-%s', $p, $size),
                    'price' => ['amount' => 1990 + 50 * $p + 100 * $v, 'currency' => 'EUR'],
                    'stock' => (7 * $p + 3 * $v) % 40,
                    'options' => ['size' => $size, 'color' => ['white', 'black', 'navy', 'olive'][$p % 4]],
                    'weight' => 0.15 + 0.01 * $v,
                    'available' => ($p + $v) % 6 !== 0,
                ];
            }
            $products[] = [
                'id' => 5000 + $p,
                'slug' => "organic-shirt-no-$p",
                'title' => "Organic shirt no. $p",
                'description' => "Shirt no. $p of the collection, of organic cotton, cut straight, to be washed at 30 degrees.",
                'brand' => ['id' => $p % 5, 'name' => ['Nordwind', 'Alster', 'Kiez', 'Elbe', 'Hafen'][$p % 5]],
                'categories' => [10, 12 + $p % 3],
                'images' => [
                    ['url' => "https://cdn.example.org/p/$p/front.webp", 'width' => 1200, 'height' => 1600],
                    ['url' => "https://cdn.example.org/p/$p/back.webp", 'width' => 1200, 'height' => 1600],
                ],
                'variants' => $variants,
                'rating' => $p % 4 === 0 ? null : 3.5 + $p % 3 * 0.5,
            ];
        }

        return ['currency' => 'EUR', 'locale' => 'en', 'products' => $products];
    }

    /**
     * A key set with three RSA keys of 2,048 bits.
     *
     * @return array{keys: list<array<string, string>>}
     */
    public static function jwks(): array
    {
        $keys = [];
        for ($i = 0; $i < 3; ++$i) {
            $modulus = \implode(\array_map(static fn (int $part) => \hash('sha512', "key $i $part", true), \range(1, 4)));
            $keys[] = [
                'kty' => self::fresh('RSA'),
                'use' => self::fresh('sig'),
                'alg' => self::fresh('RS256'),
                'kid' => self::hex("key $i", 40),
                'n' => \rtrim(\strtr(\base64_encode($modulus), '+/', '-_'), '='),
                'e' => self::fresh('AQAB'),
            ];
        }

        return ['keys' => $keys];
    }

    /** @return array<string, string> */
    public static function wideArray(int $keys): array
    {
        $array = [];
        for ($i = 0; $i < $keys; ++$i) {
            $array["setting_$i"] = "value of setting $i";
        }

        return $array;
    }

    /**
     * Every tenth row has no 'amount'.
     *
     * @return list<array<string, mixed>>
     */
    public static function rowsMissingKey(int $rows): array
    {
        $set = self::rowsetDistinct($rows);
        for ($i = 0; $i < $rows; $i += 10) {
            unset($set[$i]['amount']);
        }

        return $set;
    }

    /** @return array<int, Row> */
    public static function rowsById(int $rows): array
    {
        $set = [];
        foreach (self::rowsetDistinct($rows) as $i => $row) {
            $set[100_000 + 3 * $i] = $row;
        }

        return $set;
    }

    /**
     * Every fourth row has its keys in the opposite order.
     *
     * @return list<array<string, mixed>>
     */
    public static function rowsReordered(int $rows): array
    {
        $set = self::rowsetDistinct($rows);
        for ($i = 0; $i < $rows; $i += 4) {
            $set[$i] = \array_reverse($set[$i], true);
        }

        return $set;
    }

    /** @return list<string> */
    public static function strings5Distinct(int $count): array
    {
        $texts = ['pending review', 'in progress', 'waiting for customer', 'resolved', 'closed'];
        $list = [];
        for ($i = 0; $i < $count; ++$i) {
            $list[] = self::fresh($texts[$i * $i % 13 % 5]);
        }

        return $list;
    }

    /** @return list<Nullable> */
    public static function rowsNullable(int $rows): array
    {
        $set = [];
        for ($i = 0; $i < $rows; ++$i) {
            $set[] = [
                'id' => $i,
                'parent' => $i % 3 === 0 ? null : \intdiv($i, 3),
                'label' => $i % 4 === 1 ? null : "label $i",
                'score' => $i % 5 === 2 ? null : $i / 8,
                'visible' => $i % 2 === 0,
                'locked' => $i % 7 === 0,
                'approved' => $i % 6 === 3 ? null : $i % 6 > 3,
            ];
        }

        return $set;
    }

    /**
     * Prices with two decimals.
     *
     * @return list<float>
     */
    public static function prices(int $count): array
    {
        \mt_srand(42);
        $list = [];
        for ($i = 0; $i < $count; ++$i) {
            $list[] = \mt_rand(99, 49_999) / 100;
        }

        return $list;
    }
}
