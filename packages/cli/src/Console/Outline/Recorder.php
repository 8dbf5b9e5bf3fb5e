<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

use Brine\Internal\PropertyName;
use Brine\Tree\ArrayNode;
use Brine\Tree\Layout;
use Brine\Tree\Node;
use Brine\Tree\ObjectForm;
use Brine\Tree\ObjectNode;
use Brine\Tree\Observer;
use Brine\Tree\ReferenceNode;
use Brine\Tree\TextNode;

/**
 * Builds parts from a reader's events.
 *
 * @internal
 */
final class Recorder implements Observer
{
    public ?Part $root = null;

    /** @var array<string, int> bytes, by purpose */
    public array $sections = [];

    /** @var array<string, int> objects, by class */
    public array $classes = [];

    public readonly Savings $savings;

    /** @var array<int, Part> by object id of their nodes, which the reader keeps alive */
    private array $references = [];

    /** @var list<Open> outermost first */
    private array $open = [];

    /** @param bool $loadsClasses whether classes are compared with layouts */
    public function __construct(private readonly string $bytes, private readonly Forms $forms, private readonly bool $loadsClasses)
    {
        $this->savings = new Savings($bytes);
    }

    public function begin(int $at, int|string|null $key): void
    {
        $form = $this->forms->name(\ord($this->bytes[$at] ?? "\0"));
        $part = new Part($key, $at, $form === 'LAYOUT' ? $this->forms->name(\ord($this->bytes[$at + 5] ?? "\0")) : $form);
        $this->root ??= $part;
        $around = \array_key_last($this->open);
        if ($around !== null) {
            $this->open[$around]->loose[] = $part;
        }
        $this->savings->begin($part);
        $this->open[] = new Open($part, $at);
    }

    public function end(int $end, mixed $value): void
    {
        $open = \array_pop($this->open) ?? throw new \LogicException('A value ends that has not begun');
        $part = $open->part;
        $part->end = $end;
        $own = $end - $open->at - $open->inside;
        $section = $this->forms->section($part->form);
        $this->sections[$section] = ($this->sections[$section] ?? 0) + $own;
        $around = \array_key_last($this->open);
        if ($around !== null) {
            $this->open[$around]->inside += $end - $open->at;
        }
        $part->parts = [...$part->parts, ...$open->loose];
        $this->complete($part, $value);
        $this->savings->end($part, $value, $own);
    }

    public function column(int $at, int $end, array $cells): void
    {
        // A constant's value belongs to the column, not to a row.
        $this->innermost()->loose = [];
        $this->savings->column($end - $at, $cells);
    }

    public function element(int|string $key, mixed $value, bool $isRow): void
    {
        $table = $this->innermost();
        $loose = $table->loose;
        $table->loose = [];
        if ($isRow) {
            $part = new Part($key, null, 'row');
            $part->parts = $loose;
            $this->complete($part, $value);
            $this->savings->row();
        } else {
            $part = $loose[0];
            $part->key = $key;
        }
        $table->part->parts[] = $part;
    }

    private function innermost(): Open
    {
        return $this->open[\count($this->open) - 1] ?? throw new \LogicException('Nothing has begun');
    }

    /** Fills in a part's type and value. */
    private function complete(Part $part, mixed $value): void
    {
        if ($value instanceof ReferenceNode) {
            $part->isReference = true;
            if ($this->forms->isAgain($part->form)) {
                $this->completeReferenceAgain($part, $value);

                return;
            }
            $this->references[\spl_object_id($value)] = $part;
            $value = $value->value;
        }
        $isAlone = \count($part->parts) === 1 && $part->parts[0]->key === null;
        match (true) {
            $this->forms->isAgain($part->form) => $this->completeAgain($part, $value),
            $isAlone && !$value instanceof ObjectNode => $part->adopt($part->parts[0]),
            $value instanceof ObjectNode => $this->completeObject($part, $value, $isAlone),
            $value instanceof TextNode => $this->completeText($part, $value),
            $value instanceof ArrayNode => self::completeArray($part, $value->elements),
            \is_array($value) => self::completeArray($part, $value),
            default => $part->become($value),
        };
    }

