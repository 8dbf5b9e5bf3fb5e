<?php

declare(strict_types=1);

/* The classes that occur in the vectors. Their names are short because every vector spells them in bytes. */

namespace V;

class Point
{
    public mixed $x = 0;
    public mixed $y = 0;
}

class Node
{
    public mixed $next = null;
}

class Base
{
    private mixed $id = 0;
    protected mixed $kept = 0;
}

class Child extends Base
{
    private mixed $id = 0;
    public mixed $name = '';
}

final class Secret
{
    private mixed $key = null;
}

class Root
{
    protected mixed $c = 0;
    protected mixed $d = 0;
    private mixed $a = 0;
    private mixed $b = 0;
}

class Middle extends Root
{
    private mixed $a = 0;
    public mixed $e = 0;
    public mixed $f = 0;
}

/** Has three private properties of one name. */
class Leaf extends Middle
{
    private mixed $a = 0;
    private mixed $g = 0;
    protected mixed $h = 0;
    public mixed $i = 0;
}

class Typed
{
    public int $n = 0;
    public ?string $s = null;
    public array $list = [];
}

final class Partial
{
    public int $set = 1;
    public int $unset;
}

final class Frozen
{
    public function __construct(public readonly int $n)
    {
    }
}

#[\AllowDynamicProperties]
final class Open
{
}

final class Bare
{
}

#[\AllowDynamicProperties]
final class Extended
{
    public mixed $s = null;
    public mixed $list = null;
}

/** Has an array form, and accepts any array. */
final class Bag
{
    /** @param array<mixed> $data */
    public function __construct(private array $data = [])
    {
    }

    public function __serialize(): array
    {
        return $this->data;
    }

    public function __unserialize(array $data): void
    {
        $this->data = $data;
    }
}

/** Refuses to be read. */
final class Locked
{
    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        throw new \DomainException('locked');
    }
}

final class Sleeper
{
    public mixed $kept = 0;
    public mixed $left = 'default';
    private mixed $secret = 0;
    public bool $woken = false;

    public function __sleep(): array
    {
        return ['secret', 'kept'];
    }

    public function __wakeup(): void
    {
        $this->woken = true;
    }
}

#[\Brine\Version(2)]
class Second extends Base
{
    public mixed $z = 0;
}

#[\Brine\Version(-1)]
final class Twice extends Second
{
}

/** Has an array form, and a version of that. */
#[\Brine\Version(7)]
final class VersionedBag
{
    /** @param array<mixed> $data */
    public function __construct(private array $data = [])
    {
    }

    public function __serialize(): array
    {
        return $this->data;
    }

    public function __unserialize(array $data): void
    {
        $this->data = $data;
    }
}

#[\Brine\Version(3), \AllowDynamicProperties]
final class VersionedOpen
{
}

/** The array form is PHP's own. */
final class Collection extends \ArrayObject
{
    public mixed $more = 0;
}

final class PlainCollection extends \ArrayObject
{
}

abstract class Idea
{
}

interface Contract
{
}

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
    public const Best = self::Spades;
}

enum Unit
{
    case One;
}

$reporting = error_reporting(error_reporting() & ~\E_DEPRECATED);
if (!class_exists(Text::class, false)) {
    /** Has a string form of its own, which holds native text; the condition defers the deprecation to run time. */
    final class Text implements \Serializable
    {
        public mixed $value = null;

        public function serialize(): string
        {
            return \serialize($this->value);
        }

        public function unserialize(string $data): void
        {
            $this->value = $data === '' ? '' : @\unserialize($data);
        }
    }
}
error_reporting($reporting);
