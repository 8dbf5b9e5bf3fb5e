--TEST--
Sessions with a child that gives hooks to its parent's plain property, with each of the handlers
--EXTENSIONS--
brine
session
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip PHP 8.4');
}
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';
require __DIR__ . '/../objects/hooks_over_the_parent.inc';

foreach (['brine', 'brine_php', 'brine_php_serialize'] as $handler) {
    ini_set('session.serialize_handler', $handler);
    session_start();
    $child = new Child();
    $child->fill(5, 'five', [5]);
    $_SESSION = ['user' => $child, 'rows' => [new Child(), new Grandchild(), new Sleeper(), new Sleeper()]];
    $expected = serialize($_SESSION);
    session_write_close();
    $_SESSION = [];
    $read = read_session();
    echo "$handler: ", $read['user']->number, ' ', $read['user']->text, ' ', serialize($read) === $expected ? 'same' : serialize($read), "\n";
}
?>
--EXPECT--
brine: 50 <five> same
brine_php: 50 <five> same
brine_php_serialize: 50 <five> same
