<?php

declare(strict_types=1);

/*
 * The classes of the synthetic shapes. They have the properties of what applications keep in caches and no behaviour
 * beyond what a serializer sees: names, visibility, types, defaults, enums and serialization hooks.
 */

namespace Brine\Bench;

final class UserDto
{
    /** @param list<string> $tags */
    public function __construct(
        public int $id,
        public int $tenant_id,
        public string $name,
        public string $email,
        public ?string $phone,
        public string $created_at,
        public bool $is_active,
        public array $tags,
    ) {
    }
}

final class OrderDto
{
    public function __construct(
        public int $id,
        public int $user_id,
        public string $sku,
        public int $quantity,
        public float $total,
        public string $currency,
        public string $status,
        public ?string $shipped_at,
    ) {
    }
}

/** A row of rowset() as an object. */
final class RowDto
{
    /** @param ?list<string> $tags */
    public function __construct(
        public int $id,
        public int $user_id,
        public string $name,
        public string $created_at,
        public float $amount,
        public bool $active,
        public ?array $tags,
    ) {
    }
}

/** A row of rows_nullable() as an object. */
final class NullableDto
{
    public function __construct(
        public ?int $id,
        public ?int $parent,
        public ?string $label,
        public ?float $score,
        public ?bool $visible,
        public ?bool $locked,
        public ?bool $approved,
    ) {
    }
}

final class Point
{
    public function __construct(public int $x, public int $y)
    {
    }
}

final class Node
{
    public function __construct(public ?Node $next, public int $i)
    {
    }
}

final class Page
{
    /** @param list<array> $lines */
    public function __construct(public string $title, public array $lines)
    {
    }
}

/** The property table of an Eloquent model, with the framework's defaults and untyped as there. */
class Model
{
    protected $connection = 'pgsql';
    protected $table;
    protected $primaryKey = 'id';
    protected $keyType = 'int';
    public $incrementing = true;
    protected $with = ['customer'];
    protected $withCount = [];
    public $preventsLazyLoading = false;
    protected $perPage = 25;
    public $exists = false;
    public $wasRecentlyCreated = false;
    protected $escapeWhenCastingToString = false;
    protected $attributes = [];
    protected $original = [];
    protected $changes = [];
    protected $previous = [];
    protected $casts = [
        'is_paid' => 'boolean',
        'lines' => 'array',
        'net' => 'decimal:2',
        'gross' => 'decimal:2',
        'due_at' => 'immutable_datetime',
        'paid_at' => 'immutable_datetime',
    ];
    protected $classCastCache = [];
    protected $attributeCastCache = [];
    protected $dateFormat;
    protected $appends = [];
    protected $dispatchesEvents = [];
    protected $observables = [];
    protected $relations = [];
    protected $touches = [];
    protected $relationAutoloadCallback;
    protected $relationAutoloadContext;
    public $timestamps = true;
    public $usesUniqueIds = false;
    protected $hidden = ['token'];
    protected $visible = [];
    protected $fillable = [
        'customer_id', 'number', 'currency', 'net', 'gross', 'lines', 'reference', 'note', 'due_at', 'paid_at',
        'is_paid',
    ];
    protected $guarded = ['*'];
    protected $recordEvents = true;
    protected $searchable = [];
    protected $auditExclude = [];
    protected $translatable = [];
    protected $lockVersion;
    protected $forceDeleting = false;

    /** A model as it comes from a database: what was read is both its attributes and its original state. */
    public static function fromRow(array $row): self
    {
        $model = new self();
        $model->attributes = $model->original = $row;
        $model->exists = true;

        return $model;
    }

    public function attributes(): array
    {
        return $this->attributes;
    }

    public function setRelations(array $relations): void
    {
        $this->relations = $relations;
    }
}

class Collection
{
    protected $items = [];
    protected $escapeWhenCastingToString = false;

    public function __construct(array $items)
    {
        $this->items = $items;
    }

    /** @return list<Model> */
    public function items(): array
    {
        return $this->items;
    }
}

