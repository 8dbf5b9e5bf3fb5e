<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

/** migrate --for igbinary: clients that have Brine in igbinary's place read the store. */
#[RequiresPhpExtension('brine')]
#[RequiresPhpExtension('igbinary')]
#[RequiresPhpExtension('redis')]
#[RequiresPhpExtension('memcached')]
final class ForIgbinaryTest extends ConsoleTestCase
{
    private const NAMES = ['null', 'false', 'int', 'float', 'string', 'digits', 'empty', 'array', 'object', 'dates'];
    private const ARRAYS = ['array', 'object', 'dates'];

    private string $socket = '';
    private int $port = 0;

    protected function setUp(): void
    {
        $server = RedisServer::get() ?? self::markTestSkipped('there is no redis-server');
        $this->socket = $server->socket;
        $this->port = MemcachedServer::start() ?? self::markTestSkipped('there is no memcached');
        self::redis($server->socket)->flushdb();
    }

    private static function redis(string $socket): \Predis\Client
    {
        return new \Predis\Client(['scheme' => 'unix', 'path' => $socket]);
    }

    /**
     * A client in a PHP that has igbinary, or Brine in its place.
     *
     * @return array<mixed>
     */
    private function client(string $do, bool $isInPlace): array
    {
        $build = (string) \getenv('BRINE_BUILD');
        $modules = $isInPlace ? ["$build/igbinary/modules/brine_igbinary.so", 'msgpack', 'redis', 'memcached', "$build/modules/brine.so"] : ['igbinary', 'msgpack', 'redis', 'memcached'];
        $words = [\PHP_BINARY, '-n', '-d', 'display_errors=stderr'];
        foreach ($modules as $module) {
            \array_push($words, '-d', "extension=$module");
        }
        \array_push($words, ...($isInPlace ? ['-d', 'igbinary.format=brine'] : []), ...[__DIR__ . '/igbinary_client.php', $do, $this->socket, (string) $this->port]);
        \exec(\implode(' ', \array_map(\escapeshellarg(...), $words)) . ' 2>&1', $output, $status);
        $data = \json_decode(\implode("\n", $output), true);
        self::assertSame(0, $status, \implode("\n", $output));
        self::assertIsArray($data, \implode("\n", $output));

        return $data;
    }

    /** @param array<string, mixed> $arguments */
    private function migrate(array $arguments): string
    {
        return $this->brine(0, 'migrate', ['--for' => 'igbinary', '--autoload' => $this->file('<?php')] + $arguments);
    }

    public function testClientsReadIt(): void
    {
        $this->client('write', false);
        $before = $this->client('read', false);
        $redis = "redis://$this->socket";
        // What the library wrote, and what serialize() wrote, which the client would not read.
        $client = self::redis($this->socket);
        $value = ['id' => 7, 'roles' => ['editor', 'author']];
        $client->set('igbinary:array', \brine_serialize($value));
        $client->set('igbinary:object', \serialize(new \ArrayObject($value)));
        self::assertStringStartsWith("10 entries, nothing was written\n         3  would be migrated\n         7  unchanged\n", $this->migrate(['store' => $redis, '--dry-run' => true]));
        self::assertStringStartsWith("10 entries\n         3  migrated\n         7  unchanged\n         1  besides: numbers", $this->migrate(['store' => $redis]));
        self::assertStringStartsWith("10 entries\n        10  unchanged\n", $this->migrate(['store' => $redis]));
        // Byte for byte what the extension writes.
        foreach ($this->client('bytes', true) as $name => $bytes) {
            self::assertSame($bytes, \base64_encode((string) $client->get("igbinary:$name")), (string) $name);
        }

        $memcached = ['store' => "memcached://127.0.0.1:$this->port", '--keys' => $this->file(\implode("\n", [...self::NAMES, 'counter', 'packed']))];
        $text = $this->migrate($memcached);
        self::assertStringStartsWith("5 entries\n         3  migrated\n         2  unchanged\n", $text);
        self::assertStringContainsString("Strings, numbers and compressed entries of the client stay as they are, and are not counted.\n", $this->errors());
        $stream = \stream_socket_client("tcp://127.0.0.1:$this->port");
        \assert($stream !== false);
        foreach (self::ARRAYS as $name) {
            \fwrite($stream, "mg $name v t f\r\n");
            self::assertMatchesRegularExpression('/^VA \d+ t3[56]\d\d f5\r\n$/', (string) \fgets($stream));
            self::assertStringStartsWith("\0\0\0\2\xC1\x10", (string) \fgets($stream));
        }
        $after = $this->client('read', true);
        self::assertSame([43, 43], $after['counters']);
        self::assertSame($before, \array_replace($after, ['counters' => [42, 42]]));
        foreach (self::NAMES as $name) {
            self::assertSame($after["memcached $name"], $after["redis $name"]);
        }
        // And back: igbinary itself reads the store again.
        foreach ([['store' => $redis], $memcached] as $store) {
            self::assertStringContainsString("         3  migrated\n", $this->migrate($store + ['--to' => 'igbinary']));
        }
        self::assertSame(\array_replace($before, ['counters' => [44, 44]]), $this->client('read', false));
    }

    /** Without it, igbinary's clients get bytes. */
    public function testWithoutItClientsCannotRead(): void
    {
        $this->client('write', false);
        $this->brine(0, 'migrate', ['store' => "redis://$this->socket", '--autoload' => $this->file('<?php')]);
        $found = $this->client('read', true)['redis array'];
        self::assertIsString($found);
        self::assertStringStartsWith('s:', $found);
    }

    public function testRefusesWhatClientsWouldNotRead(): void
    {
        $store = ['store' => $this->directory(), '--for' => 'igbinary'];
        $key = $this->file('a secret of sixteen bytes');
        foreach ([['--to' => 'native'], ['--compress' => true], ['--key-file' => [$key]]] as $i => $arguments) {
            $this->brine(2, 'migrate', $store + $arguments);
            self::assertSame('brine: --for igbinary writes what brine_igbinary writes, without ' . ['--to native', '--compress', 'a signing key'][$i] . "\n", $this->errors());
        }
        $this->brine(2, 'migrate', ['--for' => 'msgpack'] + $store);
        self::assertSame("brine: --for is one of igbinary, not \"msgpack\"\n", $this->errors());
        // What is compressed, and objects without their classes, stay.
        $compressed = [(string) \gzcompress(\serialize(['a' => 1])), 'O:9:"Gone\Gone":0:{}', (new Compressed(new BrineSerializer()))->serialize(\array_fill(0, 200, 'text'))];
        foreach ($compressed as $i => $bytes) {
            \file_put_contents("$store[store]/$i", $bytes);
        }
        $text = $this->brine(1, 'migrate', $store + ['--autoload' => $this->file('<?php')]);
        self::assertStringStartsWith("3 entries\n         1  migrated\n         2  unreadable\n", $text);
        self::assertSame(\array_slice($compressed, 0, 2), [\file_get_contents("$store[store]/0"), \file_get_contents("$store[store]/1")]);
    }

    /** A run for other clients is another one. */
    public function testStateKnowsForWhom(): void
    {
        $directory = $this->directory();
        \file_put_contents("$directory/a", 'i:1;');
        $state = $this->file('{"version":1,"target":"brine","match":"*","store":"x","cursor":"","failed":0}');
        $this->brine(2, 'migrate', ['store' => $directory, '--for' => 'igbinary', '--state' => $state]);
        self::assertStringContainsString('is about the target "brine", and not "brine, for igbinary"', $this->errors());
    }
}
