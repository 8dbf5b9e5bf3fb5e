<?php

declare(strict_types=1);

/*
 * Section 3 of docs/reference/limits.md. All machines read what is at most 4,096 levels high. Offsets of "too_deep" are those of a program that can
 * follow 12,288 levels, and show that it has read the back-reference before.
 */

namespace Brine\Tests\Vectors;

$node = shortString('V\Node');
$lists = static fn (int $count, Bytes $innermost): Bytes => $count === 0
    ? $innermost
    : join(raw('C0', 'SHORT_LIST of 1')->times($count), $innermost);
// A node with so many levels of lists around its value.
$first = static fn (int $count, Bytes $innermost): Bytes => join(
    raw('F0', 'OBJECT'),
    $node,
    raw('01', 'names: 1'),
    shortString('next'),
    $lists($count, $innermost),
);
$next = static fn (int $count, Bytes $innermost): Bytes => join(raw('B0', 'SHAPED_1 of shape 0'), $lists($count, $innermost));
$inLists = static fn (int $count, string $innermost): array => [['a:1:{i:0;', $count], $innermost, ['}', $count]];
// Objects 0 to 2, with 4,000, 8,000 and 10,000 levels.
$objects = [$first(3_999, null()), $next(3_999, objectRef(0)), $next(1_999, objectRef(1))];
// A PHP reference in each of so many lists.
$references = static fn (int $count, Bytes $innermost): Bytes => join(raw('F5 C0', 'REFERENCE, SHORT_LIST of 1')->times($count), $innermost);

return [
    readable('height_4096_of_object_ref', 'An OBJECT_REF whose depth and height are 4,096 together.', payload(shortList(
        $first(2_047, null()),
        $lists(2_047, objectRef(0)),
    )), ['a:2:{i:0;O:6:"V\Node":1:{s:4:"next";', ...$inLists(2_047, 'N;'), '}i:1;', ...$inLists(2_047, 'r:2;'), '}']),
    readable('height_4096_of_reference_ref', 'A REFERENCE_REF, likewise. The PHP reference is a level.', payload(shortList(
        reference($lists(2_047, null())),
        $lists(2_047, referenceRef(0)),
    )), ['a:2:{i:0;', ...$inLists(2_047, 'N;'), 'i:1;', ...$inLists(2_047, 'R:2;'), '}']),
    readable('height_4096_of_reference', 'A PHP reference around them ends at level 4,096.', payload(shortList(
        $first(2_046, null()),
        reference($lists(2_047, objectRef(0))),
    )), ['a:2:{i:0;O:6:"V\Node":1:{s:4:"next";', ...$inLists(2_046, 'N;'), '}i:1;', ...$inLists(2_047, 'r:2;'), '}']),
    malformed('height_12289_of_object_ref', 'An OBJECT_REF to level 12,289, behind one to level 12,288.', payload(shortList(
        ...$objects,
        ...[$lists(2_287, objectRef(2)), $lists(2_288, objectRef(2)->bad())],
    )), 'too_deep'),
    malformed('height_12289_of_reference_ref', 'A REFERENCE_REF to level 12,289, behind one to level 12,288.', payload(shortList(
        ...$objects,
        ...[reference(shortList(objectRef(2))), $lists(2_285, referenceRef(0)), $lists(2_286, referenceRef(0)->bad())],
    )), 'too_deep'),
    malformed('height_12289_of_references', 'A PHP reference that ends at level 12,289, around one that ends at level 12,288.', payload(shortList(
        ...$objects,
        ...[$references(1_144, objectRef(2))->bad()],
    )), 'too_deep'),
    malformed('height_12289_in_object', 'An OBJECT_REF to level 12,289 in an object, behind one to level 12,288 in another.', payload(shortList(
        ...$objects,
        ...[$next(2_286, objectRef(2)), $next(2_287, objectRef(2)->bad())],
    )), 'too_deep'),
    malformed('height_of_open_object', 'An object that is not complete is one level high. Complete, it has all of its levels.', payload(shortList(
        ...$objects,
        ...[$next(2_285, shortList(objectRef(2), objectRef(3))), objectRef(3), $lists(1, objectRef(3)->bad())],
    )), 'too_deep'),
];
