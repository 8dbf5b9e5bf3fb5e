<?php

declare(strict_types=1);

namespace Brine\WordPress;

/** A cache server. Names are whole keys, as "wp:posts:5"; each belongs to one group. */
interface Server
{
    /**
     * @param non-empty-list<string> $names
     * @return array<string, string> bytes by name, without those that are missing
     * @throws ServerException if the server is unreachable
     */
    public function get(string $group, array $names): array;

    /**
     * @param non-empty-array<string, string> $entries bytes by name
     * @param int $seconds until they expire; 0 for never
     * @return array<string, bool|null> by name, whether it was stored; null if the server has no room for it
     * @throws ServerException if the server is unreachable
     */
    public function store(Mode $mode, string $group, array $entries, int $seconds): array;

    /**
     * @param non-empty-list<string> $names
     * @return array<string, bool> by name, whether there was an entry
     * @throws ServerException if the server is unreachable
     */
    public function delete(string $group, array $names): array;

    /**
     * Replaces an entry if its bytes have not changed, in one step.
     *
     * @param string $old empty also for what get() does not find, such as another type of Redis under the name
     * @param int|null $seconds as for store(); null to keep the time to live
     * @return bool false if they have changed, or the entry is gone
     * @throws ServerException if the server is unreachable
     */
    public function swap(string $group, string $name, string $old, string $new, ?int $seconds): bool;

    /**
     * Deletes all entries of the site.
     *
     * @return true
     * @throws ServerException if the server is unreachable
     */
    public function flush(): bool;

    /**
     * Deletes all entries of a group.
     *
     * @param string|null $prefix of its names, after the salt; null for those of all blogs
     * @return true
     * @throws ServerException if the server is unreachable
     */
    public function flushGroup(string $group, ?string $prefix): bool;

    /** Client and address, for administrators. */
    public function label(): string;
}
