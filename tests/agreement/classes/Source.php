<?php

declare(strict_types=1);

namespace Brine\Tests\Classes;

/**
 * The text of a random family of classes: up to four levels of inheritance, traits, an interface. It has only syntax that the running PHP knows,
 * but may be invalid in the end.
 */
final class Source
{
    public const NAMESPACE = 'Generated';

    /** Parents that are PHP's own, and the arguments that their constructors need. */
    private const INTERNAL = [
        'ArrayObject' => "['x' => 1, 2]",
        'ArrayIterator' => '[1, 2]',
        'Exception' => "'message', 5",
        'SplObjectStorage' => null,
        'SplQueue' => null,
        'SplFixedArray' => '2',
        'DateTime' => "'2020-02-03 04:05:06', new \\DateTimeZone('UTC')",
        'DateTimeImmutable' => "'2021-02-03 04:05:06', new \\DateTimeZone('Europe/Berlin')",
    ];

    /** Names of the classes that have objects; of one length, so that one can be put in the place of another. */
    public readonly array $classes;
    public readonly string $text;

    /** The parent of all that is PHP's own. */
    public readonly ?string $internal;

    private readonly Dice $dice;
    private readonly bool $hasHooks;

    /** @var array<string, array<string, Property>> what each class inherits to its children, by name */
    private array $inherited = [];

    /** @var array<string, list<Property>> the properties of each trait */
    private array $traits = [];

    /** @var array<string, true> traits with hooks, which a class and its parent cannot both use */
    private array $usedUp = [];

    /** @var array<string, bool> whether a class or an ancestor has a constructor */
    private array $hasConstructor = [];

    /** @var array<string, string> the private properties of all ancestors and the class that declares them */
    private array $privates = [];

    public function __construct(string $seed)
    {
        $this->dice = new Dice($seed);
        $this->hasHooks = \PHP_VERSION_ID >= 80400;
        $this->internal = $this->dice->chance(20) ? $this->dice->pick(\array_keys(self::INTERNAL)) : null;
        $texts = ["enum Suit: string\n{\n    case Hearts = 'h';\n    case Spades = 's';\n}"];
        for ($i = $this->dice->below(3); $i > 0; --$i) {
            $texts[] = $this->trait("T$i");
        }
        $classes = [];
        $isAbstract = $this->hasHooks && $this->dice->chance(20);
        for ($i = 0, $count = 1 + $this->dice->below(4) + (int) $isAbstract; $i < $count; ++$i) {
            $classes[] = 'C' . \chr(65 + $i);
            $texts[] = $this->class($classes[$i], $classes[$i - 1] ?? null, $isAbstract && $i === 0, $isAbstract && $i === 1);
        }
        if ($count > 1 && $this->dice->chance(40)) {
            // A sibling of the last one.
            $classes[] = 'CZ';
            $texts[] = $this->class('CZ', $classes[$count - 2], false, $isAbstract && $count === 2);
        }
        if ($isAbstract) {
            \array_shift($classes);
        }
        $this->classes = $classes;
        $this->text = "<?php\n\nnamespace " . self::NAMESPACE . ";\n\nuse Brine\\Tests\\Differential\\Log;\n\n" . \implode("\n\n", $texts) . "\n";
    }

    private function trait(string $name): string
    {
        $properties = [];
        for ($i = $this->dice->below(3); $i >= 0; --$i) {
            $property = new Property(\strtolower($name) . "_$i");
            $this->decide($property, null);
            $properties[] = $property;
        }
        $this->traits[$name] = $properties;

        return "trait $name\n{\n" . self::members($properties) . '}';
    }

    /** @param list<Property> $properties */
    private static function members(array $properties): string
    {
        return \implode('', \array_map(static fn (Property $property): string => "    {$property->declaration()}\n", $properties));
    }

