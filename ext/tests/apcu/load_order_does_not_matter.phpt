--TEST--
APCu finds the serializer whether it is loaded before or after Brine, and Brine loads without APCu
--EXTENSIONS--
brine
apcu
--SKIPIF--
<?php
preg_match_all('/-d "(extension=[^"]*(?:brine|apcu)\.\w+)"/', getenv('TEST_PHP_EXTRA_ARGS') ?: '', $match);
if (count($match[1]) !== 2) die('skip both extensions must be modules named on the command line');
?>
--FILE--
<?php
declare(strict_types=1);

preg_match_all('/-d "(extension=[^"]*(?:brine|apcu)\.\w+)"/', getenv('TEST_PHP_EXTRA_ARGS'), $match);
[$first, $second] = $match[1];

function run(string $code, string ...$settings): string
{
    $arguments = array_map(escapeshellarg(...), $settings);

    return shell_exec(PHP_BINARY . ' -n -d ' . implode(' -d ', $arguments) . ' -r ' . escapeshellarg($code) . ' 2>&1');
}

$store = 'try { apcu_store("key", [static fn (): int => 1]); } catch (Exception $e) { echo $e::class, "\n"; }';
$settings = ['apc.enable_cli=1', 'apc.serializer=brine'];
echo run($store, $first, $second, ...$settings);
echo run($store, $second, $first, ...$settings);

$brine = preg_grep('/brine/', $match[1]);
echo run('var_dump(extension_loaded("apcu"), brine_unserialize(brine_serialize([1])) === [1]);', ...$brine);
?>
--EXPECT--
Brine\EncodeException
Brine\EncodeException
bool(false)
bool(true)
