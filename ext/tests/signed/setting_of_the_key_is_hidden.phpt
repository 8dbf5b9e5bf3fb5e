--TEST--
brine.signing_key is in no output a short key stops reads and writes
--EXTENSIONS--
brine
session
--FILE--
<?php
declare(strict_types=1);

/** Runs code with a php.ini that has the setting; the code knows the key only backwards. */
function with(string $setting, string $code): string
{
    $ini = tempnam(sys_get_temp_dir(), 'brine');
    preg_match('/-d "extension=([^"]*\bbrine\.\w+)"/', getenv('TEST_PHP_EXTRA_ARGS'), $match);
    file_put_contents($ini, "brine.signing_key = \"$setting\"\nsession.serialize_handler = brine\nextension = \"$match[1]\"\nhtml_errors = 0\nfatal_error_backtraces = 0\nlog_errors = 0\ndisplay_errors = 1\ndisplay_startup_errors = 1\n");
    $output = shell_exec(escapeshellarg(PHP_BINARY) . ' -c ' . escapeshellarg($ini) . ' -r ' . escapeshellarg($code) . ' 2>&1') ?? '';
    unlink($ini);

    return $output;
}

$key = 'new00112233445566778899';
$code = <<<'CODE'
    phpinfo();
    var_dump(ini_get_all(), ini_get_all('brine', false), ini_get('brine.signing_key'), get_cfg_var('brine.signing_key'), get_defined_vars(), (new ReflectionExtension('brine'))->getINIEntries());
    ini_restore('brine.signing_key');
    var_dump(ini_set('brine.signing_key', 'x'), ini_get('brine.signing_key'));
    session_id('test');
    ob_start();
    try {
        session_save_path(sys_get_temp_dir());
        session_start();
        $_SESSION['a'] = fn () => 1;
        session_write_close();
    } catch (Throwable $error) {
        echo $error;
        var_dump($error);
    }
    ob_end_flush();
    CODE;
foreach ([$key, "$key,old$key", "too short, $key"] as $setting) {
    $output = with($setting, $code);
    var_dump(strlen($output) > 10000, str_contains($output, $key), str_contains($output, 'too short'));
    preg_match('/brine.signing_key => .*/', $output, $match);
    echo $match[0], "\n";
}
echo with('too short', 'echo "it runs";'), "\n";
echo with("a,$key", 'session_save_path(sys_get_temp_dir()); session_start(); $_SESSION[1] = 1; try { echo session_encode(); } catch (Brine\EncodeException $error) { echo get_class($error); }'), "\n";
?>
--EXPECTF--
bool(true)
bool(false)
bool(false)
brine.signing_key => 1 key => 1 key
bool(true)
bool(false)
bool(false)
brine.signing_key => 2 keys => 2 keys
bool(true)
bool(false)
bool(false)
brine.signing_key => unusable => unusable

Warning: brine.signing_key cannot be used, so nothing is read or written: key 1 of 1 has 9 bytes, and at least 16 are needed (a comma ends a key) in %s
it runs

Warning: brine.signing_key cannot be used, so nothing is read or written: key 1 of 2 has 1 bytes, and at least 16 are needed (a comma ends a key) in %s
Brine\EncodeException%A
