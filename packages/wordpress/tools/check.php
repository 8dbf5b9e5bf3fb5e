<?php

/*
 * The steps of check.sh, which explains them.
 */

declare(strict_types=1);

require __DIR__ . '/../../../vendor/autoload.php';
foreach (['Php', 'Host', 'Site', 'Pages', 'Writes', 'Check', 'Steps', 'DropInSteps', 'SwitchSteps', 'Measure'] as $class) {
    require __DIR__ . "/$class.php";
}

$directories = ['sqlite' => '', 'redis-cache' => '', 'wp-cli' => '', 'wordpress' => ''];
$names = [];
foreach (array_slice($argv, 1) as $argument) {
    if (preg_match('/^--([a-z-]+)=(.+)$/', $argument, $match) === 1 && isset($directories[$match[1]])) {
        $directories[$match[1]] = (string) realpath($match[2]);
    } elseif ($directories['wordpress'] === '') {
        $directories['wordpress'] = (string) realpath($argument);
    } else {
        $names[] = $argument;
    }
}
foreach (['wordpress' => 'wp-settings.php', 'sqlite' => 'db.copy'] as $name => $file) {
    is_file("$directories[$name]/$file") || exit("check.sh: no $file in the directory of $name\n");
}
$work = sys_get_temp_dir() . '/wordpress-check-' . bin2hex(random_bytes(4));
mkdir($work);
$site = new Site($work, $directories['wordpress'], $directories['sqlite'], $directories['redis-cache'], $directories['wp-cli']);
$isRight = false;
register_shutdown_function(static function () use ($site, $work, &$isRight): void {
    $site->stop();
    // Pages and logs are kept if something differs.
    proc_close(proc_open(['rm', '-rf', ...($isRight ? [$work] : ["$work/site", "$work/composer", "$work/wp-cli"])], [], $pipes));
    echo $isRight ? '' : "pages and logs are in $work\n";
});
pcntl_async_signals(true);
foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
    pcntl_signal($signal, static fn () => exit(1));
}
$password = $site->install();
$site->startRedis();
$check = new Check($site, $work, $password);
$steps = (new Steps($check, $directories['redis-cache']))->all();
if ($names === ['measure']) {
    (new Measure($check, $directories['redis-cache'], (int) (getenv('ROUNDS') ?: 31)))->run();
    $isRight = true;
    exit(0);
}
foreach ($names === [] ? array_keys($steps) : $names as $name) {
    isset($steps[$name]) || exit("check.sh: no step $name; there are " . implode(' ', array_keys($steps)) . "\n");
    $start = microtime(true);
    $steps[$name]();
    printf("     %s: %.0f s\n", $name, microtime(true) - $start);
}
$isRight = $check->result();
exit($isRight ? 0 : 1);
