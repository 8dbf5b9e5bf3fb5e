<?php

declare(strict_types=1);

namespace Drupal\brine;

/** Bytes on the way from a cache backend to TolerantBackend, which knows the entry's name. */
final class Incoming
{
    public string $bytes = '';
    /** Error of the first attempt, if there was one: hooks must not run twice. */
    public ?\Throwable $error = null;
}
