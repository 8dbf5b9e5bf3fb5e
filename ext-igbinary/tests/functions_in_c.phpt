--TEST--
A client of the C functions that was compiled with Brine's header runs with both extensions: results are the caller's, also in memory of its own
--EXTENSIONS--
brine
igbinary
brine_igbinary_capi
--SKIPIF--
<?php
require __DIR__ . '/start.inc';
if (module('brine_igbinary_capi') === '') die('skip the extensions must be named by path on the command line');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/start.inc';

$code = <<<'CODE'
final class Fails { public function __serialize(): array { throw new LogicException("not written"); } }
final class Wakes { public array $list = [1]; public function __wakeup(): void { throw new LogicException("not read"); } }
set_error_handler(static fn (int $level): bool => $level === E_WARNING && print "warning, ");
$try = static function (string $name, callable $call): void {
    echo "$name: ";
    try {
        $result = $call();
        echo is_string($result) ? bin2hex($result) : json_encode($result), "\n";
    } catch (Exception $exception) {
        echo get_class($exception) === "LogicException" ? $exception->getMessage() : "an exception", "\n";
    }
};
foreach (["null" => null, "text" => "text", "empty" => [], "list" => [1, "two"], "long" => [str_repeat("long ", 20_000)]] as $name => $value) {
    $all = [brine_igbinary_capi_serialize($value), brine_igbinary_capi_serialize($value, true), brine_igbinary_capi_serialize_here($value), igbinary_serialize($value)];
    echo $name, ": ", count(array_unique($all)), ", ", json_encode(brine_igbinary_capi_unserialize($all[0]) === $value), ", ", bin2hex(substr($all[0], 0, 14)), "\n";
    $try("$name without its last byte", static fn () => brine_igbinary_capi_unserialize($all[0], 1));
}
$try("no memory", static fn () => brine_igbinary_capi_serialize_here([1, "two"], true));
$try("closure", static fn () => brine_igbinary_capi_serialize_here([static fn () => 1]));
$try("hook that throws", static fn () => brine_igbinary_capi_serialize_here([new Fails()]));
$try("the same", static fn () => brine_igbinary_capi_serialize([new Fails()], true));
$try("reading hook that throws", static fn () => brine_igbinary_capi_unserialize(igbinary_serialize([new Wakes()])));
$reference = 5;
$try("reference", static fn () => json_encode(brine_igbinary_capi_unserialize(brine_igbinary_capi_serialize([&$reference, &$reference]))));
foreach (["", "\0\0\0\2", "\0\0\0\1\0", "\0\0\0\2\0", "\0\0\0\3\0", "text!"] as $bytes) {
    echo (int) brine_igbinary_capi_has_valid_header($bytes);
}
CODE;
echo phpversion('brine_igbinary_capi'), "\n";
$igbinary = start('brine_igbinary brine brine_igbinary_capi', $code);
echo $igbinary;
foreach ([...(module('igbinary') === '' ? [] : ['igbinary brine_igbinary_capi']), 'brine_igbinary brine brine_igbinary_capi', 'brine brine_igbinary brine_igbinary_capi', 'brine_igbinary brine_igbinary_capi brine'] as $modules) {
    $output = start($modules, $code);
    echo $output === $igbinary ? '' : "with $modules:\n$output";
}
echo start('brine_igbinary brine brine_igbinary_capi', $code, '-d igbinary.format=brine');
?>
--EXPECT--
3.2.16
null: 1, true, 0000000200
null without its last byte: warning, 6661696c6564
text: 1, true, 00000002110474657874
text without its last byte: warning, 6661696c6564
empty: 1, true, 000000021400
empty without its last byte: warning, 6661696c6564
list: 1, true, 0000000214020600060106011103
list without its last byte: warning, 6661696c6564
long: 1, true, 000000021401060013000186a06c
long without its last byte: warning, 6661696c6564
no memory: false
closure: an exception
hook that throws: not written
the same: not written
reading hook that throws: not read
reference: 5b352c355d
001100
null: 1, true, 0000000200
null without its last byte: warning, 6661696c6564
text: 1, true, 00000002110474657874
text without its last byte: warning, 6661696c6564
empty: 1, true, 000000021400
empty without its last byte: warning, 6661696c6564
list: 1, true, 00000002c110c1012274776f
list without its last byte: warning, 6661696c6564
long: 1, true, 00000002c110c0e5e1e0656c6f6e
long without its last byte: warning, 6661696c6564
no memory: false
closure: an exception
hook that throws: not written
the same: not written
reading hook that throws: not read
reference: 5b352c355d
001100
