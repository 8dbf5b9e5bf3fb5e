<?php

declare(strict_types=1);

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';
require __DIR__ . '/Values.php';
require __DIR__ . '/Peer.php';