    private function class(string $name, ?string $parent, bool $isAbstract, bool $implementsAll): string
    {
        $known = $this->inherited[$parent] ?? [];
        $own = [];
        for ($i = $this->dice->below(5); $i > 0; --$i) {
            $own[] = ($this->dice->chance(94) ? 'p' : 's') . $this->dice->below(5);
        }
        foreach ($known as $property) {
            if ($property->isAbstract && $implementsAll) {
                $own[] = $property->name;
            }
        }
        $properties = [];
        foreach (\array_unique($own) as $property) {
            $above = $known[$property] ?? null;
            if ($above === null || !$above->isFinal && $above->setVisibility !== 'private') {
                $properties[$property] = new Property($property);
                $this->decide($properties[$property], $above);
            }
        }
        if ($isAbstract) {
            $properties['a0'] = new Property('a0');
            $properties['a0']->isAbstract = true;
            $properties['a0']->type = $this->dice->pick(\array_keys(Types::DEFAULTS));
            $properties['a0']->hooks = $this->dice->pick([['get;'], ['get;', 'set;'], ['&get;']]);
        }
        $used = $this->usedTraits();
        $constructor = $this->constructor($name, $parent, $properties);
        $this->remember($name, $known, $properties, $used);
        $head = ($this->dice->chance(40) ? '#[\\AllowDynamicProperties]' . "\n" : '') . ($isAbstract ? 'abstract ' : '') . "class $name"
            . ' extends ' . ($parent ?? "\\$this->internal");
        $head = $parent === null && $this->internal === null ? \strstr($head, ' extends', true) : $head;
        $members = self::members(\array_values(\array_filter($properties, static fn (Property $property): bool => !$property->isPromoted)));

        return "$head\n{\n" . ($used === [] ? '' : '    use ' . \implode(', ', $used) . ";\n") . $members . $constructor . $this->methods($name) . '}';
    }

    /** @return list<string> */
    private function usedTraits(): array
    {
        $used = \array_values(\array_filter(\array_keys($this->traits), fn (string $trait): bool => !isset($this->usedUp[$trait]) && $this->dice->chance(40)));
        foreach ($used as $trait) {
            foreach ($this->traits[$trait] as $property) {
                if ($property->hooks !== []) {
                    $this->usedUp[$trait] = true;
                }
            }
        }

        return $used;
    }

    /**
     * @param array<string, Property> $known
     * @param array<string, Property> $properties
     * @param list<string> $used
     */
    private function remember(string $class, array $known, array $properties, array $used): void
    {
        foreach ($used as $trait) {
            foreach ($this->traits[$trait] as $property) {
                $properties[$property->name] ??= $property;
            }
        }
        foreach ($properties as $name => $property) {
            if ($property->visibility === 'private') {
                $this->privates[$name] = $class;
            } else {
                $known[$name] = $property;
            }
        }
        $this->inherited[$class] = $known;
    }

    /** Decides what a property is, within what the one above it allows. */
    private function decide(Property $property, ?Property $above): void
    {
        $dice = $this->dice;
        $property->type = $above !== null ? $above->type : $dice->pick(\array_keys(Types::DEFAULTS));
        // Native text has a static property's visibility in the name of a dynamic one that is called the same.
        $property->isStatic = \str_starts_with($property->name, 's');
        $property->visibility = $dice->pick(\array_keys(\array_filter(
            Property::WIDTH,
            static fn (int $width): bool => $width >= ($above === null ? 0 : Property::WIDTH[$above->visibility]),
        )));
        $isTyped = (string) $property->type !== '';
        $property->isReadonly = $above !== null ? $above->isReadonly : $isTyped && !$property->isStatic && $dice->chance(12);
        if ($property->isReadonly) {
            return;
        }
        if ($this->hasHooks && $isTyped && $dice->chance(20) && (!$property->isStatic || \PHP_VERSION_ID >= 80500)) {
            $this->narrowSetting($property, $above);
        }
        $defaults = Types::DEFAULTS[(string) $property->type];
        if ($defaults !== [] && (!$isTyped || $dice->chance(60))) {
            $property->default = $isTyped || $dice->chance(80) ? $dice->pick($defaults) : null;
        }
        if ($this->hasHooks && !$property->isStatic && $dice->chance($above === null ? 30 : 60)) {
            $this->addHooks($property, $above);
        }
        $property->isFinal = $this->hasHooks && $property->visibility !== 'private' && $dice->chance(8);
    }

    private function narrowSetting(Property $property, ?Property $above): void
    {
        $least = $above === null ? 0 : \max(1, $above->widthOfSetting());
        $narrower = \array_keys(\array_filter(
            Property::WIDTH,
            static fn (int $width): bool => $width >= $least && $width < Property::WIDTH[$property->visibility],
        ));
        $property->setVisibility = $narrower === [] ? null : $this->dice->pick($narrower);
    }

