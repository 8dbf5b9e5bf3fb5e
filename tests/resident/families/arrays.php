<?php

/*
 * Families of operations on arrays. Each is given a value to change as it likes, and random choices; what it returns is compared, and what the
 * value has become.
 */

declare(strict_types=1);

namespace Brine\Tests\Resident;

/** @param mixed $element written through */
function overwriteElement(mixed &$element, mixed $with): void
{
    $element = $with;
}

function appendTo(array &$array, mixed ...$values): int
{
    foreach ($values as $value) {
        $array[] = $value;
    }

    return \count($array);
}

/** Declared for arrays that a caller hands over, which is a copy of its own here. */
function changedCopy(array $array): array
{
    $array['changed'] = true;
    unset($array[\array_key_first($array)]);

    return $array;
}

function &referenceInto(array &$array): mixed
{
    return $array[\array_key_last($array)];
}

return [
    'assign' => static function (mixed &$value, Choice $choice): mixed {
        $place = &$choice->place($value);
        $before = $place;
        $place = $choice->scalar();

        return $before;
    },
    'assign a part' => static function (mixed &$value, Choice $choice): mixed {
        $part = $choice->part($value);
        $place = &$choice->place($value);
        $place = [$part, 'again' => $part];
        $place['again2'] = $place;

        return $part;
    },
    'append' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $array[] = $choice->scalar();
        $array[] = $array;
        $place = &$choice->place($value);
        $place[] = 'appended';

        return $array;
    },
    'unset' => static function (mixed &$value, Choice $choice): mixed {
        $place = &$choice->place($value);
        if (\is_array($place)) {
            unset($place[$choice->key($place)], $place[$choice->key($place)], $place['not there']);
        }
        $array = $choice->array($value);
        unset($array[$choice->key($array)]);
        $array[] = 'next index';

        return $array;
    },
    'unset all' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        foreach (\array_keys($array) as $key) {
            unset($array[$key]);
        }
        $array['only'] = 1;

        return $array;
    },
    'new levels' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $array['new']['deep'][] = $choice->scalar();
        $array['new']['deep'][5]['x'] = 1;
        $place = &$choice->place($value);
        $place['a']['b'] = 1;

        return $array;
    },
    'compound assignment' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        foreach ($array as $key => $element) {
            match (true) {
                \is_int($element) => $array[$key] += 3,
                \is_float($element) => $array[$key] *= 2,
                \is_string($element) => $array[$key] .= '!',
                \is_null($element) => $array[$key] ??= 'was null',
                \is_bool($element) => $array[$key] = !$array[$key],
                \is_array($element) => $array[$key] += ['new' => 1],
                default => null,
            };
        }
        $key = $choice->key($array);
        if ($key !== null && \is_int($array[$key])) {
            ++$array[$key];
            $array[$key]--;
            $array[$key] <<= 1;
        }

        return $array;
    },
    'sort' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->flat($value);
        $function = $choice->of(['sort', 'rsort', 'asort', 'arsort', 'ksort', 'krsort']);
        $function($array, $choice->of([\SORT_REGULAR, \SORT_STRING, \SORT_NATURAL]));

        return $array;
    },
    'sort by a callback' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $compare = static fn (mixed $a, mixed $b): int => [\gettype($a), \is_scalar($a) ? (string) $a : ''] <=> [\gettype($b), \is_scalar($b) ? (string) $b : ''];
        $function = $choice->of(['usort', 'uasort', 'uksort']);
        $function($array, $compare);

        return $array;
    },
    'sort naturally' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->flat($value);
        $choice->chance(50) ? \natsort($array) : \natcasesort($array);
        $other = \array_values($array);
        $more = \array_keys($array);
        \array_multisort($other, \SORT_DESC, \SORT_STRING, $more);
        \mt_srand(5);
        \shuffle($more);

        return [$array, $other, $more];
    },
    'sort in place' => static function (mixed &$value, Choice $choice): mixed {
        $place = &$choice->place($value);

        return \is_array($place) ? [\ksort($place), \krsort($place, \SORT_STRING)] : null;
    },
    'map and filter' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);

        return [
            \array_map(static fn (mixed $element): mixed => \is_array($element) ? $element + ['mapped' => 1] : $element, $array),
            \array_map(null, $array, \array_keys($array)),
            \array_filter($array),
            \array_filter($array, static fn (mixed $key): bool => \is_string($key), \ARRAY_FILTER_USE_KEY),
            \array_reduce($array, static fn (array $carry, mixed $element): array => [...$carry, \gettype($element)], []),
        ];
    },
    'merge' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $other = $choice->array($value);

        return match ($choice->int(0, 6)) {
            0 => \array_merge($array, $other),
            1 => \array_merge($array),
            2 => \array_merge_recursive(\array_filter($array, \is_scalar(...)), ['x' => 1], ['x' => 2]),
            3 => \array_replace($array, $other),
            4 => \array_replace_recursive($array, ['new' => ['a' => 1]]),
            5 => $array + $other,
            6 => \array_pad(\array_slice($array, 0, 3), 5, $array),
        };
    },
    'slice and splice' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $cut = \array_splice($array, $choice->int(0, 3), $choice->int(0, 2), [['spliced'], 'in']);

        return [
            $array, $cut, \array_slice($array, 0), \array_slice($array, 1, 2, true), \array_slice($array, -2), \array_chunk($array, 2, true),
            \array_column($array, 'id'), \array_column($array, null, 'id'),
        ];
    },
    'turn around' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $flat = $choice->flat($value);
        $keys = \array_filter($flat, static fn (mixed $element): bool => \is_int($element) || \is_string($element));

        return [
            \array_reverse($array), \array_reverse($array, true), \array_flip($keys), \array_combine(\array_keys($flat), $flat),
            \array_fill_keys($keys, $array), \array_unique($flat), \array_count_values($keys), \array_values($array), \array_change_key_case($array, \CASE_UPPER),
        ];
    },
    'differences' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->flat($value);
        $other = $choice->flat($value);

        return [
            \array_diff($array, $other), \array_diff_key($array, $other), \array_diff_assoc($array, $other), \array_intersect($array, $other),
            \array_intersect_key($array, $other), \array_intersect_key($array, $array), \array_udiff($array, $other, static fn ($a, $b) => (string) $a <=> (string) $b),
        ];
    },
    'search' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->flat($value);
        $needle = $choice->chance(50) ? $choice->scalar() : ($array[$choice->key($array)] ?? null);

        return [
            \in_array($needle, $array, true), \array_search($needle, $array, false), \array_key_exists('id', $array), isset($array['id']), empty($array['id']),
            \array_is_list($array), \array_key_first($array), \array_key_last($array), \count($array, \COUNT_RECURSIVE), \array_keys($array, $needle),
            $array === [] ? null : \min($array), \array_sum(\array_filter($array, \is_int(...))),
        ];
    },
    'push and pop' => static function (mixed &$value, Choice $choice): mixed {
        $place = &$choice->place($value);
        if (!\is_array($place)) {
            return null;
        }
        $popped = \array_pop($place);
        $place[] = 'behind';
        $shifted = \array_shift($place);
        \array_unshift($place, 'first', [1]);
        \array_push($place, $popped, $shifted);

        return [$popped, $shifted];
    },
    'push to a copy' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $sizes = [\array_push($array, 1, 2), \array_unshift($array, 0)];
        $ends = [\array_pop($array), \array_shift($array), \array_shift($array)];

        return [$array, $sizes, $ends];
    },
    'walk' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        \array_walk($array, static function (mixed &$element, int|string $key, string $prefix): void {
            $element = \is_scalar($element) ? "$prefix$key" : $element;
            if (\is_array($element)) {
                $element[] = $prefix;
            }
        }, 'walked ');
        $place = &$choice->place($value);
        if (\is_array($place)) {
            $left = 50;
            \array_walk_recursive($place, static function (mixed &$leaf) use (&$left): void {
                if (--$left > 0 && \is_string($leaf)) {
                    $leaf .= '.';
                }
            });
        }

        return $array;
    },
    'foreach' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $seen = [];
        foreach ($array as $key => $element) {
            $array["$key "] = $element;
            if (\is_array($element)) {
                $element[] = 'only here';
            }
            $seen[] = $key;
        }

        return [$array, $seen];
    },
    'foreach by reference' => static function (mixed &$value, Choice $choice): mixed {
        $place = &$choice->place($value);
        foreach (\is_array($place) ? $place : [] as $key => &$element) {
            if (\is_int($element)) {
                $element += 1;
            } elseif (\is_string($element)) {
                $element .= $key;
            } elseif (\is_array($element)) {
                $element['by reference'] = 1;
            }
        }
        unset($element);
        $array = $choice->array($value);
        foreach ($array as &$element) {
            $element = 0;
            if (\count($array) < 50) {
                $array[] = 1;
            }
        }

        return \count($array);
    },
    'foreach into elements' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $into = $choice->array($value);
        foreach ($array as $into['key'] => $into['value']) {
            $into['last'] = $into['key'];
        }
        $seen = [];
        foreach ($array as $key => $element) {
            if (\is_array($element) && isset($element['id'])) {
                ['id' => $seen[$key]] = $element;
            }
        }

        return [$into, $seen];
    },
    'unset while iterating' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $odd = false;
        foreach ($array as $key => $_) {
            if ($odd = !$odd) {
                unset($array[$key]);
            }
        }
        $place = &$choice->place($value);
        foreach (\is_array($place) ? $place : [] as $key => &$element) {
            unset($place[$key]);
            if (\count($place) < 3) {
                $place["new $key"] = 1;
                break;
            }
        }

        return $array;
    },
    'references to elements' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $key = $choice->key($array);
        if ($key === null) {
            return null;
        }
        $copy = $array;
        $element = &$array[$key];
        $second = $array;
        $element = 'through the reference';
        $other = &$array['new'];
        $other[] = 1;
        overwriteElement($array[$key], ['by a function']);
        $nested = &$copy[$key];
        $nested = $second;

        return [$array, $copy, $second];
    },
    'references by functions' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $count = appendTo($array, 'a', ['b'], $array);
        $last = &referenceInto($array);
        $last[] = 'into the last';
        $copy = changedCopy($array);
        $place = &$choice->place($value);
        if (\is_array($place)) {
            appendTo($place, $choice->scalar());
        }

        return [$array, $copy, $count];
    },
    'copies' => static function (mixed &$value, Choice $choice): mixed {
        $first = $second = $third = $choice->array($value);
        $second[] = 2;
        $third['third'] = $second;
        $second['third'] = $third;
        $first = [$first, $first, 'k' => $first];
        $first[1][] = 1;
        $first['k']['n'] = $first[0];

        return [$first, $second, $third];
    },
    'internal pointer' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $seen = [\key($array), \current($array), \next($array), \key($array), \end($array), \prev($array), \key($array)];
        $copy = $array;
        $seen[] = [\reset($array), \key($copy), \next($copy)];
        $array[] = 1;
        \end($array);
        $seen[] = \key($array);
        $place = &$choice->place($value);
        if (\is_array($place)) {
            $seen[] = [\next($place), \next($place), \key($place), \end($place), \key($place), \next($place), \reset($place)];
        }

        return $seen;
    },
    'list' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        [, $second] = $array + [null, null];
        ['id' => $id, 'none' => $none] = $array + ['id' => 0, 'none' => 1];
        [[$inner]] = \array_values($array) + [[null]];
        $array += [0, 0];
        [$array[1], $array[0]] = [$array[0], $array[1]];
        if (\is_array($array)) {
            [0 => &$reference] = $array;
            $reference = 'swapped';
        }

        return [$array, $second, $id, $none, $inner];
    },
    'spread' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $list = \array_values($array);
        $variadic = static function (mixed ...$arguments): array {
            $arguments[] = 'more';

            return $arguments;
        };
        $byReference = static function (mixed &...$arguments): int {
            foreach ($arguments as &$argument) {
                $argument = 1;
            }

            return \count($arguments);
        };
        $names = \array_filter($array, static fn (int|string $key): bool => \is_string($key) && \preg_match('/^\w+$/D', $key) === 1, \ARRAY_FILTER_USE_KEY);

        return [
            [...$array, ...$array], ['a' => 1, ...$array], $variadic(...$list), $variadic(...$names), $byReference(...$list), $list,
            \max(0, 1, ...\array_filter($list, \is_int(...))), (static fn () => \func_get_args())(...$list),
        ];
    },
    'generators' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $generator = (static function (array $array): \Generator {
            $sent = yield from $array;
            $array['sent'] = $sent;
            foreach ($array as $key => $element) {
                yield $key => $element;
            }

            return $array;
        })($array);
        $byReference = (static function & (array &$array): \Generator {
            foreach ($array as $key => &$element) {
                yield $key => $element;
            }
        });
        $seen = [];
        foreach ($generator as $key => $element) {
            $seen[] = [$key, $element];
        }
        foreach ($byReference($array) as &$element) {
            $element = 'yielded';
        }

        return [$array, $seen, $generator->getReturn()];
    },
    'compact and extract' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $inside = static function (array $taken): array {
            $count = \extract($taken, \EXTR_PREFIX_ALL, 'the');
            unset($taken);

            return [$count, \get_defined_vars()];
        };
        $references = static function (array $taken): array {
            $count = \extract($taken, \EXTR_REFS | \EXTR_PREFIX_ALL, 'ref');
            if (isset($ref_id)) {
                $ref_id = 'changed';
            }

            return [$count, $taken];
        };
        $name = 'array';

        return [$inside($array), $references($array), \compact('name', ['array'])];
    },
    'numbers in arrays' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->flat($value);
        $sum = 0;
        for ($i = 0; $i < 20; ++$i) {
            $array[$i] = ($array[$i] ?? 0) === 0 ? $i : $array[$i];
            $sum += \is_int($array[$i]) ? $array[$i] & 0xFFFF : 1;
        }

        return [$array, $sum];
    },
    'equality' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->flat($value);
        $copy = $array;
        $copy[] = 1;
        \array_pop($copy);

        return [$array === $copy, $array == $copy, $array <=> $copy, $array !== $choice->flat($value), $array == \array_reverse($array, true)];
    },
];
