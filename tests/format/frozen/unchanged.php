<?php

/*
 * Prints what was changed of what is frozen; nothing if all is as it was. "make check" runs it.
 *
 * php -n tests/format/frozen/unchanged.php
 */

declare(strict_types=1);

namespace Brine\Tests\Frozen;

require __DIR__ . '/../vectors/Vector.php';
require __DIR__ . '/Folder.php';
require __DIR__ . '/Unchanged.php';

$mistakes = (new Unchanged(\dirname(__DIR__, 3)))->mistakes();
echo \implode('', \array_map(static fn (string $mistake): string => "$mistake\n", $mistakes));
exit($mistakes === [] ? 0 : 1);
