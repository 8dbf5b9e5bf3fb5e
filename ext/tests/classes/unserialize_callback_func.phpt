--TEST--
unserialize_callback_func is called for a missing class, and native's message says when it did not help
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Original
{
    public $p = 1;
}

function defines(string $class): void
{
    echo "defines $class\n";
    if (!class_exists($class, false)) {
        eval("final class $class { public \$p; public \$added = 'default'; }");
    }
}
function defines_nothing(string $class): void
{
    echo "defines nothing\n";
}
function throws(string $class): void
{
    throw new DomainException("no $class");
}

set_error_handler(static function (int $level, string $message): bool {
    echo "$level $message\n";

    return true;
});

ini_set('unserialize_callback_func', 'defines');
$payload = brine_serialize([new Original(), 'x', new Original()]);
$decoded = brine_unserialize(str_replace('Original', 'Defined1', $payload));
echo $decoded[0]::class, ' ', $decoded[2]->added, "\n";

ini_set('unserialize_callback_func', 'defines_nothing');
echo brine_unserialize(str_replace('Original', 'Defined2', brine_serialize(new Original())))::class, "\n";

ini_set('unserialize_callback_func', 'throws');
try {
    brine_unserialize(str_replace('Original', 'Defined3', $payload));
} catch (DomainException $exception) {
    echo $exception->getMessage(), "\n";
}

ini_set('unserialize_callback_func', 'there_is_no_such_function');
try {
    brine_unserialize(str_replace('Original', 'Defined4', $payload));
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}

// Not for a class that is not allowed.
ini_set('unserialize_callback_func', 'throws');
echo brine_unserialize(str_replace('Original', 'Defined5', $payload), ['allowed_classes' => false])[0]::class, "\n";
?>
--EXPECT--
defines Defined1
Defined1 default
defines nothing
2 brine_unserialize(): Function defines_nothing() hasn't defined the class it was called for
__PHP_Incomplete_Class
no Defined3
Invalid callback there_is_no_such_function, function "there_is_no_such_function" not found or invalid function name
__PHP_Incomplete_Class
