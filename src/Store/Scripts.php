<?php

declare(strict_types=1);

namespace Brine\Store;

/**
 * What Redis does in one step.
 *
 * @internal
 */
final class Scripts
{
    /** KEYS: the counter; ARGV: what is added, seconds of a new one or 0. The reply is text: Lua's numbers have 53 bits. */
    public const ADD = <<<'LUA'
        if ARGV[2] ~= '0' and redis.call('EXISTS', KEYS[1]) == 0 then
            redis.call('SET', KEYS[1], '0', 'EX', ARGV[2])
        end
        redis.call('INCRBY', KEYS[1], ARGV[1])
        return redis.call('GET', KEYS[1])
        LUA;

    /** KEYS: the entry; ARGV: new bytes, seconds or 0, 1 if there were bytes, these. */
    public const SWAP = <<<'LUA'
        local old = false
        if redis.call('TYPE', KEYS[1]).ok == 'string' then
            old = redis.call('GET', KEYS[1])
        end
        if old ~= (ARGV[3] == '1' and ARGV[4]) then
            return 0
        end
        if ARGV[2] == '0' then
            redis.call('SET', KEYS[1], ARGV[1])
        else
            redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
        end
        return 1
        LUA;

    private function __construct()
    {
    }

    /** @return list<string> the key and the arguments of ADD */
    public static function add(string $name, int $by, ?int $seconds): array
    {
        return [$name, (string) $by, (string) ($seconds ?? 0)];
    }

    /** @return list<string> the key and the arguments of SWAP */
    public static function swap(string $name, ?string $old, string $new, ?int $seconds): array
    {
        return [$name, $new, (string) ($seconds ?? 0), $old === null ? '0' : '1', $old ?? ''];
    }

    /** Whether the server has no memory for more: that is no reason to end a page. */
    public static function isFull(StoreException $error): bool
    {
        return \str_starts_with($error->getMessage(), 'Redis: OOM ');
    }

    /** The pattern of SCAN for all keys that begin with a prefix. */
    public static function pattern(string $prefix): string
    {
        return \addcslashes($prefix, '*?[]\\') . '*';
    }
}
