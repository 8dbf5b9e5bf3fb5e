--TEST--
Where the session cannot be encoded at the end of the request, the error is fatal and what is stored stays as it is
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

foreach ([0, 1] as $lazy) {
    store(brine_serialize(['name' => 'Zoe']));
    $output = run(
        'session_id("test"); session_start(); $_SESSION["value"] = static fn (): int => 1;',
        "-d session.use_cookies=0 -d session.lazy_write=$lazy",
    );
    preg_match('/Fatal error: Uncaught [\w\\\\]+/', $output, $match);
    echo $match[0] ?? $output, "\n";
    var_dump(stored() === brine_serialize(['name' => 'Zoe']));
}
?>
--EXPECT--
Fatal error: Uncaught Brine\EncodeException
bool(true)
Fatal error: Uncaught Brine\EncodeException
bool(true)
