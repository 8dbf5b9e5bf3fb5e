<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Symfony\Component\Cache\Adapter\RedisAdapter as SymfonyAdapter;

/** Symfony's Redis adapter, reading entry by entry. */
final class RedisAdapter extends SymfonyAdapter implements EntryPool
{
    use RedisStores;
}
