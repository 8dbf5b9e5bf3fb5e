--TEST--
A malformed brine.allowed_classes in a configuration file allows no class, and an empty one all; PHP warns of both
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$directory = sys_get_temp_dir() . '/brine_' . bin2hex(random_bytes(8));
mkdir($directory);
$code = 'var_dump(ini_get("brine.allowed_classes")); try { brine_unserialize(brine_serialize(new stdClass())); echo "read"; }
    catch (Brine\DecodeException $error) { echo $error->getMessage(); }';
// As the tests were told it; without, from PHP's own directory.
$module = preg_match('~-d "extension=([^"]*/brine\.so)"~', (string) getenv('TEST_PHP_EXTRA_ARGS'), $match) === 1 ? $match[1] : 'brine';
foreach (['', 'none', 'Off', '"none"', 'stdClass, App\Entity\*', '"stdClass, App\Entity\*"', 'App\Entity\*', 'App\**', '"\stdClass"', '"stdClass,"'] as $value) {
    file_put_contents("$directory/php.ini", "display_startup_errors = 1\nhtml_errors = 0\nlog_errors = 0\n"
        . "extension = $module\nbrine.allowed_classes = $value\n");
    $process = proc_open([PHP_BINARY, '-c', "$directory/php.ini", '-r', $code], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes, null,
        ['PHP_INI_SCAN_DIR' => "$directory/none"] + getenv());
    $lines = array_filter(explode("\n", stream_get_contents($pipes[1])));
    proc_close($process);
    echo "= $value\n    ", implode("\n    ", $lines), "\n";
}
unlink("$directory/php.ini");
rmdir($directory);
?>
--EXPECT--
= 
    Warning: brine.allowed_classes: the value is empty, so every class is allowed; to allow none, write "none" in quotes in Unknown on line 0
    string(0) ""
    read
= none
    Warning: brine.allowed_classes: the value is empty, so every class is allowed; to allow none, write "none" in quotes in Unknown on line 0
    string(0) ""
    read
= Off
    Warning: brine.allowed_classes: the value is empty, so every class is allowed; to allow none, write "none" in quotes in Unknown on line 0
    string(0) ""
    read
= "none"
    string(4) "none"
    the class stdClass is not allowed (brine.allowed_classes) at byte 3
= stdClass, App\Entity\*
    string(22) "stdClass, App\Entity\*"
    read
= "stdClass, App\Entity\*"
    string(22) "stdClass, App\Entity\*"
    read
= App\Entity\*
    string(12) "App\Entity\*"
    the class stdClass is not allowed (brine.allowed_classes) at byte 3
= App\**
    Warning: brine.allowed_classes: "App\**" is neither a class name nor a namespace like App\Entity\*; no class is allowed in Unknown on line 0
    string(6) "App\**"
    the class stdClass is not allowed (brine.allowed_classes) at byte 3
= "\stdClass"
    Warning: brine.allowed_classes: "\stdClass" is neither a class name nor a namespace like App\Entity\*; no class is allowed in Unknown on line 0
    string(9) "\stdClass"
    the class stdClass is not allowed (brine.allowed_classes) at byte 3
= "stdClass,"
    Warning: brine.allowed_classes: "" is neither a class name nor a namespace like App\Entity\*; no class is allowed in Unknown on line 0
    string(9) "stdClass,"
    the class stdClass is not allowed (brine.allowed_classes) at byte 3
