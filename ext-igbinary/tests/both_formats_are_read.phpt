--TEST--
What is written in either format is read with either setting; what stores and clients compare is always in igbinary's bytes
--EXTENSIONS--
brine
igbinary
--FILE--
<?php
declare(strict_types=1);

enum Suit: string
{
    case Hearts = 'H';
}

final class Item
{
    public array $list = [1, 2];

    public function __construct(protected string $name, private ?Suit $suit = null)
    {
    }
}

$values = [
    null, true, false, 0, -1, 300, 2_147_483_647, 1.5, -0.0, INF, '', 'a', "\0\xff", '00', [],
    [1], ['a' => ['b' => null]], new Item('x', Suit::Hearts), Suit::Hearts, new ArrayObject([1]), [[]],
];
$written = [];
foreach (['igbinary', 'brine'] as $format) {
    ini_set('igbinary.format', $format);
    foreach ($values as $i => $value) {
        $written[$format][$i] = igbinary_serialize($value);
    }
}
foreach ($values as $i => $value) {
    echo $written['igbinary'][$i] === $written['brine'][$i] ? bin2hex($written['brine'][$i]) : bin2hex(substr($written['brine'][$i], 0, 6)), "\n";
}
foreach (['igbinary', 'brine'] as $setting) {
    ini_set('igbinary.format', $setting);
    foreach ($written as $format => $all) {
        foreach ($all as $i => $bytes) {
            if (serialize(igbinary_unserialize($bytes)) !== serialize($values[$i])) {
                echo "$format, read with $setting: ", bin2hex($bytes), "\n";
            }
        }
    }
}
// Behind the header is what brine_serialize() writes.
var_dump($written['brine'][16] === "\0\0\0\2" . brine_serialize($values[16]));
// Nothing writes it behind the header of version 1.
var_dump(igbinary_unserialize("\0\0\0\1" . brine_serialize([5])));
?>
--EXPECTF--
0000000200
0000000205
0000000204
000000020600
000000020701
0000000208012c
000000020a7fffffff
000000020c3ff8000000000000
000000020c8000000000000000
000000020c7ff0000000000000
000000020d
00000002110161
00000002110200ff
0000000211023030
000000021400
00000002c110
00000002c110
00000002c110
00000002c110
00000002c110
00000002c110
bool(true)

Warning: igbinary_unserialize(): unknown tag C1 at byte 4 in %s on line %d
NULL
