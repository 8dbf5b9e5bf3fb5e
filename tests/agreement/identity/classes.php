<?php

/*
 * Classes of the objects in random graphs: with each kind of hook that an encoder calls, some of which return other parts of the graph.
 */

declare(strict_types=1);

namespace Brine\Tests\Identity;

enum Suit: string
{
    case Clubs = 'clubs';
    case Hearts = 'hearts';
}

final class Node
{
    public mixed $a = null;
    public mixed $b = null;
}

#[\AllowDynamicProperties]
class Open
{
    public mixed $a = null;
}

/** Finds values by going from one to the next, beginning with `root`. */
trait Finds
{
    public mixed $a = null;
    public mixed $root = null;
    /** @var list<list<int>> of each way, which of its values is taken of every array and object */
    public array $ways = [];

    /** @return list<mixed> */
    private function find(): array
    {
        return \array_map($this->follow(...), $this->ways);
    }

    /** @param list<int> $way */
    private function follow(array $way): mixed
    {
        $value = $this->root;
        foreach ($way as $number) {
            $parts = \is_array($value) ? \array_values($value) : (\is_object($value) ? Values::properties($value) : []);
            if ($parts === []) {
                break;
            }
            $value = $parts[$number % \count($parts)];
        }

        return $value;
    }
}

/** Encodes other parts of the graph besides its own data. */
final class Finder
{
    use Finds;

    /** @var array<mixed> */
    public array $data = [];

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return ['a' => $this->a, 'found' => $this->find()];
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->data = $data;
    }
}

/** Keeps what it finds, and encodes that. */
final class Keeper
{
    use Finds;

    public mixed $kept = null;

    /** @return list<string> */
    public function __sleep(): array
    {
        $this->kept = $this->find();

        return ['a', 'kept'];
    }
}

/** Of a class whose hook is PHP's own. */
final class Moment extends \DateTimeImmutable
{
    public mixed $a = null;
}
