<?php

/*
 * Classes of the generated graphs. make() calls remember() with a new object before it requests property values, which may thus refer back to it.
 * Hooks only write to Log, so graphs can be serialized repeatedly.
 */

declare(strict_types=1);

namespace Brine\Tests\Differential;

/** Events while a graph was encoded or decoded: calls of hooks, and PHP's own warnings. */
final class Log
{
    /** @var list<string> */
    public static array $hooks = [];

    /** @var list<string> */
    public static array $errors = [];

    public static bool $open = false;

    public static function hook(object $object, string $hook): void
    {
        if (self::$open) {
            self::$hooks[] = $object::class . '::' . $hook . ' #' . ($object->id ?? '?');
        }
    }

    /** An error handler: brine_serialize() and brine_unserialize() warn under their own names, otherwise as native does. */
    public static function error(int $level, string $message): bool
    {
        if (self::$open) {
            self::$errors[] = $level . ' ' . preg_replace('/^(brine|igbinary)_/', '', $message);
        }

        return true;
    }
}

class PublicProperties
{
    public $id = 0;
    public $title = 'untitled';
    public $tags = ['a', 'b'];
    public $next = null;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new static());
        $object->id = $g->id();
        $object->title = $g->scalar();
        $object->tags = $g->value();
        $object->next = $g->value();

        return $object;
    }
}

class HiddenBase
{
    public $id = 0;
    private $same = 'base';
    private $baseOnly = 1.5;
    protected $shared = null;

    protected function fillBase(Generator $g): void
    {
        $this->same = $g->value();
        $this->baseOnly = $g->scalar();
    }
}

class HiddenMiddle extends HiddenBase
{
    private $same = 'middle';
}

final class HiddenChild extends HiddenMiddle
{
    public $open = true;
    private $same = 'child';
    protected $shared = [];

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self());
        $object->id = $g->id();
        $object->fillBase($g);
        $object->same = $g->value();
        $object->shared = $g->value();
        $object->open = $g->scalar();

        return $object;
    }
}

final class TypedProperties
{
    public int $id;
    public ?string $text = 'default';
    public float $ratio;
    public array $list = [1, 2, 3];
    protected int|string|null $either;
    private bool $flag;
    public ?object $object;
    public mixed $anything;
    public iterable $many = [];
    public static int $static = 1;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self());
        if ($g->chance(90)) {
            $object->id = $g->id();
        }
        if ($g->chance(70)) {
            $object->text = $g->chance(30) ? null : $g->string();
        }
        if ($g->chance(70)) {
            $object->ratio = $g->float();
        }
        if ($g->chance(50)) {
            $object->list = $g->array();
        }
        if ($g->chance(70)) {
            $object->either = $g->chance(50) ? $g->int() : $g->string();
        }
        if ($g->chance(50)) {
            $object->flag = $g->chance(50);
        }
        if ($g->chance(50)) {
            $object->object = $g->chance(30) ? null : $g->object();
        }
        if ($g->chance(50)) {
            $object->anything = $g->value();
        }
        if ($g->chance(10)) {
            // A decoder that starts from a new object gives it its default again.
            unset($object->list);
        }

        return $object;
    }
}

/** Properties that are PHP references, typed and not; the references are shared with the rest of the graph. */
final class ReferenceProperties
{
    public int $id = 0;
    public int $number = 0;
    public ?int $other = null;
    public int|float|null $third = null;
    public $anything = null;
    protected mixed $mixed = null;
    public array $list = [];

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self());
        $object->id = $g->id();
        $object->number = &$g->intReference();
        if ($g->chance(50)) {
            $object->other = &$g->intReference();
        }
        if ($g->chance(30)) {
            $object->third = &$object->number;
        }
        if ($g->chance(60)) {
            $object->anything = &$g->reference();
        }
        if ($g->chance(40)) {
            $object->mixed = &$g->reference();
        }
        if ($g->chance(40)) {
            $object->list = &$g->cyclicArray();
        }

        return $object;
    }
}

class ReadonlyProperties
{
    public function __construct(
        public readonly int $id,
        public readonly array $list,
        protected readonly string|float|null $scalar,
        private readonly mixed $mixed,
    ) {
    }

    public static function make(Generator $g): self
    {
        return $g->remember(new static($g->id(), $g->array(), $g->chance(50) ? $g->string() : $g->float(), $g->value()));
    }
}

final class ReadonlyLateInit extends ReadonlyProperties
{
    public readonly int $late;
    private readonly object $never;

    public static function make(Generator $g): self
    {
        $object = parent::make($g);
        if ($g->chance(50)) {
            $object->late = $g->int();
        }

        return $object;
    }
}

