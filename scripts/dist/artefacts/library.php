<?php

declare(strict_types=1);

/* An application with the library. Its directory is the argument, or the query, also in the other pages. */

require ($argv[1] ?? $_SERVER['QUERY_STRING']) . '/vendor/autoload.php';

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\EntryCodec;

$value = ['id' => 5, 'when' => new ArrayObject([1, 2])];
$codec = new EntryCodec(new Auto());
$works = $codec->read($codec->encode($value)) == $value && $codec->read((new BrineSerializer())->serialize($value)) == $value && $codec->read(serialize($value)) == $value;
echo $works ? 'the library works' : 'the library fails';
