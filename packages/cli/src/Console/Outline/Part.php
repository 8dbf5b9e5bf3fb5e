<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

/**
 * A value in the bytes, as an outline shows it.
 *
 * @internal
 */
final class Part
{
    /** "null", "bool", "int", "float", "string", "list", "map", "object", "enum", "extension", or "?" while it is open. */
    public string $type = '?';

    /** A scalar; the bytes of an opaque object; an enum's case; or null. */
    public mixed $value = null;

    /** Number of elements or properties. */
    public int $count = 0;

    /** Class of an object or enum. */
    public ?string $class = null;

    /** Fingerprint of the layout of an object's class. Of a loaded class: whether it has another one, and its versions if not. */
    public ?int $layout = null;
    public bool $isStale = false;
    public string $version = '';

    /** Whether it is a PHP reference. */
    public bool $isReference = false;

    /** A property's scope: "*" for protected, a class for private, null otherwise. */
    public bool $isProperty = false;
    public ?string $scope = null;

    /** Offset of a back-reference's target. */
    public ?int $target = null;

    /** For a back-reference to an array: the part of its first use, whose elements are shown. */
    public ?self $same = null;

    /** @var list<self> in order: parts that have bytes of their own, or contain such parts */
    public array $parts = [];

    /** @var array<mixed>|null if $parts is incomplete, all elements except objects; their parts are created when shown */
    private ?array $rest = null;

    /**
     * @param int|string|null $key  of the element or property; null at the root
     * @param int|null        $at   byte offset; null if it has no bytes of its own (a cell of a column)
     * @param string          $form the format's name for it
     */
    public function __construct(public int|string|null $key, public readonly ?int $at, public readonly string $form, public ?int $end = null)
    {
    }

    /** For a value without objects and without bytes of its own. */
    public static function of(int|string $key, mixed $value): self
    {
        $part = new self($key, null, '');
        $part->become($value);

        return $part;
    }

    /** Copies type, count and value from a value without objects. */
    public function become(mixed $value): void
    {
        $this->type = match (true) {
            \is_array($value) => \array_is_list($value) ? 'list' : 'map',
            $value === null => 'null',
            \is_bool($value) => 'bool',
            \is_int($value) => 'int',
            \is_float($value) => 'float',
            default => 'string',
        };
        if (\is_array($value)) {
            $this->count = \count($value);
            $this->rest = $value;
        } else {
            $this->value = $value;
        }
    }

    /**
     * All elements, from $parts or created here.
     *
     * @param array<mixed>|null $rest null if they are in $parts
     */
    public function fill(?array $rest): void
    {
        $this->rest = $rest;
    }

    /** Becomes a copy of its only content. */
    public function adopt(self $inner): void
    {
        $this->type = $inner->type;
        $this->value = $inner->value;
        $this->count = $inner->count;
        $this->class ??= $inner->class;
        $this->target = $inner->target;
        $this->same = $inner->same;
        $this->parts = $inner->parts;
        $this->rest = $inner->rest;
    }

    public function setProperty(string $scopeOrNone, string $name): void
    {
        $this->isProperty = true;
        $this->scope = $scopeOrNone === '' ? null : $scopeOrNone;
        $this->key = $name;
    }

    /** @return \Generator<int, self> the contents, in order */
    public function elements(): \Generator
    {
        if ($this->same !== null) {
            yield from $this->same->elements();
        } elseif ($this->rest === null) {
            yield from $this->parts;
        } else {
            $located = [];
            foreach ($this->parts as $part) {
                $located[$part->key ?? ''] = $part;
            }
            foreach ($this->rest as $key => $value) {
                yield $located[$key] ?? self::of($key, $value);
            }
        }
    }

    /** Finds an element or property by name. */
    public function find(string $name): ?self
    {
        foreach ($this->elements() as $part) {
            if ((string) $part->key === $name) {
                return $part;
            }
        }

        return null;
    }
}
