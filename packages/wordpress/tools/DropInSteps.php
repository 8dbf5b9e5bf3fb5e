<?php

declare(strict_types=1);

use Brine\Tests\Library\MemcachedServer;

/** The steps with the drop-in of packages/wordpress. */
final class DropInSteps
{
    private const PREDIS = ['WP_REDIS_CLIENT' => 'predis'];
    private const KEY = 'a key of the check that is long enough';
    private const OTHER_KEY = 'another key of the check that is as long';

    /**
     * @param string $plugin directory of Redis Object Cache; '' if there is none
     * @param Closure(Host): list<string> $change changes the site, and returns what went wrong
     */
    public function __construct(private readonly Check $check, private readonly string $plugin, private readonly Closure $change)
    {
    }

    /** @return array<string, Closure(): void> */
    public function all(): array
    {
        return [
            'dropin' => $this->dropIn(...), 'memcached' => $this->memcached(...), 'library' => $this->library(...), 'signed' => $this->signed(...),
            'damaged' => $this->damaged(...), 'hosts' => $this->hosts(...), 'down' => $this->down(...),
        ];
    }

    private function isThere(): bool
    {
        return $this->plugin !== '';
    }

    private function ours(): void
    {
        $this->check->site->setDropIn($this->check->site->package() . '/object-cache.php');
    }

    /** The entries of Redis Object Cache are kept, and the drop-in is copied in. */
    private function dropIn(): void
    {
        foreach (['phpredis' => [], 'Predis' => self::PREDIS] as $client => $constants) {
            foreach ($this->isThere() ? ['native' => [], 'igbinary' => ['WP_REDIS_IGBINARY' => true]] : [] as $format => $more) {
                $this->check->flush();
                $this->check->site->setDropIn("$this->plugin/includes/object-cache.php");
                $host = $this->check->host('dropin', new Php(), $constants + $more);
                $this->check->visit($host, 2);
                $host->takeCounts();
                $this->check->visit($host);
                [$hits, $misses] = $host->takeCounts();
                $this->ours();
                $host = $this->check->host('dropin', new Php(brine: true), $constants + $this->directory($client));
                $before = $this->check->entries();
                $this->check->visit($host);
                [$ourHits, $ourMisses] = $host->takeCounts();
                $faults = fn (): array => [
                    ...$this->check->unread($before), ...($ourMisses > $misses ? ["$ourMisses misses, not $misses as before"] : []),
                    ...($this->check->classes($host) === ['WP_Object_Cache'] ? [] : ['another cache is in use']),
                ];
                $this->check->same("dropin, $client: " . count($before) . " entries of Redis Object Cache, $format, are read: $ourHits hits and $ourMisses misses, before $hits and $misses", [$host], more: $faults);
                $wrong = ($this->change)($host);
                $this->check->same("dropin, $client: new entries, " . json_encode($this->check->formats()), [$host], more: fn (): array => [...$wrong, ...$this->check->has('brine')]);
                $host->stop();
            }
            $this->check->flush();
            $this->ours();
            $host = $this->check->host('dropin', new Php(brine: true), $constants + $this->directory($client));
            $this->check->same("dropin, $client: an empty store", [$host], more: fn (): array => $this->check->only(['brine']));
            $host->stop();
        }
    }

    /** @return array<string, string> where the package lies: as a plugin, or with Predis as a package of Composer */
    private function directory(string $client): array
    {
        return ['BRINE_DIRECTORY' => $client === 'Predis' ? $this->check->site->composerPackage() : $this->check->site->package()];
    }

    private function memcached(): void
    {
        $addresses = MemcachedServer::three();
        if ($addresses === []) {
            echo "skipped: there is no memcached\n";

            return;
        }
        $this->ours();
        $servers = ['BRINE_MEMCACHED_SERVERS' => implode(',', array_map(static fn (array $address): string => "$address[0]:$address[1]", $addresses))];
        $host = $this->check->host('memcached', new Php(brine: true), $servers);
        $this->check->same('memcached: three servers', [$host]);
        $wrong = ($this->change)($host);
        $host->takeCounts();
        $this->check->same('memcached: after changes', [$host], more: fn (): array => $wrong);
        [$hits, $misses] = $host->takeCounts();
        $this->check->expect("memcached: $hits hits, $misses misses", $hits > 20 * $misses);
        $other = $this->check->host('memcached-library', new Php(), $servers);
        $this->check->same('memcached: the same entries without the extension, beside it', [$host, $other]);
        $host->stop();
        $other->stop();
    }

