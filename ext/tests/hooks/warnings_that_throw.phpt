--TEST--
A warning that an error handler turns into an exception ends the call with that exception
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Sleeper
{
    public $p = 1;
    public $more = ['list', 'of' => 'strings'];

    public function __construct(private mixed $names)
    {
    }

    public function __sleep()
    {
        return $this->names;
    }
}
final class Closed
{
}

set_error_handler(static function (int $level, string $message): never {
    throw new ErrorException($message, 0, $level);
});
$cases = [
    'no array' => null, 'missing' => ['p', 'missing', 'more'], 'no string' => ['p', 5], 'twice' => ['p', 'p', 'more'], 'array' => [['p']],
];
foreach ($cases as $name => $names) {
    foreach ([new Sleeper($names), ['before', new Sleeper($names), ['after']]] as $value) {
        $native = null;
        try {
            serialize($value);
        } catch (ErrorException $exception) {
            $native = $exception->getMessage();
        }
        try {
            brine_serialize($value);
            echo "$name: nothing is thrown\n";
        } catch (ErrorException $exception) {
            echo $name, ': ', $exception->getMessage() === "brine_$native" ? 'as native' : $exception->getMessage(), "\n";
        }
    }
}
$payload = str_replace('stdClass', 'Closed__', brine_serialize([(object) ['dynamic' => 1], (object) ['dynamic' => 2]]));
class_alias(Closed::class, 'Closed__');
try {
    brine_unserialize($payload);
} catch (ErrorException $exception) {
    echo $exception->getMessage(), "\n";
}
?>
--EXPECT--
no array: as native
no array: as native
missing: as native
missing: as native
no string: as native
no string: as native
twice: as native
twice: as native
array: as native
array: as native
Creation of dynamic property Closed::$dynamic is deprecated
