<?php

/* What each case ends with: its counts. */

declare(strict_types=1);

use Brine\Tests\Checks;

echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
