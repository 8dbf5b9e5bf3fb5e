--TEST--
Memory that a large value needed is kept for the next one, within 2 MB, and given back after calls that do without it
--EXTENSIONS--
ffi
--SKIPIF--
<?php
try {
    FFI::cdef('struct m { size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost; }; struct m mallinfo2(void);');
} catch (FFI\Exception) {
    die('skip: this C library does not tell what is allocated');
}
if (getenv('USE_ZEND_ALLOC') === '0') {
    die('skip: blocks of PHP are among those of the C library');
}
?>
--INI--
ffi.enable=1
--FILE--
<?php
$library = FFI::cdef('struct m { size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost; }; struct m mallinfo2(void);');
// Bytes in blocks of their own, and in use among the others.
$allocated = static function () use ($library): int {
    $info = $library->mallinfo2();

    return $info->hblkhd + $info->uordblks;
};
$large = array_map(static fn (int $i): string => "string $i", range(1, 50_000));
$small = static function (int $calls): void {
    for ($i = 0; $i < $calls; $i++) {
        brine_serialize([$i, 'a string']);
    }
};
$small(100);
// Places of the index, and entries with a pointer.
$least = 8 * 65_536 + (8 + PHP_INT_SIZE) * 32_768;
$before = $allocated();
$payload = brine_serialize($large);
$kept = $allocated() - $before;
echo 'kept for 32,768 strings: ', var_export($kept >= $least, true), "\n";
echo 'within 2 MB: ', var_export($kept <= 2 << 20, true), "\n";
brine_serialize($large);
// The C library rounds sizes.
echo 'no more the second time: ', var_export($allocated() - $before <= $kept + 4096, true), "\n";
$small(100);
echo 'given back: ', var_export($kept - ($allocated() - $before) >= $least, true), "\n";
var_dump(brine_unserialize($payload) === $large);
?>
--EXPECT--
kept for 32,768 strings: true
within 2 MB: true
no more the second time: true
given back: true
bool(true)
