<?php

$value = ['admin' => true];
$key = random_bytes(32);
