<?php

$value = ['admin' => true];
$payload = brine_serialize($value);
$context = 'user:5';
