<?php

declare(strict_types=1);

namespace Brine\Tests;

use PHPat\Selector\Selector;
use PHPat\Selector\SelectorInterface;
use PHPat\Test\Attributes\TestRule;
use PHPat\Test\Builder\Rule;
use PHPat\Test\PHPat;

/**
 * Order of the rooms in src/ and of the packages without a framework: a class uses only its own room and earlier ones, so there are no circles.
 * PHPStan checks it with phpat; docs/internals/design.md describes the rooms.
 */
final class Rooms
{
    /** Needed by all others: exceptions, and the interface of all serializers. */
    private const CONTRACT = ['Exception', 'EncodeException', 'DecodeException', 'Serializer', 'Decorator'];

    /**
     * The rooms that each may use, besides CONTRACT. The classes at the root of src/ may use all.
     *
     * @var array<string, list<string>>
     */
    private const USES = [
        'Internal' => [],
        'MessagePack' => [],
        'Tree' => ['Internal'],
        'Native' => ['Internal'],
        'Json' => ['Internal'],
        'Migration' => [],
        'Testing' => [],
        'Format' => ['Tree', 'Internal'],
        'Compression' => ['Format', 'Internal'],
        'Igbinary' => ['Tree', 'Internal'],
        'Dictionary' => ['Format', 'Internal'],
    ];

    /** packages/cli: the command line, which uses all rooms, and training. packages/bench: a command, and the benchmark below the command line. */
    private const TOP = 'Brine\Console';
    private const BENCH = 'Brine\Bench';
    private const BENCH_COMMAND = 'Brine\Bench\Console';
    private const TRAINING = 'Brine\Training';

    /** Classes at the root that need nothing from their room. */
    private const OF_ROOMS = ['Dictionary' => 'Brine\Dictionary'];

    #[TestRule]
    public function contractUsesNothing(): Rule
    {
        return PHPat::rule()
            ->classes(self::contract())
            ->shouldNot()->dependOn()
            ->classes(Selector::inNamespace('Brine'))
            ->excluding(self::contract())
            ->because('The exceptions and Serializer are the lowest room');
    }

    #[TestRule]
    public function nothingUsesTheCommandLine(): Rule
    {
        return PHPat::rule()
            ->classes(Selector::inNamespace('Brine'))
            ->excluding(Selector::inNamespace(self::TOP), Selector::inNamespace(self::BENCH_COMMAND), Selector::inNamespace('Brine\Tests'))
            ->shouldNot()->dependOn()
            ->classes(Selector::inNamespace(self::TOP), Selector::inNamespace(self::BENCH_COMMAND))
            ->because('The command line is the highest room');
    }

    #[TestRule]
    public function onlyTheCommandLineUsesTheBenchmark(): Rule
    {
        return PHPat::rule()
            ->classes(Selector::inNamespace('Brine'))
            ->excluding(
                Selector::inNamespace(self::BENCH),
                Selector::inNamespace(self::TOP),
                Selector::inNamespace('Brine\Tests'),
                Selector::inNamespace('Brine\Examples'),
            )
            ->shouldNot()->dependOn()
            ->classes(Selector::inNamespace(self::BENCH))
            ->because('The benchmark is the room below the command line');
    }

    #[TestRule]
    public function onlyTheCommandLineTrains(): Rule
    {
        return PHPat::rule()
            ->classes(Selector::inNamespace('Brine'))
            ->excluding(
                Selector::inNamespace(self::TRAINING),
                Selector::inNamespace(self::BENCH),
                Selector::inNamespace(self::TOP),
                Selector::inNamespace('Brine\Tests'),
            )
            ->shouldNot()->dependOn()
            ->classes(Selector::inNamespace(self::TRAINING))
            ->because('What trains is in the package of the command line');
    }

    #[TestRule]
    public function onlyItsSerializerUsesMessagePack(): Rule
    {
        return PHPat::rule()
            ->classes(Selector::inNamespace('Brine'))
            ->excluding(
                Selector::classname('Brine\MessagePackSerializer'),
                Selector::inNamespace('Brine\MessagePack'),
                Selector::inNamespace(self::BENCH),
                Selector::inNamespace(self::TOP),
                Selector::inNamespace('Brine\Tests'),
                Selector::inNamespace('Brine\Examples'),
            )
            ->shouldNot()->dependOn()
            ->classes(Selector::inNamespace('Brine\MessagePack'))
            ->because('The library works without the package brine/msgpack');
    }

    /** @return iterable<string, Rule> */
    #[TestRule]
    public function roomsUseThoseBefore(): iterable
    {
        foreach (self::USES as $room => $used) {
            $allowed = [self::contract()];
            foreach ([$room, ...$used] as $name) {
                $allowed[] = Selector::inNamespace("Brine\\$name");
            }
            if (isset(self::OF_ROOMS[$room])) {
                $allowed[] = Selector::classname(self::OF_ROOMS[$room]);
            }
            yield $room => PHPat::rule()
                ->classes(Selector::inNamespace("Brine\\$room"))
                ->shouldNot()->dependOn()
                ->classes(Selector::inNamespace('Brine'))
                ->excluding(...$allowed)
                ->because($used === [] ? "$room uses no other room" : "$room uses " . \implode(' and ', $used) . ' alone');
        }
    }

    #[TestRule]
    public function integrationsAreUsedByNothing(): Rule
    {
        return PHPat::rule()
            ->classes(Selector::inNamespace('Brine'))
            ->excluding(Selector::inNamespace('Brine\Integration'), Selector::inNamespace('Brine\Tests'))
            ->shouldNot()->dependOn()
            ->classes(Selector::inNamespace('Brine\Integration'))
            ->because('Classes for frameworks use all others, and load only with the framework');
    }

    #[TestRule]
    public function storesAreUsedByNothing(): Rule
    {
        return PHPat::rule()
            ->classes(Selector::inNamespace('Brine'))
            ->excluding(Selector::inNamespace('Brine\Store'), Selector::inNamespace('Brine\Tests'), Selector::inNamespace('Brine\Examples'))
            ->shouldNot()->dependOn()
            ->classes(Selector::inNamespace('Brine\Store'))
            ->because('Stores are the highest room: they use all others');
    }

    private static function contract(): SelectorInterface
    {
        return Selector::AnyOf(...\array_map(static fn (string $name) => Selector::classname("Brine\\$name"), self::CONTRACT));
    }
}
