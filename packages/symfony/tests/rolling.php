<?php

/*
 * Servers of a rolling deployment share one Redis: with the extension, without it, with igbinary only, and without the bundle. No read may throw,
 * or return a value that was not written under its key.
 *
 * usage: php rolling.php SECONDS [SOCKET KIND NUMBER]
 */

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\BrineBundle\Adapter\RedisAdapter;
use Brine\BrineBundle\Adapter\RedisTagAwareAdapter;
use Brine\BrineBundle\BrineMarshaller;
use Brine\BrineBundle\Serializers;
use Brine\Tests\Library\RedisServer;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Adapter as Symfony;
use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;
use Symfony\Component\Cache\CacheItem;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;

require __DIR__ . '/bootstrap.php';

/** The value of a key in its nth version; contains both key and version. */
function value(int $key, int $version): mixed
{
    return match ($key % 4) {
        0 => ['key' => $key, 'version' => $version, 'list' => \range(0, $key), 'text' => \str_repeat("text $key ", 30)],
        1 => new \ArrayObject(['key' => $key, 'version' => $version, 'rows' => \array_fill(0, 5, ['id' => $key, 'name' => 'row'])]),
        2 => "$key/$version",
        default => ['key' => $key, 'version' => $version, 'object' => (object) ['a' => 1.5, 'b' => null, 'c' => false]],
    };
}

/** Whether a value is one of those under the key. */
function isOf(int $key, mixed $value): bool
{
    $version = match (true) {
        \is_array($value), $value instanceof \ArrayObject => $value['version'] ?? null,
        \is_string($value) => (int) \substr((string) \strrchr($value, '/'), 1),
        default => null,
    };

    // Of the same class, with the same keys, strictly.
    return \is_int($version) && \serialize($value) === \serialize(value($key, $version));
}

/** @return array{AdapterInterface, AdapterInterface&TagAwareAdapterInterface} the pools of a server */
function pools(string $kind, \Redis $redis): array
{
    if ($kind === 'native' || $kind === 'symfony-igbinary') {
        $marshaller = new DefaultMarshaller($kind === 'symfony-igbinary');

        return [new Symfony\RedisAdapter($redis, 'plain', 60, $marshaller), new Symfony\RedisTagAwareAdapter($redis, 'tagged', 60, $marshaller)];
    }
    $marshaller = new BrineMarshaller((new Serializers([], $kind === 'compressing' ? 'zlib' : null, 100))->entries($kind === 'resident'));

    return [new RedisAdapter($redis, 'plain', 60, $marshaller), new RedisTagAwareAdapter($redis, 'tagged', 60, $marshaller)];
}

function serve(float $seconds, string $socket, string $kind, int $seed): never
{
    // A server that Symfony alone is on does not know Brine's format: igbinary warns, and that is a miss.
    if ($kind !== 'symfony-igbinary') {
        \set_error_handler(static fn (int $type, string $message): never => throw new \ErrorException($message, 0, $type));
    }
    $redis = new \Redis();
    $redis->connect($socket);
    $pools = pools($kind, $redis);
    $logger = new TestLogger();
    foreach ($pools as $pool) {
        \assert($pool instanceof \Psr\Log\LoggerAwareInterface);
        $pool->setLogger($logger);
    }
    \mt_srand($seed);
    $counts = ['reads' => 0, 'hits' => 0, 'wrong' => 0];
    for ($end = \microtime(true) + $seconds; \microtime(true) < $end;) {
        $pool = $pools[\mt_rand(0, 1)];
        $keys = [\mt_rand(0, 199), \mt_rand(0, 199), \mt_rand(0, 199)];
        if (\mt_rand(0, 3) === 0) {
            /** @var CacheItem $item */
            $item = $pool->getItem("key$keys[0]");
            $item->set(value($keys[0], \mt_rand(0, 1 << 30)));
            if ($pool instanceof TagAwareAdapterInterface) {
                $item->tag(['all', "tag$keys[0]"]);
            }
            $pool->save($item);
        }
        foreach ($pool->getItems(\array_map(static fn (int $key): string => "key$key", \array_unique($keys))) as $key => $item) {
            ++$counts['reads'];
            $counts['hits'] += $item->isHit() ? 1 : 0;
            $counts['wrong'] += $item->isHit() && !isOf((int) \substr((string) $key, 3), $item->get()) ? 1 : 0;
        }
    }
    // Misses by damage are for those alone that do not know all formats.
    $counts['logged'] = $kind === 'native' || $kind === 'symfony-igbinary' ? 0 : \count($logger->messages);
    echo \json_encode($counts), "\n";
    exit(0);
}

/** @return list<string> what starts PHP with these extensions */
function php(string ...$extensions): array
{
    $command = [\PHP_BINARY, '-n', '-d', 'auto_prepend_file=' . \ini_get('auto_prepend_file')];
    foreach ($extensions as $extension) {
        $file = $extension === 'brine' ? \getenv('BRINE_BUILD') . '/modules/brine.so' : $extension;
        if ($extension === 'brine' || \is_file(\ini_get('extension_dir') . "/$extension.so")) {
            \array_push($command, '-d', "extension=$file");
        }
    }

    return $command;
}

if (isset($argv[4])) {
    serve((float) $argv[1], $argv[2], $argv[3], (int) $argv[4]);
}

$seconds = (float) ($argv[1] ?? 3);
$server = RedisServer::get() ?? throw new \RuntimeException('There is no redis-server');
// Debian's redis needs igbinary. Where that is loaded the bundle reads objects of igbinary in PHP all the same.
$base = ['igbinary', 'redis', 'mbstring', 'ctype', 'iconv'];
$kinds = [
    'with-extension' => php('brine', ...$base), 'resident' => php('brine', ...$base), 'compressing' => php('brine', ...$base),
    'without-extension' => php(...$base), 'native' => php(...$base), 'symfony-igbinary' => php(...$base),
];
$processes = $outputs = [];
foreach ($kinds as $kind => $command) {
    $process = \proc_open([...$command, __FILE__, (string) $seconds, $server->socket, $kind, (string) \count($processes)], [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
    $processes[$kind] = \is_resource($process) ? $process : throw new \RuntimeException('PHP cannot be run');
    $outputs[$kind] = $pipes;
}
$passed = $failed = 0;
foreach ($processes as $kind => $process) {
    $output = (string) \stream_get_contents($outputs[$kind][1]);
    $errors = $kind === 'symfony-igbinary' ? '' : (string) \stream_get_contents($outputs[$kind][2]);
    $status = \proc_close($process);
    $lines = \explode("\n", \trim($output));
    /** @var array{reads: int, hits: int, wrong: int, logged: int}|null $counts */
    $counts = \json_decode((string) \end($lines), true);
    $isWell = $status === 0 && $errors === '' && $counts !== null && $counts['wrong'] === 0 && $counts['logged'] === 0 && $counts['hits'] > 0;
    $isWell ? ++$passed : ++$failed;
    echo $isWell ? 'ok    ' : 'FAIL  ', $kind, ': ', $isWell ? '' : "status $status $errors ", \end($lines), "\n";
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
