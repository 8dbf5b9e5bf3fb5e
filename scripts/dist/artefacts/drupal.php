<?php

declare(strict_types=1);

$directory = $argv[1] ?? $_SERVER['QUERY_STRING'];
require "$directory/vendor/autoload.php";
// Drupal itself loads the classes of its modules.
spl_autoload_register(static fn (string $class) => require "$directory/vendor/brine/drupal/src/" . strtr(substr($class, strlen('Drupal\brine\\')), '\\', '/') . '.php');

use Drupal\brine\Codec;
use Drupal\brine\Configuration;

$codec = new Codec(new Configuration([]));
echo $codec->decode($codec->encode([1, 'b']), 'default', 'a key', false) === [1, 'b'] ? "the module's codec works" : "the module's codec fails";