/** Its accessors must not be called: serialization looks at properties directly. */
final class MagicAccess
{
    public $id = 0;
    private $hidden = null;
    public int $typed;
    private array $store = [];

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self());
        $object->id = $g->id();
        $object->hidden = $g->value();
        unset($object->typed);

        return $object;
    }

    public function __get(string $name): mixed
    {
        Log::hook($this, "__get $name");

        return $this->store[$name] ?? null;
    }

    public function __set(string $name, mixed $value): void
    {
        Log::hook($this, "__set $name");
        $this->store[$name] = $value;
    }

    public function __isset(string $name): bool
    {
        Log::hook($this, "__isset $name");

        return false;
    }

    public function __unset(string $name): void
    {
        Log::hook($this, "__unset $name");
    }
}

#[\AllowDynamicProperties]
final class DynamicProperties
{
    public $id = 0;
    public $first = 1;
    public $second = 2;
    public int $typed = 3;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self());
        $object->id = $g->id();
        $g->addDynamic($object);
        if ($g->chance(30)) {
            unset($object->first);
        }
        if ($g->chance(30)) {
            unset($object->typed, $object->second);
            $object->second = $g->scalar();
        }
        if ($g->chance(30)) {
            $object->first = $g->value();
        }

        return $object;
    }
}

/** Each dynamic property is deprecated here, when it is created and when it is decoded. */
final class DeprecatedDynamicProperties
{
    public $id = 0;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self());
        $object->id = $g->id();
        $g->addDynamic($object);

        return $object;
    }
}

final class EmptyObject
{
    public static function make(Generator $g): self
    {
        return $g->remember(new self());
    }
}

class MagicMap
{
    public int $id = 0;
    protected mixed $data = null;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new static());
        $object->id = $g->id();
        $object->data = $g->value();

        return $object;
    }

    public function __serialize(): array
    {
        Log::hook($this, '__serialize');

        return ['id' => $this->id, 'data' => $this->data];
    }

    public function __unserialize(array $data): void
    {
        $this->id = $data['id'];
        $this->data = $data['data'];
        Log::hook($this, '__unserialize');
    }
}

final class MagicList extends MagicMap
{
    public function __serialize(): array
    {
        Log::hook($this, '__serialize');

        return [$this->id, $this->data];
    }

    public function __unserialize(array $data): void
    {
        [$this->id, $this->data] = $data;
        Log::hook($this, '__unserialize');
    }
}

/**
 * Its array form holds the object itself. The object is also its own property, since native looks for a second occurrence only
 * where the reference count of the first one is above 1, and calls the hook twice otherwise.
 */
final class MagicSelf extends MagicMap
{
    private ?self $itself = null;

    public static function make(Generator $g): self
    {
        $object = parent::make($g);

        return $object->itself = $object;
    }

    public function __serialize(): array
    {
        Log::hook($this, '__serialize');

        return ['self' => $this, 'id' => $this->id, 'data' => [$this, $this->data]];
    }

    public function __unserialize(array $data): void
    {
        $this->id = $data['id'];
        $this->itself = $data['self'];
        $this->data = $data['data'][1];
        Log::hook($this, '__unserialize');
    }
}

/** Its array form holds objects and strings that live no longer than the call: their addresses are used again. */
final class MagicFresh extends MagicMap
{
    public function __serialize(): array
    {
        Log::hook($this, '__serialize');
        $fresh = new PublicProperties();
        $fresh->title = 'fresh ' . $this->id;
        $fresh->next = (object) ['id' => $this->id];

        return ['fresh' => $fresh, 'id' => $this->id, 'map' => ['k' . $this->id => str_repeat('v', $this->id % 90)],
            'data' => $this->data];
    }
}

/** __serialize without __unserialize: the array is decoded as the properties. */
#[\AllowDynamicProperties]
final class SerializeOnly
{
    public $id = 0;
    protected $kept = null;
    private $own = null;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self());
        $object->id = $g->id();
        $object->kept = $g->value();
        $object->own = $g->scalar();

        return $object;
    }

    public function __serialize(): array
    {
        Log::hook($this, '__serialize');

        // igbinary reads this name back as a dynamic property.
        return ['own' => ((array) $this)['own'] ?? $this->own, 7 => 'seven', 'id' => $this->id, 'extra' => $this->kept, "\0*\0kept" => $this->kept];
    }
}

/** __unserialize without __serialize: it is given the properties under their mangled names. */
final class UnserializeOnly
{
    public $id = 0;
    protected $kept = null;
    private $own = null;
    public int $unset;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self());
        $object->id = $g->id();
        $object->kept = $g->value();
        $object->own = $g->value();

        return $object;
    }

    public function __unserialize(array $data): void
    {
        $this->id = $data['id'];
        $this->kept = $data["\0*\0kept"];
        $this->own = [$data["\0" . self::class . "\0own"], array_keys($data)];
        Log::hook($this, '__unserialize');
    }
}

