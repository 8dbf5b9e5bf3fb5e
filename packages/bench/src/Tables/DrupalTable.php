<?php

declare(strict_types=1);

namespace Brine\Bench\Tables;

use Brine\Bench\Corpus;
use Brine\Bench\Drupal\Entries;
use Brine\Bench\Drupal\Network;
use Brine\Bench\Drupal\RedisServer;
use Brine\Bench\Method;
use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Row;
use Brine\Bench\Serializer;
use Brine\Bench\Table;
use Brine\Bench\Worker;
use Redis;
use RuntimeException;

/** Cache entries by size, with each serializer and compression, as a store holds them: where compression pays. Everything is measured in one process. */
final class DrupalTable implements Table
{
    private const FORMATS = ['native', 'igbinary', 'brine'];

    private const COMPRESSIONS = ['uncompressed', 'zlib-1', 'zlib-6', 'zlib-9', 'zstd-3', 'lz4'];

    private const EXTENSIONS = ['igbinary', 'brine', 'zlib', 'zstd', 'lz4', 'redis'];

    /** Entries of each size at most. */
    private const MAX = 20;
    private const MAX_QUICK = 5;

    public function __construct(private readonly ?Corpus $corpus)
    {
    }

    public function id(): string
    {
        return 'drupal';
    }

    public function title(): string
    {
        return 'Cache entries of Drupal, with and without compression';
    }

    public function rows(): array
    {
        return \array_map(static fn (string $size): string => self::row($size), \array_keys(Entries::NAMES));
    }

    public function isDefault(): bool
    {
        return true;
    }

    private static function row(string $size): string
    {
        return "$size (" . Entries::NAMES[$size] . ')';
    }

    public function measure(Method $method): Comparison
    {
        $worker = new Worker(self::EXTENSIONS);
        $without = $worker->without();
        foreach ($without as $extension) {
            $method->miss("drupal: $extension", "the extension $extension is not installed");
        }
        $names = self::combinations($method->names(self::FORMATS), $without);
        $server = \in_array('redis', $without, true) ? null : self::server($method);
        $rows = [];
        try {
            foreach (\array_keys(Entries::NAMES) as $size) {
                if ($method->wants($this, self::row($size))) {
                    $method->progress("drupal: $size");
                    $most = $method->quick ? self::MAX_QUICK : self::MAX;
                    \array_push($rows, ...$worker->rowsOfRounds($method, self::measured(...), $size, $names, $most, $server?->port, $server?->password));
                }
            }
        } finally {
            $server?->stop();
        }
        $measures = [];
        foreach ($rows as $row) {
            $measures += \array_merge(...\array_values($row->results));
        }

        return new Comparison(
            'drupal',
            $this->title(),
            'Means of one entry' . ($this->corpus === null ? ' of those that the benchmark makes' : ' of the corpus') . '. redis_set encodes it and stores it in a Redis of this machine, redis_get '
            . 'fetches and decodes it. The others are computed: encode or decode, and the way to a store elsewhere, of so many Gbit/s and so long a round trip. Compression pays where '
            . 'a compressed form takes less than the same one without.',
            $method->baseline($names),
            $names,
            $measures === [] ? ['bytes'] : \array_keys($measures),
            $rows,
        );
    }

    /**
     * @param list<string> $formats the user's choice
     * @param list<string> $without missing extensions
     * @return non-empty-list<string> serializers with their wrappers
     */
    private static function combinations(array $formats, array $without): array
    {
        $names = [];
        foreach (\array_diff(\array_intersect(self::FORMATS, $formats), $without) as $format) {
            foreach (self::COMPRESSIONS as $compression) {
                if (!\in_array(Serializer::extension($compression), $without, true)) {
                    $names[] = $compression === 'uncompressed' ? $format : "$format $compression";
                }
            }
        }

        return $names !== [] ? $names : throw new RuntimeException('drupal: none of the serializers is installed');
    }

