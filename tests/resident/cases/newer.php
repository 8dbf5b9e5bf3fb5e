<?php

/* Cases of class features of newer PHP versions. Their code is evaluated: older versions could not read it. */

declare(strict_types=1);

namespace Brine\Tests\Resident;

use Brine\Tests\Checks;

/** Declares classes, if PHP is new enough for them. */
function declares(int $version, string $code): bool
{
    if (\PHP_VERSION_ID < $version) {
        return false;
    }
    eval('namespace ' . __NAMESPACE__ . "; $code");

    return true;
}

/**
 * Operations on a value have the same result at each read as after a plain decode.
 *
 * @param list<\Closure(mixed): mixed> $uses each of a value of its own
 */
function usedAlike(string $name, mixed $value, array $uses): void
{
    $payload = \brine_serialize($value);
    alike($name, $payload);
    Checks::that("$name is resident", hits($payload));
    foreach ($uses as $i => $use) {
        $expected = outcome(static fn (): mixed => $use(\brine_unserialize($payload)));
        for ($sight = 1; $sight <= 3; ++$sight) {
            Checks::same("$name, use $i, sight $sight", $expected, outcome(static fn (): mixed => $use(resident($payload))));
        }
    }
    alike("$name, afterwards", $payload);
    Checks::that("$name is still resident", hits($payload));
}

function case_readonly_classes(): void
{
    declares(80200, 'final readonly class Fixed { public function __construct(public int $number, public array $list, public ?Fixed $inner = null) {}
        public function with(array $list): static { return new static($this->number, $list, $this->inner); } }');
    $value = [new Fixed(1, config(), new Fixed(2, [])), new Fixed(3, [1])];
    usedAlike('readonly', $value, [
        static fn (array $value): mixed => $value[0]->number = 5,
        static fn (array $value): mixed => $value[0]->list[] = 5,
        static fn (array $value): mixed => $value[1]->inner,
        static fn (array $value): array => [$value[0]->with([1]), clone $value[1]],
        static function (array $value): mixed {
            unset($value[0]->list);

            return $value;
        },
        static fn (array $value): mixed => $value[0]->other = 1,
        static fn (array $value): mixed => $value[0]->__construct(9, []),
        static fn (array $value): mixed => \array_walk($value[0], static fn (&$property): int => $property = 1),
    ]);
    if (!declares(80300, 'class Cloned { public function __construct(public readonly array $list) {} public function __clone(): void { $this->list = [...$this->list, "cloned"]; } }')) {
        return;
    }
    usedAlike('written by __clone()', [new Cloned(config()), new Cloned([1])], [
        static fn (array $value): array => [clone $value[0], clone $value[1], clone clone $value[1], $value],
        static function (array $value): mixed {
            $clone = clone $value[0];

            return $clone->list = [];
        },
    ]);
}

