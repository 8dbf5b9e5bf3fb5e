<?php

/* Families of operations on objects, on what holds arrays for them, and on functions that keep values. See arrays.php. */

declare(strict_types=1);

namespace Brine\Tests\Resident;

function counted(mixed $add): array
{
    static $kept = [];
    $kept[] = $add;
    $seen = $kept;
    if (\count($kept) >= 2) {
        $kept = \is_array($add) ? $add : [];
        $kept['static'] = 1;
        $seen[] = $kept;
        $kept = [];
    }

    return $seen;
}

return [
    'ArrayObject' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->flat($value);
        $object = new \ArrayObject($choice->array($value), $choice->of([0, \ArrayObject::ARRAY_AS_PROPS]));
        $object[] = 'appended';
        unset($object[$choice->key($object->getArrayCopy())]);
        $object['nested']['x'] = 1;
        foreach ($object as $key => $element) {
            if (\is_string($element)) {
                $object[$key] = "$element.";
            }
        }
        $exchanged = $object->exchangeArray($array);
        $object->asort(\SORT_STRING);
        $object->uksort(static fn (mixed $a, mixed $b): int => (string) $a <=> (string) $b);
        $copy = clone $object;
        $copy['copy'] = 1;

        return [$array, $exchanged, $object->getArrayCopy(), $copy, \serialize($object), \count($object)];
    },
    'ArrayIterator' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $iterator = new \ArrayIterator($array);
        $seen = [];
        foreach ($iterator as $key => $element) {
            $seen[] = $key;
            if (\count($seen) === 1) {
                $iterator['while iterating'] = 1;
            }
            if ($key === 'id') {
                $iterator->offsetUnset($key);
            }
        }
        $iterator->ksort();
        $iterator->rewind();

        return [$array, $seen, $iterator->getArrayCopy(), \iterator_to_array(new \LimitIterator($iterator, 0, 2)), \iterator_count($iterator)];
    },
    'recursive iterators' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $iterator = new \RecursiveArrayIterator($array, \RecursiveArrayIterator::CHILD_ARRAYS_ONLY);
        $seen = [];
        $left = 60;
        foreach (new \RecursiveIteratorIterator($iterator, \RecursiveIteratorIterator::SELF_FIRST) as $key => $element) {
            $seen[] = [$key, \gettype($element)];
            if (--$left === 0) {
                break;
            }
        }
        foreach ($iterator as $key => $element) {
            if ($iterator->hasChildren()) {
                $child = $iterator->getChildren();
                $child['child'] = 1;
                $iterator[$key] = $child->getArrayCopy();
            }
        }
        $caching = new \CachingIterator(new \ArrayIterator($choice->flat($value)), \CachingIterator::FULL_CACHE);
        foreach ($caching as $element) {
            $seen[] = $caching->hasNext();
        }

        return [$array, $seen, $iterator->getArrayCopy(), $caching->getCache()];
    },
    'SplFixedArray' => static function (mixed &$value, Choice $choice): mixed {
        $list = \array_values($choice->array($value));
        $fixed = \SplFixedArray::fromArray($list);
        $fixed->setSize(\count($list) + 1);
        $fixed[0] = 'written';
        $copy = $fixed->toArray();
        $copy[] = 1;

        return [$list, $copy, $fixed->toArray(), $fixed->getSize()];
    },
    'lists of SPL' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $list = new \SplDoublyLinkedList();
        $heap = new \SplPriorityQueue();
        $storage = new \SplObjectStorage();
        $stack = new \SplStack();
        foreach ($array as $key => $element) {
            $list->push($element);
            $heap->insert($element, (string) $key);
            $storage[$object = new \stdClass()] = $element;
            $stack[] = $array;
        }
        $list->isEmpty() || $list->offsetSet(0, 'set');
        $first = $stack->isEmpty() ? [] : $stack->pop();
        $first[] = 'popped';
        $held = isset($object) ? $storage[$object] : null;
        if (\is_array($held)) {
            $held[] = 1;
        }

        return [\iterator_to_array($list), $heap->isEmpty() ? null : $heap->extract(), \count($storage), $first, $held, \serialize($list)];
    },
    'property tables' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $object = (object) $array;
        $second = (object) $array;
        $object->added = 'added';
        $object->{'0'} = 'zero';
        unset($object->id);
        foreach ($second as $name => &$property) {
            $property = \is_scalar($property) ? "$name!" : $property;
        }
        unset($property);
        $back = (array) $object;
        $back['back'] = 1;
        $third = clone $object;
        $third->third = $back;

        return [$array, $object, $second, $third, $back, \get_object_vars($object)];
    },
    'untouched property tables' => static function (mixed &$value, Choice $choice): mixed {
        $object = (object) $choice->array($value);
        $cycle = (object) $choice->flat($value);
        $cycle->self = $cycle;
        unset($cycle);
        \gc_collect_cycles();
        $array = (array) $object;
        $array[] = 1;
        $copy = clone $object;

        return [(array) $copy, \get_object_vars($object), $array, $object == $copy, isset($object->id), \count((array) $object)];
    },
    'property tables in cycles' => static function (mixed &$value, Choice $choice): mixed {
        $holder = new \stdClass();
        $holder->object = (object) $choice->array($value);
        $holder->self = $holder;
        $holder->list = $choice->array($value);
        $weak = \WeakReference::create($holder);
        unset($holder);
        \gc_collect_cycles();

        return $weak->get() === null;
    },
    'objects of the value' => static function (mixed &$value, Choice $choice): mixed {
        foreach (Choice::objects($value) as $i => $object) {
            match (true) {
                $object instanceof \stdClass => $object->{"added$i"} = Choice::properties($object),
                $object instanceof Node => [$object->tag("t$i"), $object->own(), $object->children[] = $i, $object->data = null],
                $object instanceof Point => [$object->tag("t$i"), $object->tags()[] = 'by reference'],
                $object instanceof Magic => [$object->{"set$i"} = [1], $object["offset$i"] = 2, $object[] = 3],
                $object instanceof Waking => $object->list[] = $i,
                $object instanceof \ArrayObject, $object instanceof \ArrayIterator => $object["k$i"] = 1,
                default => null,
            };
        }

        return null;
    },
    'properties by reference' => static function (mixed &$value, Choice $choice): mixed {
        foreach (Choice::objects($value) as $object) {
            if ($object instanceof \stdClass) {
                foreach ($object as $name => &$property) {
                    if (\is_array($property)) {
                        $property['by reference'] = $name;
                    } elseif (\is_string($property)) {
                        $property .= $name;
                    }
                }
                unset($property, $object->{'id'});
            } elseif ($object instanceof Node) {
                $children = &$object->children;
                $children['x'][] = 1;
                $x = &$object->x;
                ++$x;
            }
        }

        return null;
    },
    'clone' => static function (mixed &$value, Choice $choice): mixed {
        $copies = [];
        foreach (Choice::objects($value) as $object) {
            if ($object instanceof \stdClass || $object instanceof Point || $object instanceof Magic || $object instanceof Hooked) {
                $copy = clone $object;
                match (true) {
                    $copy instanceof Node => $copy->children['cloned'] = 1,
                    $copy instanceof \stdClass => $copy->cloned = 1,
                    $copy instanceof Magic => $copy['cloned'] = 1,
                    default => null,
                };
                $copies[] = $copy;
            }
        }

        return $copies;
    },
    'magic' => static function (mixed &$value, Choice $choice): mixed {
        $object = new Magic($choice->array($value));
        $object->new = $choice->part($value);
        $object->nested['x'] = 1;
        $object['offset']['y'][] = 2;
        unset($object->id, $object['label']);
        $array = $choice->array($value);
        $called = [$object->some($array), Magic::some($array)];
        $called[0][] = 1;
        $held = [];
        foreach ($object as $key => $element) {
            $held[$key] = $element;
        }

        return [$held, $called, isset($object->new, $object['offset']['y'][0]), \count($object), empty($object['none'])];
    },
    'typed properties' => static function (mixed &$value, Choice $choice): mixed {
        $object = new class () {
            public array $array = [];
            public int|string|null $scalar = null;
            public ?\stdClass $object = null;
            /** @var array<mixed> */
            public static array $static = [];
        };
        $object->array = $choice->array($value);
        $object->array[] = 1;
        $reference = &$object->array;
        $reference['through'] = $choice->scalar();
        $object->scalar = $choice->string($value);
        $scalar = &$object->scalar;
        $scalar .= '.';
        // PHP gives up where it compares what contains itself.
        $object::$static = $choice->flat($value);
        $object::$static['s'] = 1;
        \sort($object::$static);
        $object->object = (object) $choice->array($value);
        $object->object->x = 1;
        (new \ReflectionProperty($object, 'array'))->setValue($object, $choice->array($value));
        $object->array['reflected'] = 1;

        return [$object->array, $object->scalar, $object::$static, $object->object];
    },
    'closures' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $byValue = static function () use ($array): array {
            $array[] = 'inside';

            return $array;
        };
        $byReference = static function () use (&$array): int {
            $array['reference'] = 1;

            return \count($array);
        };
        $arrow = static fn (): array => [...$array, 'arrow'];
        $bound = \Closure::bind(function (array $tags): array {
            $this->tags = $tags;
            $this->tags[] = 'bound';

            return $this->tags;
        }, new Point(), Point::class);
        $partial = \array_map(...);

        return [$byValue(), $byReference(), $arrow(), $bound($array), $byValue(), $partial(static fn (mixed $a): string => \gettype($a), $array), $array];
    },
    'static variables' => static function (mixed &$value, Choice $choice): mixed {
        $function = static function (mixed $add): array {
            static $kept = ['start'];
            $kept[] = $add;
            if (\is_array($add)) {
                $kept = $add;
                $kept['kept'] = true;
            }

            return $kept;
        };

        return [$function($choice->array($value)), $function(1), counted($choice->array($value)), counted($choice->part($value)), counted(1), counted(2)];
    },
    'globals' => static function (mixed &$value, Choice $choice): mixed {
        $GLOBALS['resident_test'] = $choice->array($value);
        $GLOBALS['resident_test'][] = 1;
        $inner = static function (): array {
            global $resident_test;
            $resident_test['global'] = 1;

            return $resident_test;
        };
        $seen = $inner();
        unset($GLOBALS['resident_test']);

        return $seen;
    },
    'exceptions' => static function (mixed &$value, Choice $choice): mixed {
        $thrower = static function (array $array, string $message): never {
            $array[] = 'thrown';
            throw new \DomainException($message, \count($array), new \LogicException('before'));
        };
        try {
            $thrower($choice->array($value), $choice->string($value));
        } catch (\DomainException $error) {
            return [$error->getMessage(), $error->getCode(), $error->getPrevious()?->getMessage(), \strlen($error->getTraceAsString()) > 0];
        } finally {
            $value = [$value];
        }
    },
    'fibers' => static function (mixed &$value, Choice $choice): mixed {
        $fiber = new \Fiber(static function (array $array): array {
            $array[] = 'in the fiber';
            $sent = \Fiber::suspend($array);
            if (\is_array($sent)) {
                $sent['sent'] = 1;
            }

            return [$array, $sent];
        });
        $first = $fiber->start($choice->array($value));
        $first[] = 'outside';
        $fiber->resume($choice->part($value));

        return [$first, $fiber->getReturn()];
    },
    'weak maps' => static function (mixed &$value, Choice $choice): mixed {
        $map = new \WeakMap();
        $key = new \stdClass();
        $map[$key] = $choice->array($value);
        $held = $map[$key];
        $held[] = 1;
        $count = \count($map);
        $before = $map[$key];
        unset($key);

        return [$held, $before, $count, \count($map)];
    },
    'collection' => static function (mixed &$value, Choice $choice): mixed {
        // Leftovers of other cases.
        \gc_collect_cycles();
        $cycle = [$choice->array($value), 'object' => new Ending()];
        $cycle['object']->list = [&$cycle, $choice->array($value)];
        $before = Ending::$ended;
        unset($cycle);
        \gc_collect_cycles();

        return Ending::$ended - $before;
    },
    'collected values' => static function (mixed &$value, Choice $choice): mixed {
        // The value becomes part of a cycle that is garbage, with all that is inside of it.
        $holder = new Node();
        $holder->data = [$value, $holder];
        $holder->children = $choice->array($value);
        $holder->next = $holder;
        unset($holder);
        \gc_collect_cycles();

        return null;
    },
    'hooks' => static function (mixed &$value, Choice $choice): mixed {
        $hooked = new Hooked($choice->array($value));
        $again = \unserialize(\serialize([$hooked, $hooked]));
        $copy = clone $again[0];
        $copy->given[] = 'copy';

        return [$again, $copy];
    },
];
