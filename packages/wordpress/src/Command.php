<?php

declare(strict_types=1);

namespace Brine\WordPress;

use Brine\Inspector;
use Brine\Internal\TerminalText;
use Brine\Migration\Outcome;
use Brine\Migration\Report;
use Brine\Migrator;
use Brine\NativeSerializer;
use Brine\Serializer;

/** The object cache on Redis or Memcached in Brine's format. */
final class Command
{
    /** Entries that migrate names because they could not be written, at most. */
    private const TOLD = 10;

    /**
     * Shows what is in use, and what the server has.
     */
    public function status(): void
    {
        $dropIn = DropIn::ofSite();
        $cache = $this->cache();
        \WP_CLI::line("object-cache.php: {$dropIn->state()}" . (DropIn::isInUse() ? '' : ', not in use'));
        \WP_CLI::line('PHP: ' . \PHP_VERSION . ' of the command line. The site may run another PHP, with other extensions: see Tools, Site Health');
        foreach (Facts::of($cache) as $name => $fact) {
            \WP_CLI::line("$name: $fact");
        }
        $server = $cache->server();
        if (!$server instanceof RedisServer) {
            return;
        }
        $codec = new Codec($cache->settings());
        $named = static fn (string $name): Serializer => $codec->named($name);
        $status = (new Inspector($named, ['now' => $named, 'native' => new NativeSerializer()]))->inspect(Inspector::walk($server->entries()));
        foreach ($status->formats as $format => $found) {
            \WP_CLI::line("$format: {$found['entries']} entries, {$found['bytes']} bytes");
        }
        \WP_CLI::line("All: {$status->entries()} entries, {$status->bytes()} bytes");
        if ($status->estimates !== []) {
            \WP_CLI::line("Written now: {$status->estimates['now']} bytes; by serialize(): {$status->estimates['native']}");
        }
    }

    /**
     * Writes all entries of Redis anew, while the site runs.
     *
     * ## OPTIONS
     *
     * [--to=<format>]
     * : "native" or "igbinary", unsigned: for Redis Object Cache.
     *
     * [--trust-unsigned]
     * : Signs unsigned entries. Only for a server that nobody else could write to.
     *
     * [--dry-run]
     * : Writes nothing.
     *
     * @param list<string> $arguments
     * @param array<string, mixed> $options
     */
    public function migrate(array $arguments, array $options): void
    {
        $cache = $this->cache();
        $server = $cache->server();
        if (!$server instanceof RedisServer) {
            \WP_CLI::error($server === null ? 'There is no server' : 'Memcached does not list its entries: flush it');
        }
        $settings = $cache->settings();
        $to = $options['to'] ?? null;
        if ($to !== null && $to !== 'native' && $to !== 'igbinary') {
            \WP_CLI::error('--to can be "native" or "igbinary"');
        }
        try {
            $reader = new Codec($settings->with((isset($options['trust-unsigned']) ? ['BRINE_TRUST_UNSIGNED' => true] : [])
                + ($to === null ? [] : ['BRINE_STALE_CLASSES' => 'accept'])));
            $writer = new Codec($to === null ? $settings : $settings->with(['BRINE_WRITE' => $to, 'BRINE_SIGNING_KEY' => null]));
        } catch (\LogicException $error) {
            \WP_CLI::error($error->getMessage());
        }
        $migrator = new Migrator(
            $server->entries(),
            static fn (string $name): Serializer => $reader->named($name),
            static fn (string $name): Serializer => $writer->named($name),
        );
        $isDry = isset($options['dry-run']);
        $this->tell($migrator->run(dryRun: $isDry), $isDry);
    }

    /**
     * Empties the cache, or one group of it.
     *
     * ## OPTIONS
     *
     * [<group>]
     * : A group, such as "posts".
     *
     * @param list<string> $arguments
     */
    public function flush(array $arguments): void
    {
        $cache = $this->cache();
        $isFlushed = isset($arguments[0]) ? $cache->flush_group($arguments[0]) : $cache->flush();
        $isFlushed ? \WP_CLI::success('Flushed') : \WP_CLI::error('Not flushed: ' . $cache->fault());
    }

    /**
     * Copies object-cache.php to wp-content, and flushes the cache. Entries of Redis Object Cache stay if its file is replaced.
     *
     * ## OPTIONS
     *
     * [--force]
     * : Overwrites the file of another plugin.
     *
     * @param list<string> $arguments
     * @param array<string, mixed> $options
     */
    public function enable(array $arguments, array $options): void
    {
        $dropIn = DropIn::ofSite();
        $state = $dropIn->state();
        if ($state === 'foreign' && !isset($options['force'])) {
            \WP_CLI::error("$dropIn->file is of another plugin; --force overwrites it");
        }
        try {
            // What an earlier cache left may have changed in the database meanwhile.
            if (($state === 'missing' || ($state === 'foreign' && !$dropIn->isOfRedisObjectCache())) && !$this->cache()->flush()) {
                \WP_CLI::warning('The server was not flushed: ' . $this->cache()->fault());
            }
            $dropIn->enable();
        } catch (\RuntimeException $error) {
            \WP_CLI::error($error->getMessage());
        }
        \WP_CLI::success("$dropIn->file is that of Brine now");
    }

    /**
     * Flushes the cache, and deletes object-cache.php.
     *
     * ## OPTIONS
     *
     * [--keep]
     * : Keeps the entries, for a plugin that reads them.
     *
     * @param list<string> $arguments
     * @param array<string, mixed> $options
     */
    public function disable(array $arguments, array $options): void
    {
        $dropIn = DropIn::ofSite();
        if (!\in_array($dropIn->state(), ['current', 'outdated'], true)) {
            \WP_CLI::error("$dropIn->file is not of Brine");
        }
        try {
            $dropIn->disable();
        } catch (\RuntimeException $error) {
            \WP_CLI::error($error->getMessage());
        }
        if (!isset($options['keep']) && !$this->cache()->flush()) {
            \WP_CLI::warning('The server was not flushed: ' . $this->cache()->fault());
        }
        \WP_CLI::success("$dropIn->file is deleted");
    }

    /** That of the site; another one on the same server if Brine is not in use. */
    private function cache(): ObjectCache
    {
        $cache = $GLOBALS['wp_object_cache'] ?? null;
        $prefix = $GLOBALS['table_prefix'] ?? '';

        return $cache instanceof ObjectCache
            ? $cache
            : new ObjectCache(Settings::ofSite(), \is_multisite(), \get_current_blog_id(), \is_string($prefix) ? $prefix : '');
    }

    private function tell(Report $report, bool $isDry): void
    {
        foreach (Outcome::cases() as $outcome) {
            if ($report->of($outcome) > 0) {
                \WP_CLI::line("$outcome->value: {$report->of($outcome)}");
            }
        }
        \WP_CLI::line("Bytes: {$report->bytesBefore()} before, {$report->bytesAfter()} after");
        $told = 0;
        foreach ($report->failures() as $failure) {
            if ($failure['outcome'] === Outcome::Unwritable && $told++ < self::TOLD) {
                \WP_CLI::warning(TerminalText::shown("{$failure['key']}: {$failure['message']}"));
            }
        }
        $report->of(Outcome::Unwritable) === 0
            ? \WP_CLI::success($isDry ? 'Nothing was written' : 'Migrated')
            : \WP_CLI::error('Some entries could not be written');
    }
}
