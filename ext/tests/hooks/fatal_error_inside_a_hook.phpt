--TEST--
A fatal error inside a hook, in both directions, leaves an extension that a shutdown function can use
--EXTENSIONS--
brine
--INI--
memory_limit=32M
--SKIPIF--
<?php
if (getenv('SKIP_ASAN')) {
    die('skip needs PHP\'s own allocator');
}
?>
--FILE--
<?php
declare(strict_types=1);

final class Fatal
{
    public $data = ['some' => 'data'];

    public function __serialize(): array
    {
        return [$GLOBALS['where'] === 'encode' ? str_repeat('x', 100_000_000) : $this->data];
    }

    public function __unserialize(array $data): void
    {
        str_repeat('x', 100_000_000);
    }
}

register_shutdown_function(static function (): void {
    echo "\nshutdown ", json_encode(brine_unserialize(brine_serialize(['x' => [1, 2, 3], 'y' => 'text']))), "\n";
    $GLOBALS['where'] = 'encode';
    brine_serialize([['some' => 'data'], new Fatal()]);
});
$where = 'decode';
brine_unserialize(brine_serialize([new Fatal(), ['more' => range(1, 100)], new Fatal()]));
echo "not reached\n";
?>
--EXPECTF--
Fatal error: Allowed memory size of %d bytes exhausted%s(tried to allocate %d bytes) in %s on line %d

shutdown {"x":[1,2,3],"y":"text"}

Fatal error: Allowed memory size of %d bytes exhausted%s(tried to allocate %d bytes) in %s on line %d
