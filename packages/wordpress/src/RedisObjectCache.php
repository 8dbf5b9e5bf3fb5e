<?php

declare(strict_types=1);

namespace Brine\WordPress;

use Brine\Internal\TerminalText;

/**
 * The object cache of the plugin Redis Object Cache, with Brine's entries. Those of the plugin stay readable, and are written if BRINE_WRITE is not "brine".
 *
 * Entries that cannot be read are misses, logged and deleted.
 */
final class RedisObjectCache extends \WP_Object_Cache
{
    /** Messages in the log for one process, at most. */
    private const MAX_TOLD = 100;

    /** Null if a setting is wrong: the cache of the process is left. */
    private readonly ?Codec $codec;
    private readonly object $miss;
    /** Whether entries are written as the plugin does it, before it goes on without Brine. */
    private readonly bool $writesAsPlugin;
    /** Name of the last entry that was asked for: the plugin builds it just before it writes or reads the bytes. */
    private string $name = '';
    /** @var list<string> names of writes whose filters run */
    private array $held = [];
    /** Whether get_multiple() runs, which builds all names before it reads. */
    private bool $isReadingMany = false;
    private int $told = 0;

    private function __construct(Settings $settings, bool $failsGracefully)
    {
        $this->miss = new \stdClass();
        try {
            $codec = new Codec($settings, $this->refuse(...));
            $writesAsPlugin = $settings->format() !== 'brine' && $settings->get('BRINE_SIGNING_KEY') === null;
        } catch (\LogicException $error) {
            // The plugin itself would take entries of Brine for strings.
            \error_log("Brine: The object cache works without a server: {$error->getMessage()}");
        }
        $this->codec = $codec ?? null;
        $this->writesAsPlugin = $writesAsPlugin ?? false;
        parent::__construct($failsGracefully);
    }

    /** Takes the place of the plugin's object. Its object-cache.php must be loaded. */
    public static function start(): void
    {
        $GLOBALS['wp_object_cache'] = $cache = new self(Settings::ofSite(), \defined('WP_REDIS_GRACEFUL') && (bool) WP_REDIS_GRACEFUL);
        // This filter's callbacks may use the cache between the building of a name and its use.
        \add_filter('redis_cache_expiration', static function (mixed $expiration) use ($cache): mixed {
            $cache->held[] = $cache->name;

            return $expiration;
        }, \PHP_INT_MIN);
        \add_filter('redis_cache_expiration', static function (mixed $expiration) use ($cache): mixed {
            $cache->name = \array_pop($cache->held) ?? $cache->name;

            return $expiration;
        }, \PHP_INT_MAX);
    }

    public function redis_status()
    {
        return $this->codec !== null && parent::redis_status();
    }

    public function fast_build_key($key, $group = 'default')
    {
        return $this->name = parent::fast_build_key($key, $group);
    }

    public function get($key, $group = 'default', $force = false, &$found = null)
    {
        $outer = $this->isReadingMany;
        $this->isReadingMany = false;
        $value = parent::get($key, $group, $force, $found);
        $this->isReadingMany = $outer;
        if ($value !== $this->miss) {
            return $value;
        }
        $this->forget($key, $group);

        return $found = false;
    }

    public function get_multiple($keys, $group = 'default', $force = false)
    {
        if (\is_array($keys) && \has_filter('redis_object_cache_get_value')) {
            // Its filters must see the values.
            return \array_combine($keys, \array_map(fn (mixed $key): mixed => $this->get($key, $group, $force), $keys));
        }
        $this->isReadingMany = true;
        $values = parent::get_multiple($keys, $group, $force);
        $this->isReadingMany = false;
        foreach (\is_array($values) ? $values : [] as $key => $value) {
            if ($value instanceof Undecoded) {
                $name = $this->build_key((string) $key, $group);
                $values[$key] = $this->read($value->bytes, $name);
                if ($values[$key] === $this->miss) {
                    $values[$key] = false;
                    $this->forget($key, $group);
                } else {
                    $this->add_to_internal_cache($name, $values[$key]);
                }
            }
        }

        return $values;
    }

    public function increment($key, $offset = 1, $group = 'default')
    {
        $value = $this->get($key, $group, true);
        $sum = (\is_numeric($value) ? (int) $value : 0) + (int) $offset;

        return $this->set($key, $sum, $group) !== false ? $sum : false;
    }

    public function decrement($key, $offset = 1, $group = 'default')
    {
        return $this->increment($key, -(int) $offset, $group);
    }

    protected function maybe_serialize($data)
    {
        return $this->writesAsPlugin ? parent::maybe_serialize($data) : $this->codec->encode($data, $this->name);
    }

    protected function maybe_unserialize($original)
    {
        return $this->isReadingMany ? new Undecoded((string) $original) : $this->read((string) $original, $this->name);
    }

    /** @return mixed $miss if it cannot be read, or is empty: the plugin writes '', false and null so */
    private function read(string $bytes, string $name): mixed
    {
        return $bytes === '' ? $this->miss : $this->codec->read($bytes, $name, $this->miss);
    }

    /** Makes an unreadable entry a miss. It is deleted, or add() would find it for ever. */
    private function forget(mixed $key, mixed $group): void
    {
        $this->delete($key, $group);
        --$this->cache_hits;
        ++$this->cache_misses;
    }

    /** @param bool|null $isFirst as for ObjectCache */
    private function refuse(\Throwable $error, string $name, ?bool $isFirst): void
    {
        if ($isFirst ?? ++$this->told <= self::MAX_TOLD) {
            \error_log('Brine: The cache entry "' . TerminalText::shown($name, 200) . '" cannot be read, and is a miss: ' . TerminalText::shown($error->getMessage(), 500));
        }
    }
}
