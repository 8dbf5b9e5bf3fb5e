<?php

declare(strict_types=1);

namespace Brine\Tests\Resident;

use Brine\Tests\Differential\Generator;

/** Values to be made resident: pure ones, those with objects, graphs of the differential test, and real cached ones. */
final class Values
{
    /** What families do something with: patterns, callables, names of classes, settings, schemes, time zones, formats. */
    private const STRINGS = [
        '/a(b)?c/i', '~^\w+$~', '#(#', 'strlen', 'Brine\Tests\Resident\described', 'Brine\Tests\Resident\Names::of', Names::class, Point::class, 'stdClass',
        'system.menu', 'Label', 'id', 'user_agent', 'https', 'Europe/Berlin', 'UTC', 'Y-m-d H:i', '%s and %d', 'a=1&b[]=2', '5', '12.5', '0', '-7', '', 'x', 'é', "\0\1",
        'the quick brown fox', '<b>bold</b>', 'PATH', 'a,b,"c d"', '/tmp', 'http://example.com/a?b=c#d', 'Zz9', '1e3',
    ];
    private const KEYS = ['id', 'label', 'name', 'weight', 'tags', 'on', 'rows', 'children', 'text', '5', '0', 'x y', '', 'langcode', 'data'];

    /** @var list<string> native text */
    private array $real = [];

    public function __construct(private readonly int $seed, ?string $corpus)
    {
        if ($corpus !== null && \is_file("$corpus/index.tsv")) {
            require_once "$corpus/stubs.php";
            foreach (\array_slice(\file("$corpus/index.tsv", \FILE_IGNORE_NEW_LINES), 1) as $line) {
                $file = "$corpus/" . \explode("\t", $line)[0];
                // Larger ones take long, and are made of the same.
                if (\is_file($file) && \filesize($file) < 20_000) {
                    $this->real[] = \file_get_contents($file);
                }
            }
        }
    }

    public function number(int $index): mixed
    {
        $choice = new Choice(\crc32("value $this->seed $index"));

        return match ($index % 5) {
            0, 1 => self::pure($choice, 4),
            2 => self::withObjects($choice, 3),
            3 => $this->real !== [] ? \unserialize($choice->of($this->real)) : self::pure($choice, 5),
            4 => Generator::graph($this->seed, $index)->value,
        };
    }

    public static function pure(Choice $choice, int $levels): mixed
    {
        if ($levels === 0 || $choice->chance($levels > 3 ? 0 : 35)) {
            return self::leaf($choice);
        }

        return self::array($choice, static fn (): mixed => self::pure($choice, $levels - 1), 7);
    }

    private static function leaf(Choice $choice): mixed
    {
        return match ($choice->int(0, 9)) {
            0 => null,
            1 => $choice->chance(50),
            2 => $choice->int(-300, 70_000),
            3 => $choice->of([0.5, -0.0, \INF, 1e100, 3.25]),
            4 => [],
            5 => \str_repeat($choice->of(['Lorem ipsum ', "\x80", 'ab']), $choice->int(1, 60)),
            default => $choice->of(self::STRINGS),
        };
    }

    private static function array(Choice $choice, \Closure $element, int $most): array
    {
        $array = [];
        $kind = $choice->int(0, 5);
        $length = $choice->int(0, $most);
        $shared = $element();
        for ($i = 0; $i < $length; ++$i) {
            $new = $choice->chance(15) ? $shared : $element();
            match ($kind) {
                0, 1 => $array[] = $new,
                2, 3 => $array[$choice->of(self::KEYS)] = $new,
                4 => $array[$choice->int(-2, 40)] = $new,
                // Rows of one shape, as a table has them.
                5 => $array["row$i"] = ['id' => $i, 'label' => $choice->of(self::STRINGS), 'on' => $choice->chance(50), 'data' => $new],
            };
        }

        return $array;
    }

    public static function withObjects(Choice $choice, int $levels): mixed
    {
        $made = [];
        $value = self::objects($choice, $levels, $made);

        return \is_object($value) || \is_array($value) ? $value : [$value, new Point(1, 2.5, ['tag'], 'label')];
    }

    /** @param list<object> $made what may be there again */
    private static function objects(Choice $choice, int $levels, array &$made): mixed
    {
        if ($levels < 0 || $choice->chance(20)) {
            return self::leaf($choice);
        }
        $element = static function () use ($choice, $levels, &$made): mixed {
            return self::objects($choice, $levels - 1, $made);
        };
        $array = static fn (): array => self::array($choice, $choice->chance(50) ? $element : static fn (): mixed => self::pure($choice, 2), 4);

        return match ($choice->int(0, 11)) {
            0, 1, 2 => $array(),
            3 => $made[] = (object) $array(),
            4 => $made[] = new Point($choice->int(0, 9), 1.5, $array(), $choice->of(self::STRINGS)),
            5, 6 => $made[] = self::node($choice, $element, $array, $made),
            7 => $made[] = new Magic($array()),
            8 => $made[] = new Hooked($array()),
            9 => $choice->of(Suit::cases()),
            10 => $made === [] ? [] : $choice->of($made),
            11 => $made[] = self::other($choice, $array),
        };
    }

    private static function node(Choice $choice, \Closure $element, \Closure $array, array $made): Node
    {
        $node = new Node($choice->int(0, 9), null, ['node'], 'a node');
        $node->children = $array();
        if ($choice->chance(60)) {
            $node->data = $element();
        }
        // A cycle, or the end of a chain.
        $nodes = [$node, ...\array_filter($made, static fn (object $object): bool => $object instanceof Node)];
        $node->next = $choice->chance(40) ? $choice->of($nodes) : null;

        return $node;
    }

    private static function other(Choice $choice, \Closure $array): object
    {
        $waking = new Waking();
        $waking->list = $array();
        $waking->value = self::leaf($choice);
        $ending = new Ending();
        $ending->list = $array();
        $reference = $array();
        $referring = (object) ['first' => &$reference, 'second' => &$reference];

        return $choice->of([$waking, $waking, $ending, $ending, $referring, new \ArrayObject($array()), new \DateTimeImmutable('@86400')]);
    }
}
