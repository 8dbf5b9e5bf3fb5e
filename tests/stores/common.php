<?php

/* Values, clients and processes of the tests of the stores. */

declare(strict_types=1);

namespace Brine\Tests\Stores;

use Brine\Auto;
use Brine\Dictionary\Directory;
use Brine\Format;
use Brine\Store\Cache;
use Brine\Store\MemcachedCache;
use Brine\Store\PredisCache;
use Brine\Store\RedisCache;

require __DIR__ . '/../../vendor/autoload.php';

/** Bytes of native text: longer values of the corpus would take most of the time. */
const LONGEST = 32_768;

/** The same with a bare client. */
final class Bare
{
    public function __construct(private \Redis $client)
    {
    }

    public function get(string $key, mixed $default): mixed
    {
        $value = $this->client->get($key);

        return $value === false ? $default : $value;
    }

    public function set(string $key, mixed $value): bool
    {
        return $this->client->set($key, $value);
    }

    public function add(string $key, mixed $value): bool
    {
        return $this->client->set($key, $value, ['nx']);
    }

    public function delete(string $key): bool
    {
        return \is_int($this->client->del($key));
    }

    public function increment(string $key, int $by): int
    {
        return $this->client->incrBy($key, $by);
    }

    /** Such a client has nothing to compare and set by: a client of the bytes does it here, by WATCH. */
    public function update(string $key, \Closure $change): mixed
    {
        do {
            $this->client->watch($key);
            $old = $this->client->get($key);
            $value = $change($old === false ? null : $old, $old !== false);
            $isDone = $this->client->multi()->set($key, $value)->exec();
        } while ($isDone === false);

        return $value;
    }
}

/** The directory of the corpus, if it exists; also loads its classes. */
function corpus(): ?string
{
    $corpus = \getenv('BRINE_CORPUS') ?: __DIR__ . '/../../../shared/corpus';
    if (!\is_file("$corpus/stubs.php")) {
        return null;
    }
    require_once "$corpus/stubs.php";

    return $corpus;
}

/** @return list<string> native texts: those of the corpus, or some that are made here */
function texts(): array
{
    $corpus = corpus();
    $texts = [];
    if ($corpus !== null) {
        foreach (new \RegexIterator(new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($corpus)), '/\.ser$/') as $file) {
            $texts[(string) $file] = (string) \file_get_contents((string) $file);
        }
        \ksort($texts);
    }
    for ($i = 0; \count($texts) < 20; ++$i) {
        $rows = [];
        for ($row = 0; $row < $i * 5; ++$row) {
            $rows[] = ['id' => $row, 'name' => "row $row of $i", 'price' => $row * 1.1, 'tags' => ['a', "tag $row"], 'object' => new \ArrayObject([$row])];
        }
        $texts["made $i"] = \serialize(['title' => "value $i", 'rows' => $rows]);
    }

    return \array_values(\array_filter($texts, static fn (string $text): bool => \strlen($text) <= LONGEST && isTheSameEverywhere($text)));
}

/** Whether a value comes back with the same text by all that take part; igbinary's extension changes some. */
function isTheSameEverywhere(string $text): bool
{
    $value = \unserialize($text);

    return \serialize($value) === $text && \serialize(\igbinary_unserialize((string) \igbinary_serialize($value))) === $text;
}

/** @param array<string, mixed> $config "store", "address", "write"; "dictionary", an id, and "directory", where such are looked for */
function connect(array $config, ?Log $log): Cache|Bare
{
    $source = isset($config['directory']) ? new Directory($config['directory']) : null;
    $serializer = match ($config['write']) {
        'best' => new Auto(dictionaries: $source),
        'dictionary' => new Auto(dictionary: $source?->find($config['dictionary']), dictionaries: $source),
        'igbinary' => new Auto([Format::Igbinary], igbinaryTrusted: true, dictionaries: $source),
    };
    if ($config['store'] === 'memcached') {
        $client = new \Memcached();
        $client->addServers($config['address']);

        return new MemcachedCache($client, $serializer, 'stress:', $log);
    }
    if ($config['store'] === 'predis') {
        return new PredisCache(new \Predis\Client(['scheme' => 'unix', 'path' => $config['address']]), $serializer, 'stress:', $log);
    }
    $client = new \Redis();
    $client->connect($config['address']);
    if ($config['store'] === 'redis') {
        return new RedisCache($client, $serializer, 'stress:', $log);
    }
    $client->setOption(\Redis::OPT_PREFIX, 'stress:');
    $client->setOption(\Redis::OPT_SERIALIZER, $config['store'] === 'igbinary alone' ? \Redis::SERIALIZER_IGBINARY : \Redis::SERIALIZER_PHP);

    return new Bare($client);
}

/** Counts a store's log messages. */
final class Log extends \Psr\Log\AbstractLogger
{
    /** @var list<string> */
    public array $messages = [];

    public function log(mixed $level, string|\Stringable $message, array $context = []): void
    {
        $this->messages[] = $context['key'] . ': ' . $context['message'];
    }
}

/** A process of worker.php. */
final class Worker
{
    /** @var resource */
    private $process;
    /** @var resource */
    private $output;

    /**
     * @param list<string> $extensions "brine" is the one under test
     * @param array<string, mixed> $config
     */
    public function __construct(public readonly array $extensions, public readonly array $config)
    {
        $command = [\PHP_BINARY, '-n', '-d', 'memory_limit=512M'];
        // Other dependencies of Debian's clients are not available everywhere.
        $extensions = \array_filter($extensions, static fn (string $name): bool => $name === 'brine' || \extension_loaded($name));
        foreach ($extensions as $extension) {
            \array_push($command, '-d', 'extension=' . ($extension === 'brine' ? \getenv('BRINE_BUILD') . '/modules/brine.so' : $extension));
        }
        $process = \proc_open([...$command, __DIR__ . '/worker.php', \json_encode($config)], [1 => ['pipe', 'w']], $pipes);
        $this->process = $process;
        $this->output = $pipes[1];
    }

    /** @return array<string, mixed> its report; a failed worker reports its error */
    public function result(): array
    {
        $output = (string) \stream_get_contents($this->output);
        $status = \proc_close($this->process);
        $result = \json_decode($output, true);

        return \is_array($result) && $status === 0 ? $result : ['operations' => 0, 'hits' => 0, 'counted' => 0, 'updated' => 0, 'claimed' => 0, 'cpu' => 0.0, 'wrong' => ["status $status: " . \substr($output, 0, 2000)]];
    }
}

/** @return array<string, string> */
function options(array $argv, array $options): array
{
    for ($i = 1; $i < \count($argv); $i += 2) {
        if (!isset($options[$argv[$i]], $argv[$i + 1])) {
            echo "no such option: $argv[$i]\n";
            exit(2);
        }
        $options[$argv[$i]] = $argv[$i + 1];
    }

    return $options;
}