    private static function server(Method $method): ?RedisServer
    {
        try {
            return RedisServer::start();
        } catch (RuntimeException $e) {
            $method->miss('drupal: redis_set, redis_get', $e->getMessage());

            return null;
        }
    }

    /**
     * Runs in a process of its own.
     *
     * @param non-empty-list<string> $names
     * @param ?int                   $port  port of Redis, if available
     * @return list<Row> one row, or none if no entry has that size
     */
    public static function measured(int $firstRound, int $rounds, int $milliseconds, string $size, array $names, int $most, ?int $port, ?string $password): array
    {
        \gc_disable();
        $method = new Method($rounds, $milliseconds, firstRound: $firstRound);
        $values = Entries::of(Corpus::open(), $most)[$size] ?? [];
        $texts = \array_map(serialize(...), $values);
        $row = new Row(self::row($size));
        $samplers = [];
        foreach ($values === [] ? [] : $names as $name) {
            $serializer = self::serializer($name);
            try {
                $payloads = $serializer->payloads($values, $texts);
            } catch (RuntimeException $e) {
                $row->fail($name, $e->getMessage());
                continue;
            }
            $count = \count($values);
            $row->set($name, 'bytes', (int) \round(\array_sum(\array_map(strlen(...), $payloads)) / $count));
            $samplers['encode'][$name] = $method->sampler(static fn (int $passes): int|float => $serializer->timeEncode($values, $passes), $count);
            $samplers['decode'][$name] = $method->sampler(static fn (int $passes): int|float => $serializer->timeDecode($payloads, $passes), $count);
            if ($port !== null) {
                $keys = self::store($name, $payloads, $port, (string) $password);
                $stored = self::serializer($name, "\$redis = new \\Redis(); \$redis->connect('127.0.0.1', $port); \$redis->auth('$password');");
                $samplers['redis_set'][$name] = $method->sampler(static fn (int $passes): int|float => $stored->timeEncode($values, $passes), $count);
                $samplers['redis_get'][$name] = $method->sampler(static fn (int $passes): int|float => $stored->timeDecode($keys, $passes), $count);
            }
        }
        foreach ($samplers as $measure => $of) {
            foreach ($method->rounds($of) as $name => $samples) {
                $row->set($name, $measure, $samples);
            }
        }
        self::compute($row);

        return $values === [] ? [] : [$row];
    }

    /** @param ?string $redis statements that create the client $redis, used to fetch and store */
    private static function serializer(string $name, ?string $redis = null): Serializer
    {
        [$format, $compression] = [...\explode(' ', $name), 'uncompressed'];
        [$encode, $decode] = Serializer::code($format);
        [$compress, $decompress] = Serializer::code($compression);
        $encode = \strtr($compress, ['$argument' => $encode]);
        $decode = \strtr($decode, ['$argument' => $decompress]);

        return $redis === null
            ? Serializer::of($name, $encode, $decode)
            : Serializer::of($name, "\$redis->set('entry', $encode)", \strtr($decode, ['$argument' => '$redis->get($argument)']), $redis);
    }

    /**
     * @param list<string> $payloads
     * @return list<string> the keys
     */
    private static function store(string $name, array $payloads, int $port, string $password): array
    {
        $redis = new Redis();
        $redis->connect('127.0.0.1', $port);
        $redis->auth($password);
        $keys = [];
        foreach ($payloads as $i => $payload) {
            $redis->set($keys[] = "$name $i", $payload);
        }

        return $keys;
    }

    /** Sets computed times to get and set an entry over each network. */
    private static function compute(Row $row): void
    {
        foreach (['get' => 'decode', 'set' => 'encode'] as $verb => $measure) {
            foreach (Network::all() as $network) {
                foreach ($row->results as $name => $figures) {
                    if (\is_array($figures[$measure] ?? null) && !\is_array($figures['bytes'])) {
                        $way = $network->nanoseconds($figures['bytes']);
                        $row->set($name, "{$verb}_{$network->name()}", \array_map(static fn (int|float $time): float => $time + $way, $figures[$measure]));
                    }
                }
            }
        }
    }
}
