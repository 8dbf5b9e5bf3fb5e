--TEST--
igbinary's format: the deepest values that a fiber of 2 MB has room for are read and written, whatever nests
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (getenv('SKIP_ASAN')) {
    die('skip sanitized stack frames are several times larger');
}
require __DIR__ . '/../most_levels.inc';
if (most_levels() < 2 * 4096) {
    die('skip fewer may be freed here');
}
?>
--INI--
fiber.stack_size=2M
--FILE--
<?php
declare(strict_types=1);

final class Node
{
    public mixed $a = null;
    private mixed $b = null;
}

$levels = [
    'list' => "\x14\x01\x06\x00",
    'list, reference' => "\x14\x01\x06\x00\x25",
    'map' => "\x14\x01\x11\x02ab",
    'map, reference' => "\x14\x01\x11\x02ab\x25",
    'map of two' => "\x14\x02\x11\x02ab\x00\x11\x02cd\x25",
    'stdClass' => "\x17\x08stdClass\x14\x01\x11\x02ab",
    'stdClass, reference' => "\x17\x08stdClass\x14\x01\x11\x02ab\x25",
    'declared property' => "\x17\x04Node\x14\x01\x11\x01a\x25",
    'dynamic property' => "\x17\x04Node\x14\x01\x11\x01z\x25",
    'missing class' => "\x17\x04Gone\x14\x01\x11\x01z\x25",
];
set_error_handler(static fn (): bool => true, E_DEPRECATED);
$run = static function () use ($levels): void {
    foreach ($levels as $name => $level) {
        $results = [];
        foreach ([2600, 3000] as $count) {
            try {
                $value = brine_igbinary_unserialize("\0\0\0\2" . str_repeat($level, $count) . "\x14\0");
                $results[] = 'read, ' . (brine_igbinary_unserialize(brine_igbinary_serialize($value)) == null ? 'empty' : 'written');
            } catch (Brine\DecodeException $error) {
                $results[] = $error->getReason();
            }
            unset($value);
        }
        echo $name, ': ', implode('; ', $results), "\n";
    }
};
(new Fiber($run))->start();
?>
--EXPECT--
list: read, written; max_depth
list, reference: read, written; max_depth
map: read, written; max_depth
map, reference: read, written; max_depth
map of two: read, written; max_depth
stdClass: read, written; max_depth
stdClass, reference: read, written; max_depth
declared property: read, written; max_depth
dynamic property: read, written; max_depth
missing class: read, written; max_depth
