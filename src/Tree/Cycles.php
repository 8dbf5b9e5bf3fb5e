<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * How far PHP's destructors may go down in a value that has cycles.
 *
 * What hangs together in a cycle is freed by the cycle collector. It begins with any of its things (objects, references, arrays), in an order that
 * the payload can choose, and from there destructors go down a chain: to what nothing else holds any more. So whatever holds a thing of the
 * chain is freed already, or is above it in the chain. Nothing in the chain is held by a thing further down, then, but for the first, with which
 * the collector begins. Two consequences make the chains of most graphs short, which would be as long as the graph otherwise:
 * - No chain goes from a thing to another that holds it: to the next in a list if that knows the previous one.
 * - What only one thing holds comes behind that one in the chain: an array behind its object. The chain does not go on from there to a thing that
 *   holds what must have come before: from a list of children to a child that knows its parent.
 * Both hold unless the chain has begun right there. Other chains meet no thing twice: where things can lead to each other all the same, they count
 * with all of them.
 *
 * @internal
 */
final class Cycles
{
    /** In bytes, what is noted of a thing. */
    public const MEMORY_OF_THING = 400;

    /** How many of the things that a thing holds are looked at to find out from where no chain leads to it. */
    private const LOOKED_AT = 32;

    /** @var list<list<int>> By thing, what it holds. */
    private array $held = [];

    /** @var array<int, bool> By thing, whether it surely holds all that the payload gives it. */
    private array $keeps = [];

    /** @var array<int, int> By thing, the only one that holds it; or less than 0. */
    private array $holder = [];

    /**
     * By thing, how many only holders there are above it, one above the other.
     *
     * @var array<int, int>
     */
    private array $depth = [];

    /** @var array<int, int> By thing, its first number, where all that it is the only holder of has numbers up to its last. */
    private array $first = [];

    /** @var array<int, int> */
    private array $last = [];

    private function __construct()
    {
    }

    /**
     * @param list<Node> $things all objects, references, and arrays with such inside
     * @param Node       $root   the one that holds the others
     * @return int how many of them destructors go through in a chain at most
     */
    public static function longestChain(array $things, Node $root): int
    {
        $cycles = new self();
        foreach ($things as $i => $thing) {
            $thing->state = $i;
        }
        foreach ($things as $i => $thing) {
            $cycles->held[] = self::heldBy($thing);
            $cycles->keeps[] = !$thing instanceof ObjectNode || $thing->form->keepsAll;
        }
        $cycles->findHolders($root->state);
        $cycles->numberThings();

        return $cycles->longest();
    }

    /** @return list<int> */
    private static function heldBy(Node $thing): array
    {
        $elements = match (true) {
            $thing instanceof ArrayNode => $thing->elements,
            $thing instanceof ReferenceNode => [$thing->value],
            !$thing instanceof ObjectNode => [],
            !$thing->values instanceof ArrayNode => $thing->values,
            $thing->form->isArray() => [$thing->values],
            default => $thing->values->elements,
        };
        $held = [];
        foreach ($elements as $element) {
            if ($element instanceof Node && $element !== $thing) {
                $held[$element->state] = true;
            }
        }

        return \array_keys($held);
    }

    private function findHolders(int $root): void
    {
        $this->holder = \array_fill(0, \count($this->held), -1);
        foreach ($this->held as $i => $held) {
            foreach ($held as $j) {
                $this->holder[$j] = $this->holder[$j] === -1 ? $i : -2;
            }
        }
        $this->holder[$root] = -2;
    }

    private function numberThings(): void
    {
        $this->depth = $this->first = $this->last = \array_fill(0, \count($this->held), 0);
        $number = 0;
        foreach ($this->holder as $i => $holder) {
            $open = $holder < 0 ? [$i] : [];
            while ($open !== []) {
                $j = \array_pop($open);
                if ($j < 0) {
                    $this->last[~$j] = ++$number;
                    continue;
                }
                $this->first[$j] = ++$number;
                $open[] = ~$j;
                foreach ($this->held[$j] as $k) {
                    if ($this->holder[$k] === $j) {
                        $this->depth[$k] = $this->depth[$j] + 1;
                        $open[] = $k;
                    }
                }
            }
        }
        foreach ($this->first as $i => $first) {
            if ($first === 0) {
                // Things that only hold each other: they are not in the value.
                $this->first[$i] = $this->last[$i] = ++$number;
            }
        }
    }

    /**
     * Whether a chain can go from a thing to one that it holds only if it has begun right there.
     *
     * @return int how many things it has then, at most, down to the first; 0 if it can go so anyway
     */
    private function beginning(int $from, int $to): int
    {
        $nearest = -1;
        foreach ($this->keeps[$to] ? $this->held[$to] : [] as $n => $i) {
            if ($n === self::LOOKED_AT) {
                break;
            }
            if ($i === $from || $this->first[$i] < $this->first[$from] && $this->last[$from] < $this->last[$i]) {
                $nearest = \max($nearest, $this->depth[$i]);
            }
        }

        return $nearest < 0 ? 0 : $this->depth[$from] - $nearest + 1;
    }

    private function longest(): int
    {
        $next = $beginnings = [];
        foreach ($this->held as $i => $held) {
            $others = [];
            foreach ($held as $j) {
                $beginning = $this->beginning($i, $j);
                if ($beginning === 0) {
                    $others[] = $j;
                } else {
                    $beginnings[$j] = \max($beginnings[$j] ?? 0, $beginning);
                }
            }
            $next[] = $others;
        }
        $lengths = self::lengths($next);
        $longest = \max([0, ...$lengths]);
        foreach ($beginnings as $i => $beginning) {
            $longest = \max($longest, $beginning + $lengths[$i]);
        }

        return $longest;
    }

    /**
     * Lengths of the longest ways, by where they begin. Tarjan's algorithm finds what can lead to each other, and what that leads to before.
     *
     * @param list<list<int>> $next
     * @return array<int, int>
     */
    private static function lengths(array $next): array
    {
        $numbers = $lowest = $lengths = $done = \array_fill(0, \count($next), 0);
        $open = [];
        $number = 0;
        foreach (\array_keys($next) as $start) {
            $way = $numbers[$start] === 0 ? [$start] : [];
            while ($way !== []) {
                $i = $way[\count($way) - 1];
                if ($numbers[$i] === 0) {
                    $numbers[$i] = $lowest[$i] = ++$number;
                    $open[] = $i;
                }
                for ($count = \count($next[$i]); $done[$i] < $count; ++$done[$i]) {
                    $j = $next[$i][$done[$i]];
                    if ($numbers[$j] === 0) {
                        $way[] = $j;
                        continue 2;
                    }
                    if ($lengths[$j] === 0) {
                        $lowest[$i] = \min($lowest[$i], $lowest[$j]);
                    }
                }
                \array_pop($way);
                if ($lowest[$i] !== $numbers[$i]) {
                    continue;
                }
                $members = [];
                $longest = 0;
                do {
                    $members[] = $j = (int) \array_pop($open);
                    foreach ($next[$j] as $k) {
                        $longest = \max($longest, $lengths[$k]);
                    }
                } while ($j !== $i);
                foreach ($members as $j) {
                    $lengths[$j] = \count($members) + $longest;
                }
            }
        }

        return $lengths;
    }
}