/** A date as date libraries write it: through __serialize(), as text and time zone. */
final class Moment
{
    public function __construct(private string $date, private string $timezone = 'UTC')
    {
    }

    public function __serialize(): array
    {
        return ['date' => $this->date, 'timezone_type' => 3, 'timezone' => $this->timezone];
    }

    public function __unserialize(array $data): void
    {
        $this->date = $data['date'];
        $this->timezone = $data['timezone'];
    }
}

enum Category: string
{
    case Invoices = 'invoices';
    case Receipts = 'receipts';
    case Contracts = 'contracts';
    case Certificates = 'certificates';
    case Identity = 'identity';
}

enum Status: string
{
    case Draft = 'draft';
    case Active = 'active';
    case Expired = 'expired';
}

enum Origin: string
{
    case Upload = 'upload';
    case Scan = 'scan';
    case Issuer = 'issuer';
}

enum Priority: int
{
    case Low = 1;
    case Normal = 2;
    case High = 3;
}

final class Issuer
{
    public function __construct(
        public readonly string $id,
        public readonly string $name,
        public readonly string $website,
        public readonly ?Moment $verifiedAt,
    ) {
    }
}

final class Record
{
    public function __construct(
        public readonly string $id,
        public readonly string $ownerId,
        public readonly string $number,
        public readonly string $title,
        public readonly string $summary,
        public readonly string $language,
        public readonly string $country,
        public readonly ?string $region,
        public readonly ?string $note,
        public readonly Status $status,
        public readonly Origin $origin,
        public readonly Priority $priority,
        public readonly Moment $createdAt,
        public readonly Moment $updatedAt,
        public readonly ?Moment $expiresAt,
        public readonly ?Moment $archivedAt,
        public readonly ?Issuer $issuer,
        public readonly array $models,
        public readonly array $fields,
        public readonly array $labels,
        public readonly array $permissions,
        public readonly int $position,
        public readonly int $revision,
        public readonly ?float $confidence,
        public readonly bool $isPinned,
        public readonly bool $isShared,
        public readonly bool $isLocked,
    ) {
    }
}

final class RecordGroup
{
    public function __construct(
        public readonly Category $category,
        public readonly array $records,
        public readonly array $models,
    ) {
    }
}

final class Product
{
    public function __construct(
        public readonly int $id,
        public readonly string $title,
        public readonly Category $category,
        public readonly float $price,
    ) {
    }
}

final class OrderLine
{
    public function __construct(
        public readonly string $sku,
        public readonly int $quantity,
        public readonly float $price,
        public readonly ?Product $product,
    ) {
    }
}

final class Order
{
    /** @param list<OrderLine> $lines */
    public function __construct(
        public readonly string $id,
        public readonly string $number,
        public readonly Status $status,
        public readonly Priority $priority,
        public readonly float $total,
        public readonly ?string $note,
        public readonly Moment $placedAt,
        public readonly ?Model $customer,
        public readonly array $lines,
    ) {
    }
}

final class Entry
{
    public function __construct(
        public readonly int $id,
        public readonly Status $status,
        public readonly Origin $origin,
        public readonly Priority $priority,
        public readonly ?int $level,
        public readonly bool $isOpen,
        public readonly Model $model,
    ) {
    }
}

/** How a queue stores a model: by name and key. */
final class ModelIdentifier
{
    public function __construct(
        public string $class,
        public int|array $id,
        public array $relations,
        public ?string $connection,
        public ?string $collectionClass = null,
    ) {
    }
}

final class SendInvoiceJob
{
    public ?string $connection = null;
    public ?string $queue = 'mail';
    public ?Moment $delay = null;
    public ?bool $afterCommit = null;
    public array $middleware = [];
    public array $chained = [];
    public ?string $chainConnection = null;
    public ?string $chainQueue = null;
    public ?array $chainCatchCallbacks = null;

    public function __construct(
        public ModelIdentifier $invoice,
        public ModelIdentifier $recipients,
        protected string $locale,
        private array $attachments,
        public int $tries = 5,
        public array $backoff = [10, 60, 300],
    ) {
    }
}
