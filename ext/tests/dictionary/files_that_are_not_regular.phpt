--TEST--
A pipe, a device or a directory in the setting brine.dictionaries is a warning, and the process starts
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows' || !is_executable('/usr/bin/mkfifo')) die('skip there are no pipes');
preg_match('/-d "extension=[^"]*\bbrine\.\w+"/', getenv('TEST_PHP_EXTRA_ARGS') ?: '') || die('skip the extension must be named by path on the command line');
?>
--FILE--
<?php
declare(strict_types=1);

$directory = sys_get_temp_dir() . '/brine_' . bin2hex(random_bytes(8));
mkdir("$directory/0000000000000001.dictionary", recursive: true);
exec('/usr/bin/mkfifo ' . escapeshellarg("$directory/0000000000000002.dictionary"));
symlink('/dev/zero', "$directory/0000000000000003.dictionary");
symlink('0000000000000002.dictionary', "$directory/link");

preg_match('/-d "(extension=[^"]*\bbrine\.\w+)"/', getenv('TEST_PHP_EXTRA_ARGS'), $match);
$settings = array_map(escapeshellarg(...), [
    $match[1], 'display_startup_errors=1', 'display_errors=1', 'html_errors=0', "brine.dictionaries=$directory:$directory/link:/dev/zero",
]);
$code = escapeshellarg('var_dump(brine_dictionary_info());');
echo str_replace($directory, 'DIR', shell_exec('exec ' . escapeshellarg(PHP_BINARY) . ' -n -d ' . implode(' -d ', $settings) . " -r $code"));
foreach (['0000000000000002.dictionary', '0000000000000003.dictionary', 'link'] as $name) {
    unlink("$directory/$name");
}
rmdir("$directory/0000000000000001.dictionary");
rmdir($directory);
?>
--EXPECT--

Warning: brine.dictionaries: DIR/0000000000000001.dictionary is not loaded: it is not a regular file in Unknown on line 0

Warning: brine.dictionaries: DIR/0000000000000002.dictionary is not loaded: it is not a regular file in Unknown on line 0

Warning: brine.dictionaries: DIR/0000000000000003.dictionary is not loaded: it is not a regular file in Unknown on line 0

Warning: brine.dictionaries: DIR/link is not loaded: it is not a regular file in Unknown on line 0

Warning: brine.dictionaries: /dev/zero is not loaded: it is not a regular file in Unknown on line 0
array(0) {
}
