--TEST--
Stack traces do not show keys
--EXTENSIONS--
brine
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
declare(strict_types=1);

foreach ([
    fn () => brine_serialize_signed(1, 'top secret'),
    fn () => brine_serialize_signed(fn () => 1, 'top secret of a test'),
    fn () => brine_unserialize_signed('', ['top secret', '']),
    fn () => brine_unserialize_signed('', 'top secret', ['x' => 1]),
] as $call) {
    try {
        $call();
    } catch (Throwable $error) {
        $arguments = $error->getTrace()[0]['args'];
        echo $error->getTrace()[0]['function'], ' ', $arguments[1]::class, "\n";
        var_dump(str_contains((string) $error, 'secret'));
    }
}
?>
--EXPECT--
brine_serialize_signed SensitiveParameterValue
bool(false)
brine_serialize_signed SensitiveParameterValue
bool(false)
brine_unserialize_signed SensitiveParameterValue
bool(false)
brine_unserialize_signed SensitiveParameterValue
bool(false)
