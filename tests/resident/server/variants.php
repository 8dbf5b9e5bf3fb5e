<?php

/* The classes of payloads, as other versions of an application declare them. */

declare(strict_types=1);

namespace Brine\Tests\Resident\Server;

/** Older versions of PHP could not read the last ones. */
const VARIANTS = PHP_VERSION_ID >= 80400 ? 28 : 25;

/** Of the frame of payload 0. */
const FRAME_KEY = 'the key of the frame';

/** Variant 0 is written. */
function declareVariant(int $variant): void
{
    $thing = match ($variant) {
        0 => 'class Thing { public int $a = 1; protected ?string $b = null; private array $c = []; public mixed $list = []; }',
        1 => 'class Thing { public $before = 1; public mixed $list = []; private array $c = []; public $between; protected ?string $b = null; public int $a = 1; public array $more = [1]; }',
        2 => 'class Thing { public string $a = ""; protected int $b = 1; private array $c = []; public mixed $list = []; }',
        3 => '',
        4 => 'class Above { private array $c = ["above"]; protected $b; } class Thing extends Above { public int $a = 1; public mixed $list = []; }',
        5 => 'class Thing { public array $given = []; public function __unserialize(array $data): void { $this->given = $data; $this->given["hook"] = 1; unset($data["a"]); } }',
        6 => 'class Thing { public int $a = 1; protected ?string $b = null; private array $c = []; public mixed $list = []; public function __wakeup(): void { $this->a++; $this->c[] = "woken"; } }',
        7 => 'final class Thing { public function __construct(public readonly int $a, protected readonly ?string $b, private readonly array $c, public readonly mixed $list) {} }',
        8 => 'enum Thing: int { case One = 1; }',
        9 => 'interface Thing {}',
        10 => 'abstract class Thing { public int $a = 1; }',
        11 => 'class Thing extends \ArrayObject { public int $a = 1; protected ?string $b = null; private array $c = []; public mixed $list = []; }',
        12 => '#[\AllowDynamicProperties] class Thing { public mixed $list = []; }',
        13 => 'class Other { public mixed $list = []; private array $c = []; protected ?string $b = null; public int $a = 1; } \class_alias(Other::class, __NAMESPACE__ . "\Thing");',
        14 => 'class Thing { protected ?string $b = null; public mixed $list = []; }',
        15 => 'class Thing { public int $a = 1; protected ?string $b = null; private array $c = []; public mixed $list = []; public function __destruct() { $this->list = 1; } }',
        16 => '\spl_autoload_register(static function (string $class): void { if (\str_ends_with($class, "Thing")) { declareVariant(1); } });',
        17 => 'class Thing { public int $a = 1; protected ?string $b = null; private array $c = []; public mixed $list = []; public function __serialize(): array { return []; } }',
        18 => 'class Thing { public ?int $a; public ?string $b; public array $c; public ?array $list; public int $none; }',
        19 => 'trait Parts { public int $a = 1; private array $c = []; } class Thing { public mixed $list = []; use Parts; protected ?string $b = null; }',
        20 => 'readonly class Thing { public int $a; protected ?string $b; private array $c; public mixed $list; }',
        21 => 'abstract class Above { protected ?string $b = "above"; public int $a = 5; } class Middle extends Above { private array $c = ["middle"]; protected ?string $b = "middle"; } final class Thing extends Middle { private array $c = []; public mixed $list = []; }',
        22 => '#[\Brine\Version(1)] class Thing { public int $a = 1; protected ?string $b = null; private array $c = []; public mixed $list = []; }',
        23 => '#[\Brine\Version(self::ONE)] class Thing { const ONE = 1; public int $a = 1; protected ?string $b = null; private array $c = []; public mixed $list = []; }',
        24 => 'class Thing { public int $a = 1; protected ?string $b = null; private array $c = []; public mixed $list = []; public $given; public function __unserialize(array $data): void { $this->given = $data; } }',
        25 => 'class Thing { public int $a = 1 { set => $value + 1; } protected ?string $b = null { get => "got $this->b"; } private array $c = []; public mixed $list = []; public int $count { get => \count((array) $this->list); } }',
        26 => 'class Thing { public private(set) int $a = 1; final protected ?string $b = null; private array $c = []; public protected(set) mixed $list = []; }',
        27 => 'class Thing { public int $a { get => 7; } protected ?string $b { set => $value; } private array $c = []; public mixed $list { get => $this->c; set { $this->c = [$value]; } } }',
    };
    $suit = match ($variant % 4) {
        0 => 'enum Suit: string { case Hearts = "H"; case Spades = "S"; }',
        1 => 'enum Suit: string { case Clubs = "C"; case Spades = "X"; case Hearts = "H"; }',
        2 => 'enum Suit { case Hearts; }',
        3 => 'class Suit { const Hearts = 1; }',
    };
    $inner = match ($variant % 3) {
        0 => 'class Inner extends Thing2 { public $x = 1; } ',
        1 => 'class Inner { public $y; public $x = 1; public ?Inner $next = null; }',
        2 => 'class Inner extends Thing2 { private $x = 2; public ?Inner $next = null; }',
    };
    $code = "namespace Brine\\Tests\\Resident\\Server; $thing " . ($variant === 16 ? '' : "$suit class Thing2 { protected \$p = [1]; } $inner");
    eval($code);
}

/**
 * Payloads of variant 0.
 *
 * @return list<string>
 */
function payloads(): array
{
    $thing = static function (int $a, mixed $list): object {
        $thing = (new \ReflectionClass(__NAMESPACE__ . '\Thing'))->newInstance();
        $thing->a = $a;
        $thing->list = $list;
        (new \ReflectionProperty($thing, 'b'))->setValue($thing, "b of $a");
        (new \ReflectionProperty($thing, 'c'))->setValue($thing, ['c', [$a]]);

        return $thing;
    };
    $inner = (new \ReflectionClass(__NAMESPACE__ . '\Inner'))->newInstance();
    $first = $thing(1, ['x' => [1, 2, ['y' => 'z']]]);
    $rows = \array_map(static fn (int $i): object => $thing($i, "row $i"), \range(0, 9));
    $cycle = $thing(3, null);
    $cycle->list = [$cycle, $inner];
    $suit = \constant(__NAMESPACE__ . '\Suit::Hearts');
    $values = [
        $first, [$first, 'again' => $first, 'pure' => ['a' => [1, 2, 3]]], $rows, [$inner, $inner], $cycle, [$suit, 'list' => [$suit, $first]], (object) ['thing' => $first, 'array' => ['p' => 1]],
        ['nothing' => ['of' => ['any class']]],
    ];

    $payloads = \array_map(\brine_serialize(...), $values);
    // Of variants 22 and 23, and of 24.
    $class = __NAMESPACE__ . '\Thing';
    foreach (["\0*\0b\n\0$class\0c\na\nlist\n@1\n", "\0*\0b\n\0$class\0c\na\ngiven\nlist\n"] as $layout) {
        $payloads[] = "\xC1\x10\xFA" . \pack('V', \crc32($layout)) . \substr($payloads[0], 2);
    }

    return $payloads;
}
