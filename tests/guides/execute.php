<?php

/*
 * Runs the examples of one page, one after the other, in one scope: what an example has made the next ones have. For each it writes a
 * line of JSON to standard error: its place, and what is wrong with it, which is empty if nothing is.
 *
 * usage: execute.php PAGE [SOCKET]   a page from the root of the project; the socket of a server of Redis
 */

namespace Brine\Tests\Guides;

require __DIR__ . '/../../vendor/autoload.php';
require __DIR__ . '/../bootstrap.php';

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
