<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Component\Datetime\Time;
use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\Cache\CacheTagsInvalidatorInterface;
use Drupal\Core\Cache\DatabaseBackend;
use Drupal\Core\Cache\DatabaseCacheTagsChecksum;
use Drupal\Core\Database\Connection;

/** Receives tags. */
final class ListeningBackend extends DatabaseBackend implements CacheTagsInvalidatorInterface
{
    /** @var list<list<string>> */
    public array $invalidated = [];

    public function __construct()
    {
        parent::__construct(new Connection(new \PDO('sqlite::memory:')), new DatabaseCacheTagsChecksum(), 'any', new PhpSerialize(), new Time());
    }

    public function invalidateTags(array $tags)
    {
        $this->invalidated[] = $tags;
    }
}
