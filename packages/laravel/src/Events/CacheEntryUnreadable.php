<?php

declare(strict_types=1);

namespace Brine\Laravel\Events;

/** A store had an unreadable entry, which was a miss. */
final class CacheEntryUnreadable
{
    /**
     * @param string $store its name in config/cache.php
     * @param string $key with the store's prefix; for a file, its name
     * @param string $reason a short, stable word, as of Brine\DecodeException; "missing_class", "stale_class", "denied_class", or "exception" of a hook
     */
    public function __construct(
        public readonly string $store,
        public readonly string $key,
        public readonly string $reason,
        public readonly \Throwable $exception,
    ) {
    }
}
