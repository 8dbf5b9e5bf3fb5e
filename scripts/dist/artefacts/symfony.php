<?php

declare(strict_types=1);

require ($argv[1] ?? $_SERVER['QUERY_STRING']) . '/vendor/autoload.php';

use Brine\Auto;
use Brine\BrineBundle\BrineBundle;
use Brine\BrineBundle\BrineMarshaller;
use Symfony\Component\Cache\Adapter\ArrayAdapter;

$marshaller = new BrineMarshaller(new Auto());
$entries = $marshaller->marshall(['a' => [1, 'b']], $failed);
$works = $failed === [] && $marshaller->unmarshall($entries['a']) === [1, 'b'] && (new BrineBundle())->getName() === 'BrineBundle' && class_exists(ArrayAdapter::class);
echo $works ? 'the bundle works' : 'the bundle fails';
