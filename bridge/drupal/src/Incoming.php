<?php

declare(strict_types=1);

namespace Drupal\brine;

/** The bytes of an entry on the way from a cache backend to TolerantBackend. */
final class Incoming
{
    public string $bytes = '';
}
