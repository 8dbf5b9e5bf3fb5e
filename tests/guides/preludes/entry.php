<?php

$value = ['admin' => true];
$key = random_bytes(32);
$id = 'user:5';
$bytes = brine_serialize([1, 2, 3]);