    /** The extension goes, and comes back. */
    private function library(): void
    {
        $this->ours();
        $this->check->flush();
        $extension = $this->check->host('extension', new Php(brine: true), []);
        $this->check->visit($extension, 2);
        $before = $this->check->entries();
        $library = $this->check->host('library', new Php(), []);
        $this->check->same('library: ' . count($before) . ' entries of the extension are read without it', [$library], more: fn (): array => $this->check->unread($before));
        $wrong = ($this->change)($library);
        $this->check->same('library: after changes, ' . json_encode($this->check->formats()), [$library], more: static fn (): array => $wrong);
        $before = $this->check->entries();
        $this->check->same('library: the extension is back', [$extension], more: fn (): array => $this->check->unread($before));
        $extension->stop();
        $library->stop();
    }

    private function signed(): void
    {
        $this->ours();
        $this->check->flush();
        $host = $this->check->host('signed', new Php(brine: true), ['BRINE_SIGNING_KEY' => self::KEY]);
        $this->check->same('signed: an empty store', [$host], more: fn (): array => $this->check->only(['signed']));
        $before = $this->check->entries();
        $this->check->same('signed: ' . count($before) . ' entries are read', [$host], more: fn (): array => $this->check->unread($before));
        $library = $this->check->host('library', new Php(), ['BRINE_SIGNING_KEY' => self::KEY]);
        $this->check->same('signed: without the extension', [$library], more: fn (): array => $this->check->unread($before));
        $library->stop();
        $host->define(['BRINE_SIGNING_KEY' => self::OTHER_KEY . ',' . self::KEY] + $this->check->constants());
        $this->check->same('signed: another key, and the old one', [$host], more: fn (): array => $this->check->unread($before));
        $host->define(['BRINE_SIGNING_KEY' => self::OTHER_KEY] + $this->check->constants());
        $this->check->same('signed: a wrong key', [$host], true, 1);
        $this->settle($host);
        $this->check->same('signed: a wrong key, after it', [$host], rounds: 1);
        $this->check->flush();
        $host->define($this->check->constants());
        $this->check->visit($host, 2);
        $before = $this->check->entries();
        $host->define(['BRINE_SIGNING_KEY' => self::KEY, 'BRINE_TRUST_UNSIGNED' => true] + $this->check->constants());
        $this->check->same('signed: unsigned entries are trusted', [$host], more: fn (): array => $this->check->unread($before));
        $host->define(['BRINE_SIGNING_KEY' => self::KEY] + $this->check->constants());
        $this->check->same('signed: unsigned entries are misses', [$host], true, 1);
        $host->stop();
    }

    /** WordPress adds some entries without reading them first: those are replaced at the second visit, when it has read them. */
    private function settle(Host $host): void
    {
        $this->check->visit($host);
        $host->newLines();
    }

    private function damaged(): void
    {
        $this->ours();
        $random = new \Random\Randomizer(new \Random\Engine\Mt19937(7));
        $flip = static function (string $bytes) use ($random): string {
            $at = $random->getInt(0, strlen($bytes) - 1);
            $bytes[$at] = $bytes[$at] ^ chr($random->getInt(1, 255));

            return $bytes;
        };
        $damages = [
            'truncated' => [false, static fn (string $bytes): string => substr($bytes, 0, $random->getInt(0, strlen($bytes) - 1))],
            // Behind the header of Brine some of them would be a string, since unsigned entries have no checksum.
            'random bytes' => [false, static fn (string $bytes): string => $random->getBytes(max(30, strlen($bytes)))],
            'signed, truncated' => [true, static fn (string $bytes): string => substr($bytes, 0, $random->getInt(0, strlen($bytes) - 1))],
            'signed, flipped' => [true, $flip],
            'signed, swapped' => [true, null],
        ];
        foreach ($damages as $name => [$isSigned, $damage]) {
            $this->check->flush();
            $host = $this->check->host('damaged', new Php(brine: true), $isSigned ? ['BRINE_SIGNING_KEY' => self::KEY] : []);
            $this->check->visit($host, 2);
            $entries = $this->check->entries();
            $values = array_values($entries);
            $redis = $this->check->site->redis();
            foreach (array_keys($entries) as $i => $key) {
                $redis->set($key, $damage === null ? $values[($i + 1) % count($values)] : $damage($values[$i]), ['KEEPTTL']);
            }
            $damaged = count($entries);
            $this->check->same("damaged: all $damaged entries are $name", [$host], true, 1);
            $this->settle($host);
            $this->check->same("damaged: afterwards, $name", [$host], rounds: 1);
            $host->stop();
        }
    }

