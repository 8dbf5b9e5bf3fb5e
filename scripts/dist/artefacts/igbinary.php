<?php

declare(strict_types=1);

/* A page that uses igbinary's functions. */

$entry = igbinary_serialize(['id' => 5, 'text' => 'a text']);
$format = str_starts_with($entry, "\0\0\0\2\xc1") ? 'brine' : 'igbinary';
// A list of one string, in igbinary's format.
$reads = igbinary_unserialize($entry) === ['id' => 5, 'text' => 'a text'] && igbinary_unserialize("\0\0\0\2\x14\1\6\0\x11\1a") === ['a'];
echo extension_loaded('brine_igbinary') ? 'brine_igbinary ' . phpversion('brine_igbinary') : 'igbinary', $reads ? " writes $format" : ' fails';
