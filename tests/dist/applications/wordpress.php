<?php

declare(strict_types=1);

/* The plugin for WordPress, in a directory with the library: its classes are there, and write and read an entry. */

(require $argv[1]) === true || exit("the library is not there\n");

use Brine\WordPress\Codec;
use Brine\WordPress\Settings;

$codec = new Codec(new Settings(['BRINE_SIGNING_KEY' => 'secret of a test']));
$codec->read($codec->encode(['id' => 5], 'wp:posts:5'), 'wp:posts:5', null) === ['id' => 5] || exit("it reads another value\n");
echo "the plugin works\n";
