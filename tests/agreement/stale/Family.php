<?php

declare(strict_types=1);

namespace Brine\Tests\Stale;

use Random\Randomizer;

/**
 * Random classes that extend one another, and what a deployment may change about them.
 *
 * @phpstan-type Property array{level: int, scope: string, type: string, default: string|null, static: bool, readonly: bool, form: string, trait: bool}
 */
final class Family
{
    private const SCOPES = ['public', 'protected', 'private'];
    private const TYPES = ['', 'int ', '?int ', 'int|string ', 'mixed '];
    private const HOOKS = [
        'serialize' => 'public function __serialize(): array { return [1]; }',
        'unserialize' => 'public function __unserialize(array $data): void {}',
        'wakeup' => 'public function __wakeup(): void {}',
        'constant' => 'public const SOME = 5;',
        'method' => 'public function some(): int { return 5; }',
    ];

    /** @var array<string, Property> by name: no two levels have one of the same name but private ones, which add their level to the key */
    private array $properties = [];

    /** @var list<string> by level, the root first: an attribute's argument; '' for none */
    private array $versions;

    /** @var list<array<string, true>> by level: keys of HOOKS */
    private array $hooks;

    /** @var list<bool> */
    private array $dynamic;

    public function __construct(private readonly Randomizer $random, private string $ancestor)
    {
        $levels = $this->roll(3) + 1;
        $this->versions = \array_map(fn (): string => $this->once(6) ? $this->version() : '', \range(1, $levels));
        $this->hooks = \array_map(fn (): array => [], \range(1, $levels));
        $this->dynamic = \array_map(fn (): bool => $this->once(8), \range(1, $levels));
        for ($i = $this->roll(6); $i > 0; --$i) {
            $this->addProperty();
        }
        foreach (['serialize', 'unserialize', 'wakeup'] as $hook) {
            if ($this->once(7)) {
                $this->hooks[$this->roll($levels)][$hook] = true;
            }
        }
    }

    private function roll(int $count): int
    {
        return $this->random->getInt(0, $count - 1);
    }

    private function once(int $in): bool
    {
        return $this->roll($in) === 0;
    }

    /**
     * @template T
     * @param non-empty-list<T> $of
     * @return T
     */
    private function pick(array $of): mixed
    {
        return $of[$this->roll(\count($of))];
    }

    private function version(): string
    {
        return $this->pick(['1', '2', '-1', '12', '0', 'number: 1', '1 + 1', 'self::V', 'PHP_INT_MAX', 'Numbers::TWO']);
    }

    private function addProperty(): void
    {
        $name = $this->pick(['a', 'b', 'c', 'd', 'e', 'ab', 'a1', 'b2', 'a2', 'b1', 'Long', 'long']);
        $scope = $this->pick(self::SCOPES);
        $level = $this->roll(\count($this->versions));
        $key = $scope === 'private' ? "$name:$level" : $name;
        // Another scope or type of a parent's property is an error of PHP.
        foreach (\array_keys($this->properties) as $other) {
            if ($other === $key || \explode(':', $other)[0] === $name && !($scope === 'private' && \str_contains($other, ':'))) {
                return;
            }
        }
        $type = $this->pick(self::TYPES);
        $this->properties[$key] = [
            'level' => $level,
            'scope' => $scope,
            'type' => $type,
            'default' => $this->once(4) ? null : '1',
            'static' => $this->once(10),
            'readonly' => $type !== '' && $this->once(8),
            'form' => \PHP_VERSION_ID >= 80400 && $this->once(5) ? $this->pick(['virtual', 'backed', 'asymmetric']) : '',
            'trait' => $this->once(10),
        ];
    }

    /** Changes something that may matter, or nothing. */
    public function change(): void
    {
        for ($i = $this->roll(6); $i > 0; --$i) {
            $this->changeOne($this->roll(17));
        }
    }

