<?php

/*
 * WordPress' class of the database without a database: the object cache must need none. The drop-in db.php of cache-tests.sh.
 */

declare(strict_types=1);

$GLOBALS['wpdb'] = new class extends wpdb {
    public function __construct()
    {
    }

    /** @param string $query */
    public function query($query): never
    {
        throw new LogicException("The database is asked: $query");
    }
};
