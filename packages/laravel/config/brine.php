<?php

declare(strict_types=1);

/*
 * Settings of the drivers brine-redis, brine-database, brine-file and brine-memcached. A store in config/cache.php can have settings of its own
 * under the key "brine", such as 'brine' => ['compression' => 'zstd'].
 */
return [

    // Compresses large entries: "zlib", "zstd" or "lz4" (the last two by the extension of that name), or null. Everything is read either way.
    'compression' => env('BRINE_COMPRESSION'),

    // Entries with fewer bytes are never compressed.
    'compression_min_bytes' => 1024,

    // Secrets that sign entries, separated by commas: the first signs and has at least 16 bytes, all verify. Use secrets of their own, never APP_KEY.
    // With a secret, entries without a valid signature are misses. Numbers are never signed, because Redis counts in them.
    'keys' => env('BRINE_KEYS'),

    // The dictionary to write with (docs/dictionaries.md): its file ID.php, which OPcache keeps, or ID.dictionary, which is read and
    // checked in each request unless ID.php stands beside it. Other dictionaries in its directory are read.
    'dictionary' => env('BRINE_DICTIONARY'),

    // Whether a process keeps values that it reads again and again (docs/resident.md). Needs the extension.
    'resident' => false,

    // "brine": Brine's format, or serialize() where the extension is not loaded. "native": always serialize(), to go back.
    'write' => env('BRINE_WRITE', 'brine'),

    // What an entry that cannot be read does besides being a miss: "log" writes a warning, "report" gives the exception to report(), "throw"
    // throws it instead.
    'on_corrupt' => 'log',

    // An entry with a class that has changed since it was written (docs/deployments.md): "throw" makes it a miss, "accept" builds the object.
    'stale_classes' => 'throw',

    // Whether "redis", "database", "file" and "memcached" are these drivers, too, so that config/cache.php need not change.
    'replace_default_drivers' => env('BRINE_REPLACE_DEFAULT_DRIVERS', false),

];
