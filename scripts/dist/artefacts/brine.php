<?php

declare(strict_types=1);

/* A page that uses the extension. */

if (!extension_loaded('brine')) {
    exit('no brine');
}
$value = ['id' => 5, 'when' => new DateTimeImmutable('2026-01-02'), 'rows' => array_fill(0, 20, ['a' => 1.5, 'b' => 'text'])];
$payload = brine_serialize($value);
$signed = brine_serialize_signed($value, 'key of this test');
$works = str_starts_with($payload, "\xc1\x10") && brine_unserialize($payload) == $value && brine_unserialize($payload, ['resident' => true]) == $value
    && brine_unserialize_signed($signed, 'key of this test') == $value && brine_unserialize_signed($signed, 'another key') === null;
echo 'brine ', phpversion('brine'), $works ? ' works' : ' fails';