    /** A back-reference to a PHP reference, or one that is open. */
    private function completeReferenceAgain(Part $part, ReferenceNode $reference): void
    {
        $same = $this->references[\spl_object_id($reference)] ?? null;
        $part->type = $same === null ? 'reference' : $same->type;
        $part->value = $same?->value;
        $part->count = $same->count ?? 0;
        $part->class = $same?->class;
        $part->target = $same?->at;
    }

    private function completeAgain(Part $part, mixed $value): void
    {
        if ($value instanceof ObjectNode || $value instanceof TextNode) {
            $part->type = 'object';
            $part->class = $value instanceof TextNode ? $value->class : $value->form->class;
            $part->target = $value->offset;
        } elseif ($value instanceof ArrayNode) {
            $part->type = 'map';
            $part->count = \count($value->elements);
        } else {
            $part->become($value);
            $part->same = \is_array($value) ? $this->savings->arrayAgain($part) : null;
            $part->target = $part->same?->at;
        }
    }

    private function completeObject(Part $part, ObjectNode $object, bool $isAlone): void
    {
        $this->addClass($part, $object->form->class);
        $values = $object->values instanceof ArrayNode ? $object->values->elements : $object->values;
        if ($object->form->names === null && $isAlone) {
            $part->adopt($part->parts[0]);
        }
        $part->type = 'object';
        $part->count = \count($values);
        $part->layout = $object->form->layout;
        if ($part->layout !== null && $this->loadsClasses) {
            self::compareLayout($part, $object->form);
        }
        if ($object->form->isArray()) {
            return;
        }
        if ($part->form === 'row') {
            self::addCells($part, $object);
        }
        foreach ($part->parts as $property) {
            [$scope, $name] = PropertyName::parts((string) $property->key);
            $property->setProperty($scope ?? '', $name);
        }
    }

    /** Payloads have the fingerprint alone: only the class knows its versions. */
    private static function compareLayout(Part $part, ObjectForm $form): void
    {
        $class = \class_exists($form->class) ? Layout::of($form->class) : null;
        if ($class === null || $class->fault() !== null) {
            return;
        }
        $isCustom = $form->names === null;
        $part->isStale = $class->hasHook !== $isCustom || $class->fingerprint($isCustom) !== $part->layout;
        $part->version = $part->isStale ? '' : $class->versions();
    }

    /** Properties of a row that are cells of columns. */
    private static function addCells(Part $part, ObjectNode $object): void
    {
        $own = [];
        foreach ($part->parts as $property) {
            $own[$property->key ?? ''] = $property;
        }
        $part->parts = [];
        foreach (\is_array($object->values) ? $object->values : [] as $i => $value) {
            $name = $object->form->name((int) $i);
            $part->parts[] = $own[$name] ?? Part::of($name, $value);
        }
    }

    private function completeText(Part $part, TextNode $node): void
    {
        $this->addClass($part, $node->class);
        $part->type = $node->hasStringForm() ? 'object' : 'enum';
        // E:8:"Suit:Two"; or C:5:"Thing":3:{abc}
        $part->value = $node->hasStringForm()
            ? \substr((string) \strstr($node->text, '{'), 1, -1)
            : \substr((string) \strstr($node->text, '"'), 2 + \strlen($node->class), -2);
    }

    /** @param array<mixed> $elements */
    private static function completeArray(Part $part, array $elements): void
    {
        $parts = $part->parts;
        // Objects have bytes of their own, and may be part of a cycle.
        $part->become(\array_map(static fn (mixed $value): mixed => $value instanceof Node ? null : $value, $elements));
        if (\count($parts) === \count($elements)) {
            $part->fill(null);
        }
    }

    private function addClass(Part $part, string $class): void
    {
        $part->class = $class;
        Outline::count($this->classes, $class, 1);
    }
}
