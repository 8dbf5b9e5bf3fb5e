--TEST--
An array that holds itself is written with and without holes, in lists, maps, rows and runs, wherever it stands
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/** Prints the payload of an array that holds itself in an element, as a property, as an element, and by itself. */
function show(string $name, Closure $make): void
{
    echo $name, "\n";
    foreach ([static function (array $array): object {
        $object = new stdClass();
        $object->a = $array;

        return $object;
    }, static fn (array $array): array => [$array], static fn (array $array): array => $array] as $in) {
        $payload = brine_serialize($in($make()));
        // The decoded value is the same, except for its first level.
        $again = brine_serialize(brine_unserialize($payload));
        echo '  ', bin2hex($payload), ' ', var_export(brine_serialize(brine_unserialize($again)) === $again, true), "\n";
    }
}

show('packed, with a hole', static function (): array {
    $a = [];
    $a[0] = &$a;
    $a[4] = 1;

    return $a;
});
show('list, with a hole', static function (): array {
    $a = ['x' => 1];
    $a[0] = &$a;
    $a[1] = 1;
    unset($a['x']);

    return $a;
});
show('map, with a hole', static function (): array {
    $a = ['x' => 1];
    $a['s'] = &$a;
    $a['y'] = 2;
    unset($a['x']);

    return $a;
});
show('run', static function (): array {
    $a = range(1001, 1012);
    $a[5] = &$a;

    return $a;
});
show('table', static function (): array {
    $a = array_map(static fn (int $i): array => ['id' => $i * 1000, 'n' => 7], range(1, 12));
    $a[5] = &$a;

    return $a;
});
show('rows with a hole that hold themselves', static function (): array {
    $rows = [];
    for ($i = 0; $i < 8; $i++) {
        $row = ['x' => 1, 'id' => $i * 1000, 'n' => 7, 'self' => null];
        $row['self'] = &$row;
        unset($row['x']);
        $rows[] = $row;
        unset($row);
    }

    return $rows;
});
show('another array between them, which only a reference holds', static function (): array {
    $a = [];
    $b = ['k' => 1, 'back' => &$a];
    $a[1] = &$b;

    return $a;
});
?>
--EXPECT--
packed, with a hole
  c110f027737464436c617373012061e9020004f5b1f6000101 true
  c110c0e9020004f5b0f6000101 true
  c110e9020004f5b0f6000101 true
list, with a hole
  c110f027737464436c617373012061c1f5c1f6000101 true
  c110c0c1f5c1f6000101 true
  c110c1f5c1f6000101 true
map, with a hole
  c110f027737464436c617373012061e90220732079f5b1f6000202 true
  c110c0e90220732079f5b0f6000202 true
  c110e90220732079f5b0f6000202 true
run
  c110f027737464436c617373012061ec0c882000c7120001020304060708090a0bf5ec0c882000c7120001020304060708090a0bf600 true
  c110c0ec0c882000c7120001020304060708090a0bf5ec0c882000c7120001020304060708090a0bf600 true
  c110ec0c882000c7120001020304060708090a0bf5ec0c882000c7120001020304060708090a0bf600 true
table
  c110f027737464436c617373012061ed0c012000e902216964206e0900e803d007b80ba00f8813581b401f28231027f82ae02e0107f5ed0c012000b10900e803d007b80ba00f8813581b401f28231027f82ae02e0107f600 true
  c110c0ed0c012000e902216964206e0900e803d007b80ba00f8813581b401f28231027f82ae02e0107f5ed0c012000b00900e803d007b80ba00f8813581b401f28231027f82ae02e0107f600 true
  c110ed0c012000e902216964206e0900e803d007b80ba00f8813581b401f28231027f82ae02e0107f5ed0c012000b00900e803d007b80ba00f8813581b401f28231027f82ae02e0107f600 true
rows with a hole that hold themselves
  c110f027737464436c617373012061ed0800e903216964206e2373656c660300c710010700f5b10007f600f5b1dce80307f601f5b1dcd00707f602f5b1dcb80b07f603f5b1dca00f07f604f5b1dc881307f605f5b1dc701707f606f5b1dc581b07f607 true
  c110c0ed0800e903216964206e2373656c660300c710010700f5b00007f600f5b0dce80307f601f5b0dcd00707f602f5b0dcb80b07f603f5b0dca00f07f604f5b0dc881307f605f5b0dc701707f606f5b0dc581b07f607 true
  c110ed0800e903216964206e2373656c660300c710010700f5b00007f600f5b0dce80307f601f5b0dcd00707f602f5b0dcb80b07f603f5b0dca00f07f604f5b0dc881307f605f5b0dc701707f606f5b0dc581b07f607 true
another array between them, which only a reference holds
  c110f027737464436c617373012061e90101e902206b236261636b01f5b1b201f600 true
  c110c0e90101e902206b236261636b01f5b0b101f600 true
  c110e90101e902206b236261636b01f5b0b101f600 true
