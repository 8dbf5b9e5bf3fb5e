<?php

/* Runs one file of phpt.php in a request, with the option added to its decodes or not. */

ini_set('display_errors', '1');
ini_set('html_errors', '0');
ini_set('error_prepend_string', '');
error_reporting(E_ALL);

function resident_arguments(array $arguments): array
{
    $place = array_is_list($arguments) ? 1 : 'options';
    if ($_GET['resident'] === '1' && (!array_key_exists($place, $arguments) || is_array($arguments[$place]))) {
        $arguments[$place] = ($arguments[$place] ?? []) + ['resident' => true];
    }

    return $arguments;
}

function resident_unserialize(mixed ...$arguments): mixed
{
    return brine_unserialize(...(count($arguments) === 0 ? [] : resident_arguments($arguments)));
}

function resident_unserialize_signed(mixed ...$arguments): mixed
{
    if ($_GET['resident'] === '1' && count($arguments) >= 2 && array_is_list($arguments) && (!array_key_exists(2, $arguments) || is_array($arguments[2]))) {
        $arguments[2] = ($arguments[2] ?? []) + ['resident' => true];
    }

    return brine_unserialize_signed(...$arguments);
}

if (isset($_GET['status'])) {
    echo json_encode(brine_resident_status());
    return;
}
if (!isset($_GET['file'])) {
    echo 'ready';
    return;
}
$_SERVER['argv'] = [$_GET['file']];
$_SERVER['argc'] = 1;
// PHP's server prepends no file to its own script. Only a sanitizer wants that nothing is left at the end.
if (getenv('SKIP_ASAN') !== false) {
    require __DIR__ . '/../../scripts/release_cycles.php';
}
chdir(dirname($_GET['file']));
include $_GET['file'];
// A test may print nothing; an answer without anything is one that was cut off.
echo "\nended\n";