    private function addHooks(Property $property, ?Property $above): void
    {
        $dice = $this->dice;
        $name = $property->name;
        $log = "Log::hook(\$this, '\$$name::%s');";
        // PHP ends where a container is given a value for a virtual property.
        $isVirtual = ($this->internal === null || $this->internal === 'Exception') && $property->setVisibility === null && ($above === null || $above->isVirtual || $above->isAbstract) && $dice->chance(30);
        $value = Types::DEFAULTS[(string) $property->type][0] ?? 'new \\stdClass()';
        $set = 'set { ' . \sprintf($log, 'set') . ($isVirtual ? ' }' : " \$this->$name = \$value; }");
        $get = 'get { ' . \sprintf($log, 'get') . ($isVirtual ? " return $value; }" : " return \$this->$name; }");
        if ($isVirtual) {
            [$property->isVirtual, $property->default] = [true, null];
        }
        if ($above !== null && $above->returnsReference || $dice->chance(10)) {
            $property->returnsReference = true;
            $property->hooks = ['&' . ($isVirtual ? "get { \$value = $value; return \$value; }" : $get)];

            return;
        }
        $property->hooks = $dice->pick([
            [$get],
            [$set],
            [$get, $set],
            $isVirtual ? [$get] : ["get => \$this->$name ?? $value;"],
            $isVirtual || $above === null || $above->isAbstract || $above->isVirtual ? [$get] : ["get => parent::\$$name::get();", "set { parent::\$$name::set(\$value); }"],
            // Written past its type: PHP coerces what is assigned.
            $isVirtual ? [$set] : ["set => \$value;"],
        ]);
    }

    /** @param array<string, Property> $properties */
    private function constructor(string $name, ?string $parent, array $properties): string
    {
        $arguments = $parent === null ? self::INTERNAL[$this->internal] ?? null : '';
        $has = $parent === null ? $arguments !== null : $this->hasConstructor[$parent];
        $this->hasConstructor[$name] = $has || $this->dice->chance(40);
        if (!$this->hasConstructor[$name]) {
            return '';
        }
        $parameters = [];
        foreach ($properties as $property) {
            if (!$property->isStatic && !$property->isFinal && !$property->isAbstract && !$property->isVirtual && $property->type !== null && $this->dice->chance(40)) {
                $property->isPromoted = true;
                $property->type = $property->type === '' ? null : $property->type;
                $property->default ??= Types::DEFAULTS[(string) $property->type][0] ?? 'new \\stdClass()';
                $parameters[] = $property->declaration();
            }
        }
        $body = $has ? "parent::__construct($arguments);" : '';

        return '    public function __construct(' . \implode(', ', $parameters) . ")\n    {\n        $body\n    }\n";
    }

    /** Hooks of serialization. */
    private function methods(string $class): string
    {
        $log = static fn (string $hook): string => "Log::hook(\$this, '$hook');";
        $wakeup = "    public function __wakeup(): void\n    {\n        {$log('__wakeup')}\n    }\n";
        // The state of PHP's own classes is theirs.
        $state = $this->internal === null || $this->internal === 'Exception' ? '\\get_mangled_object_vars($this)' : 'parent::__serialize()';
        $serialize = "    public function __serialize(): array\n    {\n        {$log('__serialize')}\n        return $state;\n    }\n";
        $restore = $this->internal === null || $this->internal === 'Exception'
            ? "foreach (\$data as \$name => \$value) {\n            try {\n                \$this->{\\substr((string) \$name, (int) \\strrpos(\"\\0\$name\", \"\\0\"))} = \$value;\n"
                . "            } catch (\\Error) {\n            }\n        }\n"
            : "parent::__unserialize(\$data);\n";
        $unserialize = "    public function __unserialize(array \$data): void\n    {\n        {$log('__unserialize')}\n        $restore    }\n";
        $text = '';
        if ($this->dice->chance(12)) {
            $text .= "    public function __get(string \$name): mixed\n    {\n        {$log('__get')}\n        return 5;\n    }\n";
        }

        return $text . match ($this->dice->below(20)) {
            0 => $wakeup,
            1, 2 => $serialize . $unserialize,
            3 => $serialize,
            4 => $unserialize,
            5, 6 => $this->sleep($class),
            7 => $this->sleep($class) . $wakeup,
            default => '',
        };
    }

    private function sleep(string $class): string
    {
        $names = \array_filter(\array_keys($this->inherited[$class]), fn (): bool => $this->dice->chance(70));
        foreach ($this->privates as $name => $declares) {
            if ($this->dice->chance(40)) {
                $names[] = $declares === $class || $this->dice->chance(20) ? $name : "\0" . self::NAMESPACE . "\\$declares\0$name";
            }
        }
        if ($this->dice->chance(10)) {
            $names[] = $this->dice->pick(['absent', 'p0', 'a0']);
        }
        $list = \implode(', ', \array_map(static fn (string $name): string => '"' . \addcslashes($name, "\\\0\$") . '"', $names));

        return "    public function __sleep(): array\n    {\n        Log::hook(\$this, '__sleep');\n        return [$list];\n    }\n";
    }
}
