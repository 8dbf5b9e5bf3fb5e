<?php

declare(strict_types=1);

namespace Brine\WordPress;

/**
 * Memcached, which cannot list keys: names are hashed with two random numbers, the generations of the site and of the group, which flush() and
 * flushGroup() replace. Each entry begins with the time when it expires, in four bytes, so that swap() can keep it.
 */
final class MemcachedServer implements Server
{
    /** Memcached takes a longer time to live as an absolute time. */
    private const MAX_RELATIVE = 30 * 86400;

    private const MAX_ABSOLUTE = 0x7fffffff;

    private const NO_ROOM = [\Memcached::RES_E2BIG, \Memcached::RES_SERVER_MEMORY_ALLOCATION_FAILURE];

    /** @var array<string, string> by their names at the server */
    private array $generations = [];

    private readonly string $site;

    /** @param string $salt of the site */
    public function __construct(private readonly \Memcached $client, string $salt, private readonly string $label)
    {
        $this->site = 'brine:' . \hash('xxh128', $salt);
    }

    public function get(string $group, array $names): array
    {
        $generations = [$this->site, $this->groupName($group)];
        for ($tries = 0; $tries < 3; ++$tries) {
            $hashed = $this->hashed($group, $names);
            $all = $this->client->getMulti([...\array_keys($hashed), ...$generations]);
            $all = \is_array($all) ? $all : [];
            if (($all[$generations[0]] ?? '') !== ($this->generations[$generations[0]] ?? null)
                || ($all[$generations[1]] ?? '') !== ($this->generations[$generations[1]] ?? null)) {
                $this->learn($group);
                continue;
            }
            $found = [];
            foreach ($hashed as $hash => $name) {
                $data = $all[$hash] ?? null;
                if (\is_string($data) && \strlen($data) > 4) {
                    $found[$name] = \substr($data, 4);
                }
            }

            return $found;
        }

        return [];
    }

    public function store(Mode $mode, string $group, array $entries, int $seconds): array
    {
        $this->learn($group);
        $stored = [];
        foreach ($this->hashed($group, \array_keys($entries)) as $hash => $name) {
            $data = self::head($seconds) . $entries[$name];
            $isStored = $this->isDone(match ($mode) {
                Mode::Set => $this->client->set($hash, $data, self::expiration($seconds)),
                Mode::Add => $this->client->add($hash, $data, self::expiration($seconds)),
                Mode::Replace => $this->client->replace($hash, $data, self::expiration($seconds)),
            });
            $stored[$name] = $isStored || ($mode !== Mode::Set && !\in_array($this->client->getResultCode(), self::NO_ROOM, true)) ? $isStored : null;
        }

        return $stored;
    }

    public function delete(string $group, array $names): array
    {
        $this->learn($group);
        $deleted = [];
        foreach ($this->hashed($group, $names) as $hash => $name) {
            $deleted[$name] = $this->isDone($this->client->delete($hash));
        }

        return $deleted;
    }

    public function swap(string $group, string $name, string $old, string $new, ?int $seconds): bool
    {
        $this->learn($group);
        $hash = (string) \array_key_first($this->hashed($group, [$name]));
        $found = $this->client->get($hash, null, \Memcached::GET_EXTENDED);
        if (!\is_array($found) || !\is_string($found['value']) || \substr($found['value'], 4) !== $old) {
            return false;
        }
        if (!\is_int($found['cas']) && !\is_float($found['cas']) || (int) $found['cas'] === 0) {
            throw new ServerException('Memcached does not tell whether an entry has changed: it runs without CAS (option -C)');
        }
        $head = $seconds === null ? \substr($found['value'], 0, 4) : self::head($seconds);
        $until = \unpack('N', $head);
        $expiration = $seconds === null ? (\is_array($until) && \is_int($until[1]) ? $until[1] : 0) : self::expiration($seconds);

        return $this->isDone($this->client->cas($found['cas'], $hash, $head . $new, $expiration));
    }

    public function flush(): bool
    {
        return $this->begin($this->site);
    }

    public function flushGroup(string $group, ?string $prefix): bool
    {
        return $this->begin($this->groupName($group));
    }

    public function label(): string
    {
        return $this->label;
    }

    public function client(): \Memcached
    {
        return $this->client;
    }

    private function groupName(string $group): string
    {
        return $this->site . ':' . \hash('xxh128', $group);
    }

    /**
     * @param list<string> $names
     * @return array<string, string> the names by those at the server, which accepts few bytes and characters
     */
    private function hashed(string $group, array $names): array
    {
        $salt = ($this->generations[$this->site] ?? '') . ($this->generations[$this->groupName($group)] ?? '');
        $hashed = [];
        foreach ($names as $name) {
            $hashed['brine:' . \hash('sha256', "$salt:$name")] = $name;
        }

        return $hashed;
    }

    /** Reads the generations anew, and makes those that are missing. */
    private function learn(string $group): void
    {
        $names = [$this->site, $this->groupName($group)];
        $all = $this->client->getMulti($names);
        foreach ($names as $name) {
            $generation = \is_array($all) ? $all[$name] ?? null : null;
            if (!self::isGeneration($generation)) {
                $new = \bin2hex(\random_bytes(8));
                // Another client may have been faster.
                $generation = $this->isDone($this->client->add($name, $new)) ? $new : $this->client->get($name);
            }
            if (!self::isGeneration($generation)) {
                $this->begin($name);
                continue;
            }
            $this->generations[$name] = $generation;
        }
    }

    /** @phpstan-assert-if-true string $found */
    private static function isGeneration(mixed $found): bool
    {
        return \is_string($found) && \preg_match('/\A[0-9a-f]{16}\z/', $found) === 1;
    }

    /** @return true */
    private function begin(string $name): bool
    {
        $this->generations[$name] = \bin2hex(\random_bytes(8));

        return $this->isDone($this->client->set($name, $this->generations[$name])) ? true : throw new ServerException('Memcached stores nothing');
    }

    private static function head(int $seconds): string
    {
        return \pack('N', $seconds > 0 ? \min(\time() + $seconds, self::MAX_ABSOLUTE) : 0);
    }

    private static function expiration(int $seconds): int
    {
        return $seconds > self::MAX_RELATIVE ? (\time() + $seconds <= self::MAX_ABSOLUTE ? \time() + $seconds : 0) : $seconds;
    }

    /** @throws ServerException if the server is unreachable */
    private function isDone(bool $isDone): bool
    {
        $refusals = [\Memcached::RES_NOTSTORED, \Memcached::RES_NOTFOUND, \Memcached::RES_DATA_EXISTS, ...self::NO_ROOM];
        if (!$isDone && !\in_array($this->client->getResultCode(), $refusals, true)) {
            throw new ServerException('Memcached: ' . $this->client->getResultMessage());
        }

        return $isDone;
    }
}
