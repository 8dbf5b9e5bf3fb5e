<?php

declare(strict_types=1);

namespace Brine\WordPress;

/** Names of entries, as Redis Object Cache makes them: a salt, the blog or the table prefix, the group, and the key. */
final class Names
{
    /** Global groups of Redis Object Cache, besides those that WordPress adds. */
    private const GLOBAL = ['site-lookup', 'usermeta', 'redis-cache'];

    /** @var array<string, true> */
    private array $globalGroups;
    /** @var array<string, true> groups that never reach the server */
    private array $localGroups;
    private readonly string $salt;
    private readonly string $tablePrefix;
    private readonly string $globalPrefix;
    private string $blogPrefix;

    /** @param string $tablePrefix of the site's tables, which begins the names of a site that is not a network */
    public function __construct(Settings $settings, private readonly bool $isMultisite, int $blogId, string $tablePrefix)
    {
        $this->salt = $settings->salt();
        $this->tablePrefix = \trim($tablePrefix, '_-:$');
        $this->globalPrefix = $isMultisite ? '' : $this->tablePrefix;
        $this->blogPrefix = $isMultisite ? (string) $blogId : $this->globalPrefix;
        $this->globalGroups = self::setOf($settings->get('WP_REDIS_GLOBAL_GROUPS') === null ? self::GLOBAL : [...$settings->texts('WP_REDIS_GLOBAL_GROUPS'), 'redis-cache']);
        $this->localGroups = self::setOf($settings->texts('WP_REDIS_IGNORED_GROUPS'));
    }

    /** The name of an entry. Keys have no colons. */
    public function of(int|string $key, string $group): string
    {
        $prefix = isset($this->globalGroups[$group]) ? $this->globalPrefix : $this->blogPrefix;

        return "$this->salt$prefix:$group:" . \strtr((string) $key, ':', '-');
    }

    /** The group as names have it, without colons. */
    public static function group(mixed $group): string
    {
        $text = \is_scalar($group) ? (string) $group : '';

        return $text === '' || $text === '0' ? 'default' : \strtr($text, ':', '-');
    }

    /** @return string|null what all names of the site begin with, after the salt; null for a network */
    public function sitePrefix(): ?string
    {
        return $this->isMultisite ? null : $this->globalPrefix;
    }

    /** @return string|null what all names began with, after the salt, before a network was one; null for a site, and if they might be of another one */
    public function formerPrefix(): ?string
    {
        return $this->isMultisite && $this->salt !== '' ? $this->tablePrefix : null;
    }

    /** @return string|null what all names of a group begin with, after the salt; null if each blog has its own */
    public function prefixOf(string $group): ?string
    {
        return $this->isMultisite && !isset($this->globalGroups[$group]) ? null : $this->globalPrefix;
    }

    public function isLocal(string $group): bool
    {
        return isset($this->localGroups[$group]);
    }

    public function addGlobal(mixed $groups): void
    {
        $this->globalGroups += self::setOf((array) $groups);
    }

    public function addLocal(mixed $groups): void
    {
        $this->localGroups += self::setOf((array) $groups);
    }

    public function switchTo(int $blogId): void
    {
        if ($this->isMultisite) {
            $this->blogPrefix = (string) $blogId;
        }
    }

    /**
     * @template T
     * @param array<string, T> $values by group
     * @return array<string, T> those of global groups
     */
    public function onlyGlobal(array $values): array
    {
        return \array_intersect_key($values, $this->globalGroups);
    }

    /**
     * @param array<mixed> $groups
     * @return array<string, true>
     */
    private static function setOf(array $groups): array
    {
        return \array_fill_keys(\array_map(self::group(...), $groups), true);
    }
}
