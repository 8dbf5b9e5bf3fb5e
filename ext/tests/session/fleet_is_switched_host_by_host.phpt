--TEST--
A fleet of hosts is switched to Brine and back, one host after the other, and keeps every session at every step
--EXTENSIONS--
brine
session
--SKIPIF--
<?php
preg_match('/-d "extension=[^"]*\bbrine\.\w+"/', getenv('TEST_PHP_EXTRA_ARGS') ?: '') || die('skip the extension must be named by path on the command line');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/fleet.inc';

$directory = sys_get_temp_dir() . '/brine_fleet_' . bin2hex(random_bytes(8));
mkdir($directory, 0700);
foreach (['php', 'php_serialize'] as $native) {
    $hosts = [new Host($native, $directory), new Host("brine_$native", $directory), new Host('brine', $directory)];
    [$old, $between, $new] = $hosts;
    // The fleet's two hosts, step by step.
    $steps = [
        [$old, $old], [$between, $old], [$between, $between], [$new, $between], [$new, $new],
        [$between, $new], [$between, $between], [$old, $between], [$old, $old],
    ];
    $cookie = $cookie_of_rare_visitor = null;
    foreach ($steps as $step => $pair) {
        // The visitor meets each host twice, and changes the session every other time.
        foreach ([$pair[0], $pair[1], $pair[1], $pair[0]] as $i => $host) {
            $answer = $host->request($i % 2 === 0 ? $step . 'ab'[$i >> 1] : 'look', $cookie);
        }
        echo $pair[0]->handler, ', ', $pair[1]->handler, ': ', $answer, "\n";
        // Another one comes only when both hosts have been switched.
        if ($step % 2 === 0) {
            $answer = $pair[0]->request((string) $step, $cookie_of_rare_visitor);
        }
    }
    echo 'rare visitor: ', $answer, "\n";
    foreach ($hosts as $host) {
        $host->stop();
    }
}
array_map(unlink(...), glob("$directory/*"));
rmdir($directory);
?>
--EXPECT--
php, php: 0a 0b
brine_php, php: 0a 0b 1a 1b
brine_php, brine_php: 0a 0b 1a 1b 2a 2b
brine, brine_php: 0a 0b 1a 1b 2a 2b 3a 3b
brine, brine: 0a 0b 1a 1b 2a 2b 3a 3b 4a 4b
brine_php, brine: 0a 0b 1a 1b 2a 2b 3a 3b 4a 4b 5a 5b
brine_php, brine_php: 0a 0b 1a 1b 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b
php, brine_php: 0a 0b 1a 1b 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b 7a 7b
php, php: 0a 0b 1a 1b 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b 7a 7b 8a 8b
rare visitor: 0 2 4 6 8
php_serialize, php_serialize: 0a 0b
brine_php_serialize, php_serialize: 0a 0b 1a 1b
brine_php_serialize, brine_php_serialize: 0a 0b 1a 1b 2a 2b
brine, brine_php_serialize: 0a 0b 1a 1b 2a 2b 3a 3b
brine, brine: 0a 0b 1a 1b 2a 2b 3a 3b 4a 4b
brine_php_serialize, brine: 0a 0b 1a 1b 2a 2b 3a 3b 4a 4b 5a 5b
brine_php_serialize, brine_php_serialize: 0a 0b 1a 1b 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b
php_serialize, brine_php_serialize: 0a 0b 1a 1b 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b 7a 7b
php_serialize, php_serialize: 0a 0b 1a 1b 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b 7a 7b 8a 8b
rare visitor: 0 2 4 6 8
