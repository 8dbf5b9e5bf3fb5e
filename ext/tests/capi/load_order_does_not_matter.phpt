--TEST--
The C interface is found whether its user is loaded before or after Brine, and is NULL without Brine
--EXTENSIONS--
brine
brine_capi
--SKIPIF--
<?php
preg_match_all('/-d "(extension=[^"]*\bbrine(?:_capi)?\.\w+)"/', getenv('TEST_PHP_EXTRA_ARGS') ?: '', $match);
if (count($match[1]) !== 2) die('skip both extensions must be named by path on the command line');
?>
--FILE--
<?php
declare(strict_types=1);

preg_match_all('/-d "(extension=[^"]*\bbrine(?:_capi)?\.\w+)"/', getenv('TEST_PHP_EXTRA_ARGS'), $match);
[$brine] = array_values(preg_grep('/brine\.\w+$/', $match[1]));
[$user] = array_values(preg_grep('/brine_capi\.\w+$/', $match[1]));

function run(string $code, string ...$settings): string
{
    $arguments = array_map(escapeshellarg(...), $settings);

    return shell_exec(PHP_BINARY . ' -n -d ' . implode(' -d ', $arguments) . ' -r ' . escapeshellarg($code) . ' 2>&1');
}

$code = 'var_dump(brine_capi_unserialize(brine_capi_serialize([1, "two"])) === [1, "two"]);';
echo run($code, $brine, $user);
echo run($code, $user, $brine);
echo run('var_dump(brine_capi_available(), extension_loaded("brine"));', $user);
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
