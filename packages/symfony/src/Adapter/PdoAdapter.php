<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Migration\PdoStore;
use Brine\Migration\Store;
use Symfony\Component\Cache\Adapter\PdoAdapter as SymfonyAdapter;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** Symfony's database adapter, reading entry by entry. */
final class PdoAdapter extends SymfonyAdapter implements EntryPool
{
    use Entries;

    /** @param array<string, mixed> $options as for Symfony's adapter */
    public function __construct(
        #[\SensitiveParameter]
        private \PDO|string $connection,
        private readonly string $prefix = '',
        int $defaultLifetime = 0,
        #[\SensitiveParameter]
        private readonly array $options = [],
        ?MarshallerInterface $marshaller = null,
    ) {
        parent::__construct($connection, $prefix, $defaultLifetime, $options, $this->raw($marshaller));
    }

    /**
     * @param array<mixed> $ids
     * @return array<array-key, mixed>
     */
    protected function doFetch(array $ids): array
    {
        return $this->values(parent::doFetch($ids));
    }

    public function store(): Store
    {
        $name = fn (string $option, string $default): string => \is_string($this->options[$option] ?? null) ? $this->options[$option] : $default;
        $id = $name('db_id_col', 'item_id');
        $lifetime = $name('db_lifetime_col', 'item_lifetime');
        $where = "($lifetime IS NULL OR $lifetime + {$name('db_time_col', 'item_time')} > " . \time() . ')';
        if ($this->prefix !== '') {
            // Namespaces contain letters, digits and -+. only; underscores, which need escaping, are rejected by Symfony.
            $where .= " AND $id LIKE '$this->prefix" . self::NS_SEPARATOR . "%'";
        }
        if (\is_string($this->connection)) {
            $user = $this->options['db_username'] ?? null;
            $password = $this->options['db_password'] ?? null;
            $this->connection = new \PDO($this->connection, \is_string($user) ? $user : null, \is_string($password) ? $password : null, (array) ($this->options['db_connection_options'] ?? []));
        }

        return new PdoStore($this->connection, $name('db_table', 'cache_items'), $id, $name('db_data_col', 'item_data'), $where);
    }
}
