<?php

declare(strict_types=1);

namespace Drupal\brine;

/** The bytes of an entry on the way from a cache backend to TolerantBackend: of one that is not read by brine_unserialize() alone. */
final class Incoming
{
    public string $bytes = '';
    /** What brine_unserialize() has thrown, where it has read them: hooks are not called again. */
    public ?\Throwable $error = null;
}
