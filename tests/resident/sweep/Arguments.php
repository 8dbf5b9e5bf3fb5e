<?php

declare(strict_types=1);

namespace Brine\Tests\Resident\Sweep;

/** Sets of arguments for a function: arrays and strings are resident values, or the same values decoded plainly. */
final class Arguments
{
    /** Sets for each function. */
    public const SETS = 72;

    private const VALUES = [
        'numbers' => [5, 3, 9, 1], 'strings' => ['zeta', 'alpha', 'mu'], 'nested' => ['a' => ['b' => 'ccccccc', 'd' => ['e' => 'ffffff']], 'g' => 'hhhhhh'],
        'mixed' => ['alpha', 7, 1.5, true, null, ['x' => 'gamma', 'y' => [1, 2]]], 'map' => ['name' => 'value', 'size' => 12, 'list' => ['p', 'q']],
        'text' => 'hello world, a longer text here', 'word' => 'alpha', 'digits' => '12345', 'xml' => '<a b="c"><d>text</d></a>', 'json' => '{"a":[1,2]}',
    ];

    /** @var list<array<mixed>> */
    private readonly array $arrays;
    /** @var list<string> */
    private readonly array $texts;

    public function __construct(bool $isResident)
    {
        $payload = \brine_serialize(self::VALUES);
        $options = $isResident ? ['resident' => true] : [];
        for ($sight = 0; $sight < 3; ++$sight) {
            $values = \brine_unserialize($payload, $options);
        }
        $this->arrays = [...\array_values(\array_filter($values, \is_array(...))), $values];
        $this->texts = \array_values(\array_filter($values, \is_string(...)));
    }

    /** @return list<mixed> the arguments of a set */
    public function of(\ReflectionFunctionAbstract $function, int $set): array
    {
        $required = $function->getNumberOfRequiredParameters();
        $parameters = \array_slice($function->getParameters(), 0, \max($required, $set % 3 === 0 ? $required : 6));
        $arguments = [];
        foreach ($parameters as $i => $parameter) {
            if ($parameter->isVariadic()) {
                \array_push($arguments, $this->value(null, $set, $i), $this->value(null, $set + 1, $i));
            } else {
                $arguments[] = $this->value($parameter->getType(), $set, $i);
            }
        }

        return $arguments === [] ? [$this->value(null, $set, 0)] : $arguments;
    }

    /** Positions step through their values at different paces, so that sets differ in their combinations. */
    private function value(?\ReflectionType $type, int $set, int $position): mixed
    {
        $pace = \intdiv($set, [1, 2, 3, 5, 7, 11][$position % 6]) + $position;
        $names = $type === null ? ['mixed'] : \array_map(\strval(...), $type instanceof \ReflectionUnionType ? $type->getTypes() : [$type]);
        $name = \ltrim($names[$set % \count($names)], '?');

        return match ($name) {
            'array', 'iterable' => $this->arrays[$pace % \count($this->arrays)],
            'string' => $this->texts[$pace % \count($this->texts)],
            'int' => [1, 0, 4][$pace % 3],
            'float' => 1.5,
            'bool', 'true' => $pace % 2 === 0,
            'false' => false,
            'null' => null,
            'callable' => static fn (mixed ...$all): mixed => $all[0] ?? null,
            'Closure' => static fn (mixed ...$all): mixed => $all[0] ?? null,
            'mixed' => [...$this->arrays, ...$this->texts, 1][$pace % (\count($this->arrays) + \count($this->texts) + 1)],
            'object' => new \ArrayObject($this->arrays[$pace % \count($this->arrays)]),
            default => self::object($name, $this->arrays[0]),
        };
    }

    private static function object(string $class, array $array): ?object
    {
        try {
            return match (true) {
                \is_a(\ArrayIterator::class, $class, true) => new \ArrayIterator($array),
                \class_exists($class) => new $class(),
                default => null,
            };
        } catch (\Throwable) {
            return null;
        }
    }
}