class SleepBase
{
    public $id = 0;
    public $left = 'out';
    private $hidden = 'base';
    protected $half = 0;
    public int $never;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new static());
        $object->id = $g->id();
        $object->left = $g->scalar();
        $object->hidden = $g->value();
        $object->half = $g->value();
        if ($g->chance(30)) {
            $object->half = &$g->intReference();
        }

        return $object;
    }

    public function __sleep(): array
    {
        Log::hook($this, '__sleep');

        return ['half', 'id', 'never', 'hidden'];
    }

    public function __wakeup(): void
    {
        Log::hook($this, '__wakeup');
    }
}

/** Names the private property of its parent in the mangled form. */
class SleepChild extends SleepBase
{
    private $mine = [];

    public function __sleep(): array
    {
        Log::hook($this, '__sleep');

        return ["\0" . SleepBase::class . "\0hidden", 'mine', 'id', "\0*\0half"];
    }
}

/** Names inaccessible and missing properties, an invalid name, and one name twice: each with its warning. */
final class SleepBad extends SleepChild
{
    public function __sleep(): array
    {
        Log::hook($this, '__sleep');

        return ['id', 'hidden', 'missing', 5, 'id', 'left', true];
    }
}

final class WakeupOnly extends PublicProperties
{
    public function __wakeup(): void
    {
        Log::hook($this, '__wakeup');
    }
}

/** Its destructor is to run on it only where the decoder has woken it up. */
final class Destructs extends PublicProperties
{
    public function __wakeup(): void
    {
        Log::hook($this, '__wakeup');
    }

    public function __destruct()
    {
        Log::hook($this, '__destruct');
    }
}

/** The old interface alone. Its string form is of scalars only: native shares numbering with nested calls there. */
final class OldSerializable implements \Serializable
{
    public int $id = 0;
    private array $data = [];

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self());
        $object->id = $g->id();
        $object->data = [$g->scalar(), 'k' => $g->string()];

        return $object;
    }

    public function serialize(): string
    {
        Log::hook($this, 'serialize');

        return $this->id . ':' . serialize($this->data);
    }

    public function unserialize(string $data): void
    {
        [$id, $text] = explode(':', $data, 2);
        $this->id = (int) $id;
        $this->data = unserialize($text);
        Log::hook($this, 'unserialize');
    }
}

final class BothSerializable extends MagicMap implements \Serializable
{
    public function serialize(): ?string
    {
        Log::hook($this, 'serialize');

        return null;
    }

    public function unserialize(string $data): void
    {
        Log::hook($this, 'unserialize');
    }
}

enum Suit
{
    case Hearts;
    case Spades;
    public const Trump = self::Spades;
}

enum Level: int
{
    case Low = 1;
    case High = PHP_INT_MAX;
}

enum Mode: string
{
    case Read = 'r';
    case Write = 'w';
}

final class DateChild extends \DateTimeImmutable
{
    public $id = 0;
    private ?array $note = null;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self('@' . $g->time()));
        $object->id = $g->id();
        $object->note = $g->chance(50) ? $g->array() : null;

        return $object;
    }
}

final class ArrayChild extends \ArrayObject
{
    public $id = 0;
    protected $label = null;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self($g->array(), $g->chance(30) ? \ArrayObject::ARRAY_AS_PROPS : 0));
        $object->id = $g->id();
        $object->label = $g->scalar();
        $object['child'] = $g->value();

        return $object;
    }
}

/** The classes from here on end the encoding or the decoding of the graph that they are in. */
final class ThrowsInSerialize extends MagicMap
{
    public function __serialize(): array
    {
        Log::hook($this, '__serialize');
        throw new \DomainException('no array form');
    }
}

final class ThrowsInUnserialize extends MagicMap
{
    public function __unserialize(array $data): void
    {
        $this->id = $data['id'];
        Log::hook($this, '__unserialize');
        throw new \RangeException('not taken back');
    }

    public function __destruct()
    {
        Log::hook($this, '__destruct');
    }
}

final class ThrowsInSleep extends SleepBase
{
    public function __sleep(): array
    {
        Log::hook($this, '__sleep');
        throw new \LengthException('no names');
    }
}

final class ThrowsInWakeup extends SleepBase
{
    public function __wakeup(): void
    {
        Log::hook($this, '__wakeup');
        throw new \LogicException('still asleep');
    }

    public function __destruct()
    {
        Log::hook($this, '__destruct');
    }
}

final class ReturnsNoArray
{
    public $id = 0;

    public static function make(Generator $g): self
    {
        $object = $g->remember(new self());
        $object->id = $g->id();

        return $object;
    }

    public function __serialize()
    {
        Log::hook($this, '__serialize');

        return $this->id;
    }
}
