<?php

declare(strict_types=1);

require __DIR__ . '/../../../tests/bootstrap.php';
// A terminal's width, and what colours there are, do not matter.
\putenv('COLUMNS=120');
\putenv('NO_COLOR=1');
