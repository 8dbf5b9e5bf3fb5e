<?php

/*
 * Runs the examples of one page in order, in one scope. Writes a line of JSON per example to standard error: its place, and its error or ''.
 *
 * usage: execute.php PAGE [SOCKET]   page relative to the project; socket of a Redis server
 */

namespace Brine\Tests\Guides;

require __DIR__ . '/../../vendor/autoload.php';
require __DIR__ . '/../bootstrap.php';

// The environment of the pages' applications.
putenv('CACHE_KEY=' . bin2hex(random_bytes(32)));
Examples::start($argv[1], $argv[2] ?? '');
while (Examples::next()) {
    try {
        require Examples::prelude();
        eval(Examples::code());
        Examples::finish(null);
    } catch (\Throwable $thrownByTheExample) {
        Examples::finish($thrownByTheExample);
    }
}
