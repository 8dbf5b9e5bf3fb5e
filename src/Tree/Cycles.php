<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Finds how deep PHP's destructors may recurse in a value that has cycles.
 *
 * The cycle collector may start at any node; from there destructors recurse along a chain of nodes that nothing else holds. beginning() has the
 * two rules that keep chains short.
 *
 * @internal
 */
final class Cycles
{
    /** Bytes of bookkeeping per node. */
    public const MEMORY_OF_NODE = 400;

    /** How many children of a node are examined to exclude a chain. */
    private const LOOKED_AT = 32;

    /** @var list<list<int>> Per node, the nodes that it holds. */
    private array $held = [];

    /** @var array<int, bool> Per node, whether it is certain to keep all its children. */
    private array $keeps = [];

    /** @var array<int, int> Per node, its single holder; negative if there is none or several. */
    private array $holder = [];

    /**
     * Per node, the number of single holders above it.
     *
     * @var array<int, int>
     */
    private array $depth = [];

    /** @var array<int, int> Per node, its first number; nodes that it alone holds are numbered up to its last. */
    private array $first = [];

    /** @var array<int, int> */
    private array $last = [];

    private function __construct()
    {
    }

    /**
     * @param list<Node> $nodes all objects, references, and arrays that contain them
     * @param Node       $root   the root of the tree
     * @return int the length of the longest chain of destructors
     */
    public static function longestChain(array $nodes, Node $root): int
    {
        $cycles = new self();
        foreach ($nodes as $i => $node) {
            $node->state = $i;
        }
        foreach ($nodes as $i => $node) {
            $cycles->held[] = self::heldBy($node);
            $cycles->keeps[] = !$node instanceof ObjectNode || $node->form->keepsAll;
        }
        $cycles->findHolders($root->state);
        $cycles->numberNodes();

        return $cycles->longest();
    }

    /** @return list<int> */
    private static function heldBy(Node $node): array
    {
        $elements = match (true) {
            $node instanceof ArrayNode => $node->elements,
            $node instanceof ReferenceNode => [$node->value],
            !$node instanceof ObjectNode => [],
            !$node->values instanceof ArrayNode => $node->values,
            $node->form->isArray() => [$node->values],
            default => $node->values->elements,
        };
        $held = [];
        foreach ($elements as $element) {
            if ($element instanceof Node && $element !== $node) {
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

    private function numberNodes(): void
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
                // Nodes that only hold each other are not part of the value.
                $this->first[$i] = $this->last[$i] = ++$number;
            }
        }
    }

    /**
     * Whether a chain can use this edge only as its first one. A chain never goes from a node to its holder (a list's item to the previous one),
     * and visits a single holder first (no child to its parent).
     *
     * @return int the chain's maximal length up to that edge; 0 if other chains can use the edge too
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
     * Length of the longest path from each node. Tarjan's algorithm: strongly connected nodes count together, then what they lead to.
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
