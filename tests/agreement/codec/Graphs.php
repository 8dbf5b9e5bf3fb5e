<?php

declare(strict_types=1);

namespace Brine\Tests\Codec;

final class Member
{
    public mixed $first = null;
    public mixed $back = null;
    public mixed $others = null;
}

/** One that does not keep what its properties are, as far as anybody knows. */
final class Waking
{
    public mixed $first = null;
    public mixed $back = null;
    public mixed $others = null;

    public function __wakeup(): void
    {
    }
}

final class Custom
{
    public mixed $first = null;
    public mixed $back = null;
    public mixed $others = null;

    /** @return list<mixed> */
    public function __serialize(): array
    {
        return [$this->first, $this->back, $this->others];
    }

    /** @param list<mixed> $data */
    public function __unserialize(array $data): void
    {
        [$this->first, $this->back, $this->others] = $data;
    }
}

/** A value with many members that know each other. */
final class Graphs
{
    /** @param list<object> $members */
    private function __construct(public mixed $value, private array $members)
    {
    }

    /** Frees it without going down. */
    public function takeApart(): void
    {
        $this->value = null;
        foreach ($this->members as $member) {
            foreach (\array_keys((array) $member) as $name) {
                unset($member->$name);
            }
        }
        $this->members = [];
        \gc_collect_cycles();
    }

    public static function random(int $seed, int $most): self
    {
        \mt_srand($seed);
        $count = \mt_rand(100, $most);
        $span = [1, 5, 50, 1000, $count][\mt_rand(0, 4)];
        $deep = \mt_rand(0, 2);
        $back = [0, 50, 5, 1][\mt_rand(0, 3)];
        $isMixed = \mt_rand(0, 2) > 0;
        $members = [];
        for ($i = 0; $i < $count; ++$i) {
            $members[] = self::member($isMixed ? \mt_rand(0, 99) : 0);
        }
        for ($i = 1; $i < $count; ++$i) {
            $parent = \max(0, $i - \mt_rand(1, $span));
            self::add($members[$parent], $members[$i], \mt_rand(0, $deep));
            if ($back > 0 && \mt_rand(1, $back) === 1) {
                $members[$i]->back = $members[self::target($i, $parent, $span, $count)];
            }
            if ($isMixed && \mt_rand(0, 200) === 0) {
                $members[$i]->back = &$members[$parent]->back;
            }
        }

        return new self([\mt_rand(0, 1) === 1 ? $members[0] : \array_reverse($members), [1, [2, [3]]]], $members);
    }

    /** @return Member|Waking|Custom|\stdClass */
    private static function member(int $kind): object
    {
        return match (true) {
            $kind < 90 => new Member(),
            $kind < 94 => new Waking(),
            $kind < 97 => new Custom(),
            default => (object) ['first' => null, 'back' => null, 'others' => null],
        };
    }

    /** Which member the one of a number knows: its parent, one near it, or any. */
    private static function target(int $number, int $parent, int $span, int $count): int
    {
        return match (\mt_rand(0, 5)) {
            0, 1 => \mt_rand(0, $count - 1),
            2, 3 => $parent,
            default => \max(0, $number - \mt_rand(0, $span)),
        };
    }

    private static function add(object $parent, object $member, int $how): void
    {
        if ($how === 1 && !isset($parent->first)) {
            $parent->first = $member;
        } else {
            $parent->others[] = $how === 2 ? [[$member]] : $member;
        }
    }

    /**
     * @return array<string, array{\Closure(): self, string}> what each is on the main stack
     */
    public static function known(): array
    {
        // What PHP frees takes four times as much of the stack in a debug build.
        $high = \PHP_DEBUG ? 'too_deep' : 'read';

        return [
            'list to the one before' => [static fn (): self => self::linked(10_000, false), $high],
            'long list to the one before' => [static fn (): self => self::linked(20_000, false), 'too_deep'],
            'list both ways' => [static fn (): self => self::linked(4000, true), 'read'],
            'two chains' => [static fn (): self => self::chains(2, 2000), 'read'],
            'two long chains' => [static fn (): self => self::chains(2, 9000), 'too_deep'],
            'regions' => [static fn (): self => self::regions(2, 3000), $high],
            'many regions' => [static fn (): self => self::regions(40, 4000), 'too_deep'],
        ];
    }

    /** A list of members that know the one before, and the next too if it is to be so. */
    private static function linked(int $count, bool $isDouble): self
    {
        $members = [];
        for ($i = 0; $i < $count; ++$i) {
            $members[] = $member = new Member();
            if ($i > 0) {
                $member->back = $members[$i - 1];
                $member->back->first = $isDouble ? $member : null;
            }
        }

        return new self($members, $members);
    }

    /** Lists in one object, each of them a chain of objects up to it. */
    private static function chains(int $count, int $size): self
    {
        $members = [$root = new Member()];
        for ($i = 0; $i < $count; ++$i) {
            self::addChain($root, $root, $size, $members);
        }

        return new self($root, $members);
    }

    /**
     * A list in an object, whose members are a chain up to another.
     *
     * @param list<Member> $members
     */
    private static function addChain(Member $holder, Member $last, int $size, array &$members): Member
    {
        $list = [];
        for ($i = 0; $i < $size; ++$i) {
            $members[] = $list[] = $member = new Member();
            $member->back = $last;
            $last = $member;
        }
        $holder->others[] = $list;

        return $last;
    }

    /** Nested objects, each with a chain up to the object around it. Their holders are referenced after them. */
    private static function regions(int $count, int $size): self
    {
        $members = [];
        $outer = null;
        $regions = [];
        for ($i = 0; $i < $count; ++$i) {
            $members[] = $regions[] = $region = new Member();
            if ($outer !== null) {
                $outer->first = $region;
            }
            $outer = $region;
        }
        foreach ($regions as $i => $region) {
            $last = self::addChain($region, $regions[\max(0, $i - 1)], $size, $members);
            $region->back = $last;
        }

        return new self([$regions[0], \array_reverse($regions)], $members);
    }
}
