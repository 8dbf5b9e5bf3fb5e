<?php

$value = ['id' => 5, 'tags' => ['a', 'b']];
