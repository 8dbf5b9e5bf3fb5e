<?php

/*
 * ?call=CALL&hook=HOOK&action=ACTION&format=FORMAT: the hook of an object in the middle of a value does the action; prints what happened. ?format=FORMAT:
 * "right", or what is wrong with later calls; with &stored=HOOK also with the stored session.
 */

declare(strict_types=1);

namespace Brine\Tests\Igbinary;

use Brine\Tests\Igbinary\Fatal\Actions;
use Brine\Tests\Igbinary\Fatal\Calls;

ini_set('display_errors', '1');
ini_set('html_errors', '0');
ini_set('log_errors', '0');
ini_set('fatal_error_backtraces', '0');
error_reporting(E_ALL & ~E_DEPRECATED);

if (!isset($_GET['format'])) {
    exit('ready');
}
// PHP's server prepends no file to its own script.
require __DIR__ . '/../../../scripts/release_cycles.php';
require __DIR__ . '/../values.php';
require __DIR__ . '/Actions.php';
require __DIR__ . '/Calls.php';
require __DIR__ . '/classes.php';

ini_set('igbinary.format', $_GET['format']);
if (!isset($_GET['call'])) {
    exit(Calls::difference() ?? (isset($_GET['stored']) ? (new Calls('session', $_GET['stored']))->storedDifference() : null) ?? 'right');
}
$calls = new Calls($_GET['call'], $_GET['hook']);
// It also runs after a fatal error, while the call was never left.
register_shutdown_function(static function (): void {
    Actions::$wanted = '';
    ini_set('memory_limit', '1G');
    echo "\nshutdown: ", Calls::difference() ?? 'right';
});
$calls->prepare();
Actions::$wanted = $_GET['action'];
try {
    echo $_GET['action'] === 'suspend' ? Actions::inFiber($calls->run(...)) : $calls->run();
} catch (\Throwable $thrown) {
    echo 'thrown: ', $thrown::class, ', ', $thrown->getMessage();
}
