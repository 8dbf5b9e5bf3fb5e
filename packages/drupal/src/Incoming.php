<?php

declare(strict_types=1);

namespace Drupal\brine;

/** The bytes of an entry on the way from a cache backend to TolerantBackend, where they could not be read without the entry's name. */
final class Incoming
{
    public string $bytes = '';
    /** Why not, where that was tried: hooks are not called again. */
    public ?\Throwable $error = null;
}
