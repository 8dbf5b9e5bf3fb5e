<?php

declare(strict_types=1);

namespace Brine\Bench\App;

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
    /** @var array<string, mixed> */
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
    /** @var array<string, mixed> */
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

    /**
     * A model loaded from a database: the row is both its attributes and its original state.
     *
     * @param array<string, mixed> $row
     */
    public static function fromRow(array $row): self
    {
        $model = new self();
        $model->attributes = $model->original = $row;
        $model->exists = true;

        return $model;
    }

    /** @return array<string, mixed> */
    public function attributes(): array
    {
        return $this->attributes;
    }

    /** @param array<string, mixed> $relations */
    public function setRelations(array $relations): void
    {
        $this->relations = $relations;
    }
}
