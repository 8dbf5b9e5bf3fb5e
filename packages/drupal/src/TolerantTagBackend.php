<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\Core\Cache\CacheTagsInvalidatorInterface;

/** For backends that must be notified of invalidated tags. */
final class TolerantTagBackend extends TolerantBackend implements CacheTagsInvalidatorInterface
{
    /** @param list<string> $tags */
    public function invalidateTags(array $tags): void
    {
        \assert($this->inner instanceof CacheTagsInvalidatorInterface);
        $this->inner->invalidateTags($tags);
    }
}