    private function changeOne(int $kind): void
    {
        $levels = \count($this->versions);
        $level = $this->roll($levels);
        $key = $this->properties === [] ? null : $this->pick(\array_keys($this->properties));
        match (true) {
            $kind === 0 => $this->addProperty(),
            $kind === 1 => $this->versions[$level] = $this->once(2) ? $this->version() : '',
            $kind === 2 => $this->dynamic[$level] = !$this->dynamic[$level],
            $kind <= 5 => $this->toggleHook($level, $this->pick(['serialize', 'unserialize', 'wakeup', 'constant', 'method'])),
            $kind === 6 => $this->insertParent(),
            $kind === 7 => $this->properties = $this->shuffled(),
            $key === null => null,
            $kind === 8 => $this->remove($key),
            $kind === 9 => $this->properties[$key]['default'] = $this->pick([null, '1', '2']),
            $kind === 10 => $this->properties[$key]['type'] = $this->pick(self::TYPES),
            $kind === 11 => $this->properties[$key]['static'] = !$this->properties[$key]['static'],
            $kind === 12 => $this->properties[$key]['level'] = \str_contains($key, ':') ? $this->properties[$key]['level'] : $level,
            $kind === 13 => $this->properties[$key]['trait'] = !$this->properties[$key]['trait'],
            $kind === 14 => $this->properties[$key]['readonly'] = !$this->properties[$key]['readonly'],
            $kind === 15 => $this->rescope($key),
            default => $this->properties[$key]['form'] = \PHP_VERSION_ID >= 80400 ? $this->pick(['', 'virtual', 'backed', 'asymmetric']) : '',
        };
    }

    private function toggleHook(int $level, string $hook): void
    {
        if (isset($this->hooks[$level][$hook])) {
            unset($this->hooks[$level][$hook]);
        } else {
            $this->hooks[$level][$hook] = true;
        }
    }

    /** @return array<string, Property> */
    private function shuffled(): array
    {
        $shuffled = [];
        foreach ($this->random->shuffleArray(\array_keys($this->properties)) as $key) {
            $shuffled[$key] = $this->properties[$key];
        }

        return $shuffled;
    }

    private function remove(string $key): void
    {
        unset($this->properties[$key]);
    }

    /** Private properties stay so: one of a parent may have their name. */
    private function rescope(string $key): void
    {
        if (!\str_contains($key, ':')) {
            $this->properties[$key]['scope'] = $this->pick(['public', 'protected']);
        }
    }

    private function insertParent(): void
    {
        foreach (['versions' => '', 'hooks' => [], 'dynamic' => false] as $list => $element) {
            \array_splice($this->$list, 0, 0, [$element]);
        }
        $properties = [];
        foreach ($this->properties as $key => $property) {
            ++$property['level'];
            $properties[\str_contains($key, ':') ? \explode(':', $key)[0] . ":$property[level]" : $key] = $property;
        }
        $this->properties = $properties;
    }

    /** Code of the classes, the last of which is T. Those before it count from the end. */
    public function code(): string
    {
        $code = 'class Numbers { public const TWO = 2; } ';
        $last = \count($this->versions) - 1;
        foreach ($this->versions as $level => $version) {
            $name = $level === $last ? 'T' : 'P' . ($last - $level);
            $parent = $level === 0 ? $this->ancestor : 'P' . ($last - $level + 1);
            $inTrait = $inClass = '';
            foreach ($this->properties as $key => $property) {
                if ($property['level'] === $level) {
                    $declaration = self::declaration(\explode(':', $key)[0], $property) . ' ';
                    $property['trait'] ? $inTrait .= $declaration : $inClass .= $declaration;
                }
            }
            $code .= $inTrait === '' ? '' : "trait R$level { $inTrait} ";
            $attributes = [...($version === '' ? [] : ["\\Brine\\Version($version)"]), ...($this->dynamic[$level] ? ['\\AllowDynamicProperties'] : [])];
            $code .= ($attributes === [] ? '' : '#[' . \implode(', ', $attributes) . '] ') . "class $name" . ($parent === '' ? '' : " extends $parent") . ' { '
                . ($inTrait === '' ? '' : "use R$level; ") . ($level === 0 ? 'public const V = 7; ' : '') . $inClass
                . \implode(' ', \array_map(static fn (string $hook): string => self::HOOKS[$hook], \array_keys($this->hooks[$level]))) . ' } ';
        }

        return $code;
    }

    /** @param Property $property */
    private static function declaration(string $name, array $property): string
    {
        ['scope' => $scope, 'type' => $type, 'default' => $default, 'form' => $form] = $property;
        if ($property['static']) {
            return "$scope static $type\$$name" . ($default === null ? ';' : " = $default;");
        }
        if ($form === 'virtual') {
            return "$scope $type\$$name { get => 5; }";
        }
        if ($property['readonly'] && $type !== '' && $form === '') {
            return "$scope readonly $type\$$name;";
        }
        $isAsymmetric = $form === 'asymmetric' && $type !== '' && $scope !== 'private';
        $value = $default === null ? '' : " = $default";

        return ($isAsymmetric ? "$scope private(set) " : "$scope ") . "$type\$$name$value"
            . ($form === 'backed' ? " { get => \$this->$name; set { \$this->$name = \$value; } }" : ';');
    }
}
