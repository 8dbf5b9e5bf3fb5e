--TEST--
exit inside a hook ends the script; a shutdown function can still encode and decode
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Exits
{
    public $data = ['some' => 'data'];

    public function __wakeup(): void
    {
        exit("exit\n");
    }
}

register_shutdown_function(static function (): void {
    echo 'shutdown ', json_encode(brine_unserialize(brine_serialize(['x' => [1, 2, 3], 'y' => 'text']))), "\n";
});
brine_unserialize(brine_serialize([new Exits(), ['more' => range(1, 100)], new Exits()]));
echo "not reached\n";
?>
--EXPECT--
exit
shutdown {"x":[1,2,3],"y":"text"}