function case_property_hooks(): void
{
    $declared = declares(80400, 'interface HasName { public string $name { get; } }
        abstract class Named { abstract public array $tags { get; set; } final public int $final = 1; }
        class Hooks extends Named implements HasName { public static array $log = [];
            public string $name { get => "got $this->name"; set (string|int $name) { self::$log[] = $name; $this->name = "set $name"; } }
            public array $tags = ["default"] { get { self::$log[] = "tags"; return $this->tags; } set => [...$value, "set"]; }
            public int $count { get => count($this->tags); }
            public string $upper { get => strtoupper($this->name); set { $this->name = strtolower($value); } }
            public array $list { &get { return $this->kept; } } private array $kept = []; public mixed $inner = null;
            public function __construct(string $name = "x", array $kept = []) { $this->name = $name; $this->kept = $kept; } }
        final class MoreHooks extends Hooks { public string $name { get => parent::$name::get() . "!"; set(string|int $name) { parent::$name::set($name . "?"); } } public string $own = "own" { set => $value . "."; } }');
    if (!$declared) {
        return;
    }
    $first = new Hooks('first', config());
    $first->inner = [new MoreHooks('inner', [1, [2]]), new Hooks()];
    $all = static fn (object $object): array => [\get_object_vars($object), (array) $object, \json_encode($object), \iterator_to_array((static fn (): \Generator => yield from (array) $object)()), Hooks::$log];
    $fresh = static function (\Closure $use): \Closure {
        return static function (array $value) use ($use): mixed {
            Hooks::$log = [];

            return [$use($value), $value, Hooks::$log];
        };
    };
    usedAlike('hooks', [$first, new MoreHooks('second', ['kept'])], \array_map($fresh, [
        static fn (array $value): array => \array_map($all, $value),
        static fn (array $value): mixed => $value[0]->name = 'written',
        static fn (array $value): mixed => $value[1]->name = 'written',
        static fn (array $value): mixed => $value[0]->tags = ['written'],
        static fn (array $value): mixed => $value[0]->tags[] = 'written',
        static fn (array $value): mixed => $value[0]->list[] = 'by reference',
        static fn (array $value): mixed => $value[0]->count = 1,
        static fn (array $value): mixed => $value[1]->upper = 'LOWER',
        static fn (array $value): mixed => [$value[1]->own = 'more', $value[1]->own],
        static fn (array $value): mixed => \array_walk($value[0]->inner, static fn (object $object): string => $object->name = 'walked'),
        static fn (array $value): mixed => [clone $value[0], clone $value[1]],
        static fn (array $value): mixed => (new \ReflectionProperty(Hooks::class, 'name'))->getRawValue($value[0]),
        static function (array $value): mixed {
            foreach ($value[0] as $name => $property) {
                $seen[$name] = $property;
            }

            return $seen;
        },
    ]));
}

function case_asymmetric_visibility(): void
{
    $declared = declares(80400, 'class Asymmetric { public private(set) array $list = []; public protected(set) ?Asymmetric $inner = null; private(set) string $text = "";
            public function __construct(array $list, ?Asymmetric $inner = null, public private(set) readonly int $number = 0) { $this->list = $list; $this->inner = $inner; }
            public function add(mixed $value): static { $this->list[] = $value; $this->text .= "added"; return $this; } }
        final class Below extends Asymmetric { public function lose(): void { $this->inner = null; } public function take(): void { $this->list = []; } }');
    if (!$declared) {
        return;
    }
    usedAlike('asymmetric', [new Asymmetric(config(), new Below([1], null, 5)), new Below(['below'], new Asymmetric([]))], [
        static fn (array $value): mixed => $value[0]->list = [],
        static fn (array $value): mixed => $value[0]->list[] = 1,
        static fn (array $value): mixed => $value[0]->inner = null,
        static fn (array $value): mixed => $value[1]->text = 'x',
        static fn (array $value): mixed => $value[0]->number = 7,
        static fn (array $value): mixed => [$value[0]->add('x')->inner->add('y'), $value[1]->add('z')],
        static fn (array $value): mixed => [$value[1]->lose(), $value],
        static fn (array $value): mixed => $value[1]->take(),
        static fn (array $value): mixed => $reference = &$value[0]->list,
        static function (array $value): mixed {
            foreach ($value[0]->list as &$element) {
                $element = 1;
            }

            return $value;
        },
        static function (array $value): mixed {
            unset($value[0]->list);

            return $value;
        },
    ]);
}

/** Objects of a template are whole ones, of which lazy ones can be made, and which lazy ones can stand for. */
function case_lazy_objects(): void
{
    if (!declares(80400, 'class Lazy { public int $number = 0; public array $list = []; public ?Lazy $inner = null; public static array $log = []; public function __construct(int $number = 0, array $list = []) { $this->number = $number; $this->list = $list; } }')) {
        return;
    }
    $class = new \ReflectionClass(Lazy::class);
    $first = new Lazy(1, config());
    $first->inner = new Lazy(2, [1, 2]);
    $value = [$first, 'again' => $first, new Lazy(3)];
    $payload = admitted($value);
    $reset = static fn (string $how, mixed $value, \Closure $start): mixed => [$class->$how($value[0], $start), $class->isUninitializedLazyObject($value[0])];
    usedAlike('lazy', $value, [
        static fn (array $value): array => \array_map($class->isUninitializedLazyObject(...), $value),
        static fn (array $value): mixed => [$reset('resetAsLazyGhost', $value, static function (Lazy $lazy) use ($payload): void {
            $lazy->list = resident($payload)[0]->list;
        }), $value[0]->list, $value],
        static fn (array $value): mixed => [$reset('resetAsLazyProxy', $value, static fn (): Lazy => resident($payload)[0]), $value[0]->list, $value['again']->inner],
        static fn (array $value): mixed => [$reset('resetAsLazyGhost', $value, static fn (): mixed => throw new \DomainException('not now')), $value[0]->list],
        static function () use ($class, $payload): array {
            $ghost = $class->newLazyGhost(static function (Lazy $lazy) use ($payload): void {
                ['again' => $read] = resident($payload);
                $lazy->list = $read->list;
                $lazy->list[] = 'written by an initializer';
                $lazy->inner = $read->inner;
            });
            $proxy = $class->newLazyProxy(static fn (): Lazy => resident($payload)['again']);
            $skipped = $class->newLazyGhost(static fn (): never => throw new \LogicException('initialized'));
            $class->getProperty('list')->setRawValueWithoutLazyInitialization($skipped, resident($payload)[0]->list);
            $skipped->list[] = 'written before';

            return [$ghost->list, $ghost->inner->list[] = 'x', $proxy->list, $proxy->inner, $skipped->list, \brine_unserialize(\brine_serialize([$ghost, $proxy]), ['resident' => true])];
        },
    ]);
    for ($sight = 1; $sight <= 4; ++$sight) {
        $ghost = $class->newLazyGhost(static function (Lazy $lazy): void {
            $lazy->list = ['of a ghost'];
        });
        $read = resident(\brine_serialize([$ghost, 'same' => $ghost]));
        Checks::same("a ghost that was encoded, sight $sight", [['of a ghost'], true, false], [$read[0]->list, $read[0] === $read['same'], $class->isUninitializedLazyObject($read[0])]);
    }
}

function case_clone_with(): void
{
    $declared = declares(80500, 'class Changed { public function __construct(public array $list, public readonly int $number, protected string $hidden = "h", public private(set) string $own = "o") {}
        public string $hooked = "x" { set => $value . "!"; } public function with(array $changes): static { return clone($this, $changes); } }');
    if (!$declared) {
        return;
    }
    // Older versions cannot read it either.
    $with = eval('return static fn (object $object, array $changes): object => clone($object, $changes);');
    $other = admitted(['list' => ['resident', [1]], 'hooked' => 'resident text']);
    usedAlike('clone with', [new Changed(config(), 5), new Changed([1], 6)], [
        static fn (array $value): mixed => [$with($value[0], ['list' => []]), $value],
        static fn (array $value): mixed => [$with($value[0], resident($other)), $value],
        static fn (array $value): mixed => $with($value[0], ['number' => 6]),
        static fn (array $value): mixed => $value[0]->with(['number' => 6, 'hidden' => 'changed', 'own' => 'changed']),
        static fn (array $value): mixed => $with($value[0], ['hidden' => 'changed']),
        static fn (array $value): mixed => $with($value[1], ['own' => 'changed']),
        static fn (array $value): mixed => $with($value[1], ['list' => 'no list']),
        static fn (array $value): mixed => $with($with($value[1], ['hooked' => 'a']), ['hooked' => 'b']),
    ]);
    usedAlike('clone with, of an open class', [(object) ['a' => config(), 'b' => (object) ['c' => 1]]], [
        static fn (array $value): mixed => [$with($value[0], ['a' => 1, 'new' => [2]]), $value],
        static fn (array $value): mixed => [$with($value[0], resident($other)), $value],
    ]);
}

/** Classes with properties of other types than the payload's values have. */
function case_types_that_refuse(): void
{
    $classes = [
        'Refuse1' => 'public int $first = 0; public string $other = ""; public $label;', 'Refuse2' => 'public ?Node $first = null; public int|float $other = 0; public $label;',
        'Refuse3' => 'public self|Point|null $first = null; public array|bool $other = []; public $label;', 'Refuse4' => 'public readonly int $first; public readonly array $other; public $label;',
        'Refuse5' => 'public (\Countable&\Traversable)|null $first = null; public iterable $other = []; public $label;',
    ];
    foreach ($classes as $name => $properties) {
        declares(80200, "class $name { $properties }");
    }
    declares(80200, '#[\AllowDynamicProperties] class Untyped {}');
    $values = [1, 1.5, '7', 'text', null, true, [1, [2]], new Point(1), new Node(2), Suit::Hearts, (object) ['x' => 1], new \ArrayObject([1])];
    foreach ($values as $i => $first) {
        foreach ($values as $j => $other) {
            $object = new Untyped();
            $object->first = $first;
            $object->other = $other;
            $object->label = [$object, config()];
            $payload = \brine_serialize(['head', $object]);
            foreach (\array_keys($classes) as $name) {
                alike("$name with values $i and $j", \str_replace('Resident\Untyped', "Resident\\$name", $payload));
            }
        }
    }
    Checks::that('some are resident', figure('hits') >= 20);
}

/** Cases of enums in defaults, constants and static properties, and constants that are no cases. */
function case_enum_constants(): void
{
    declares(80200, 'enum Card: string { case Ace = "A"; case King = "K"; const Best = self::Ace; const NAMES = ["a" => self::Ace]; public static function best(): self { return self::Best; } }
        class Hand { public const FIRST = Card::King; public Card $card = Card::Best; public array $all = [Card::Ace, "k" => self::FIRST]; public ?Card $none = null; public array $list = []; public static array $kept = []; public readonly Card $fixed; }');
    $hand = new Hand();
    $hand->list = [Card::King, config(), Card::NAMES];
    usedAlike('hands', [$hand, new Hand(), Card::Ace], [
        static fn (array $value): array => [$value[0]->card === Card::Ace, $value[1]->all[0] === $value[2], $value[0]->list[2]['a'] === Card::best()],
        static fn (array $value): mixed => $value[0]->card = 'A',
        static fn (array $value): mixed => $value[0]->list[0]->value = 'X',
        static fn (array $value): mixed => clone $value[0]->list[0],
        static function (array $value): array {
            Hand::$kept[] = $value[0]->list;
            Hand::$kept[0][1]['written'] = Card::King;

            return \array_slice(Hand::$kept, 0, 1);
        },
    ]);
    $payload = \brine_serialize([Card::King, config()]);
    foreach (['Best', 'NAME', 'king', 'Ace!'] as $name) {
        alike("case $name", \str_replace('King', $name, $payload));
    }
}

/** Static properties of classes, of traits and of functions hold them to the very end. */
function case_statics(): void
{
    declares(80200, 'trait Keeps { public static array $kept = []; protected static ?array $typed = null; public static function keep(array $value): int { static $more = []; $more[] = $value; static::$typed = $value; self::$kept[] = $value; return count($more); } }
        class Keeper { use Keeps; public static self|array|null $own = null; } class OtherKeeper extends Keeper { use Keeps; }');
    $payload = admitted(['a' => config(), 'objects' => [new Point(1, null, [[1]])]]);
    $pure = admitted(config('static'));
    for ($i = 0; $i < 20; ++$i) {
        Keeper::$own = resident($pure);
        Keeper::$own['written'] = $i;
        Checks::same("calls $i", [$i + 1, $i + 1], [Keeper::keep(resident($payload)), OtherKeeper::keep(resident($pure))]);
        Keeper::$kept[$i]['a'][] = 'written';
        $reference = &OtherKeeper::$kept[$i]['rows'];
        $reference[] = $i;
        unset($reference);
        (new \ReflectionProperty(OtherKeeper::class, 'typed'))->setValue(null, resident($pure));
    }
    alike('with objects', $payload);
    alike('pure', $pure);
}

function case_preloaded(): void
{
    $settings = opcache();
    if ($settings === null || \PHP_OS_FAMILY === 'Windows') {
        return;
    }
    $user = \function_exists('posix_geteuid') ? \posix_getpwuid(\posix_geteuid())['name'] : \get_current_user();
    $preload = ['opcache.preload=' . __DIR__ . '/preloaded.php', "opcache.preload_user=$user"];
    $sanitizer = \getenv('ASAN_OPTIONS');
    $directory = \sys_get_temp_dir() . '/brine_file_cache_' . \getmypid();
    \mkdir($directory);
    $cache = ['opcache.file_update_protection=0', "opcache.file_cache=$directory"];
    foreach (['preloaded' => $preload, 'from files' => [...$cache, 'opcache.file_cache_only=1'], 'from files again' => [...$cache, 'opcache.file_cache_only=1'], 'written to files' => $cache] as $name => $more) {
        // PHP itself does not free all preloaded memory.
        \putenv('ASAN_OPTIONS=' . $sanitizer . ($more === $preload ? ':detect_leaks=0' : ''));
        [$output, $code] = inChild([...$settings, ...$more], [__DIR__ . '/uses_preloaded.php']);
        Checks::same("$name, output", \str_repeat("same\n", 5) . "3 hits\n", $output);
        Checks::same("$name, exit code", 0, $code);
    }
    // The files are in a directory of the build of PHP, in others as deep as the scripts.
    $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($directory, \FilesystemIterator::SKIP_DOTS), \RecursiveIteratorIterator::CHILD_FIRST);
    foreach ($files as $file) {
        $file->isDir() ? \rmdir($file->getPathname()) : \unlink($file->getPathname());
    }
    \rmdir($directory);
}
