<?php

declare(strict_types=1);

require ($argv[1] ?? $_SERVER['QUERY_STRING']) . '/vendor/autoload.php';

use Brine\Auto;
use Brine\Laravel\BrineServiceProvider;
use Brine\Laravel\Codec;
use Illuminate\Support\ServiceProvider;

$codec = new Codec(new Auto());
$works = $codec->decode($codec->encode([1, 'b'], 'a key'), 'a key') === [1, 'b'] && is_subclass_of(BrineServiceProvider::class, ServiceProvider::class);
echo $works ? "Laravel's codec works" : "Laravel's codec fails";