    /** Two hosts with other settings, one Redis, and changes on both. */
    private function hosts(): void
    {
        $this->ours();
        $key = ['BRINE_SIGNING_KEY' => self::KEY];
        $pairs = [
            'with and without the extension' => [[new Php(brine: true), []], [new Php(), []], false],
            'signed, and signed without the extension' => [[new Php(brine: true), $key], [new Php(), $key], false],
            'signed and unsigned, which the first trusts' => [[new Php(brine: true), $key + ['BRINE_TRUST_UNSIGNED' => true]], [new Php(brine: true), ['BRINE_WRITE' => 'native']], null],
            'brine and native, as in a rollout' => [[new Php(brine: true), []], [new Php(brine: true), ['BRINE_WRITE' => 'native']], false],
            'resident and igbinary' => [[new Php(brine: true), ['BRINE_RESIDENT' => true]], [new Php(brine: true), ['BRINE_WRITE' => 'igbinary']], false],
            'compressed and not' => [[new Php(brine: true), ['BRINE_COMPRESSION' => 'zlib']], [new Php(), []], false],
        ];
        foreach ($pairs as $name => [$first, $second, $isLogged]) {
            $this->check->flush();
            $hosts = [$this->check->host('first', ...$first), $this->check->host('second', ...$second)];
            array_map(fn (Host $host) => $this->check->visit($host), $hosts);
            $writes = new Writes($this->check->pages->headers('/wp-json/'), 'hosts' . bin2hex(random_bytes(6)), 3);
            $wrong = [];
            for ($i = 0; $i < 12; ++$i) {
                $host = $hosts[random_int(0, 1)];
                [$path, $status, $body] = $writes->next(static fn (string $path, array $headers, string $json): array => $host->request($path, $headers, $json, 'POST', 'application/json'));
                $status === 200 || $status === 201 || $wrong[] = "$path is $status: $body";
                $pages = ['/', '/wp-json/wp/v2/' . (preg_match('~^posts/~', $path) === 1 ? $path : 'posts'), '/wp-json/wp/v2/tags?orderby=id&order=desc', '/wp-json/wp/v2/comments', '/author/author1/'];
                array_push($wrong, ...$this->check->pages->someDiffer($this->check->bare(), $hosts, $pages));
            }
            $this->check->pages->forget();
            $this->check->same("hosts: $name, " . json_encode($this->check->formats()), $hosts, $isLogged, 1, static fn (): array => $wrong);
            array_map(static fn (Host $host) => $host->stop(), $hosts);
        }
    }

    /** The server ends, and another one starts. */
    private function down(): void
    {
        $this->ours();
        foreach (['phpredis' => [], 'Predis' => self::PREDIS] as $client => $constants) {
            $this->check->flush();
            $host = $this->check->host('down', new Php(brine: true), $constants + $this->directory($client));
            $this->check->visit($host);
            $this->check->startLoad([$host], 2);
            $this->check->awaitLoad(10);
            $this->check->site->stopRedis();
            $this->check->awaitLoad(20);
            [$requests, $failures] = $this->check->stopLoad();
            $this->check->expect("down, $client: the server ends in the middle of $requests requests", $failures === [], $failures);
            $this->check->same("down, $client: without a server", [$host], true, 1);
            $this->check->site->startRedis();
            $this->check->same("down, $client: another server", [$host], more: fn (): array => $this->check->only(['brine']));
            $host->stop();
        }
    }
}
