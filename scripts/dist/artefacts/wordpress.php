<?php

declare(strict_types=1);

$directory = $argv[1] ?? $_SERVER['QUERY_STRING'];
require "$directory/vendor/autoload.php";

use Brine\WordPress\Codec;
use Brine\WordPress\Settings;

$codec = new Codec(new Settings(['BRINE_SIGNING_KEY' => 'key of this test']));
$works = (require "$directory/vendor/brine/wordpress/autoload.php") === true && $codec->read($codec->encode(['id' => 5], 'wp:posts:5'), 'wp:posts:5', null) === ['id' => 5];
echo $works ? 'the package for WordPress works' : 'the package for WordPress fails';
