<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Tests\Library\ServerProcess;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

/** A Memcached that wants a user. */
#[RequiresPhpExtension('memcached')]
#[RequiresPhpExtension('ffi')]
final class SaslTest extends ConsoleTestCase
{
    private const PASSWORD = 'a secret/of ada';
    private const LIBRARY = 'libsasl2.so.2';

    private static ?ServerProcess $server = null;
    private static int $port = 0;

    public static function tearDownAfterClass(): void
    {
        self::$server?->stop();
        self::$server = null;
    }

    protected function setUp(): void
    {
        self::$port = self::$server === null ? ServerProcess::freePort() : self::$port;
        $port = self::$port;
        self::$server ??= ServerProcess::start(static function (string $directory) use ($port): array {
            \file_put_contents("$directory/memcached.conf", "mech_list: plain\nsasldb_path: $directory/sasldb2\n");
            self::addUser($directory);

            return ['env', "SASL_CONF_PATH=$directory", 'memcached', '-S', '-l', '127.0.0.1', '-p', "$port", '-U', '0', '-u', \trim((string) \shell_exec('id -un'))];
        }, static fn (): string => "tcp://127.0.0.1:$port") ?? self::markTestSkipped('there is no memcached with SASL');
    }

    /** Puts the user into the file of SASL's users, in a process of its own: the library keeps its settings. */
    private static function addUser(string $directory): void
    {
        $code = '$sasl = FFI::cdef("int sasl_server_init(void *callbacks, const char *name); int sasl_server_new(const char *service, const char *host, const char *realm,'
            . ' const char *local, const char *remote, void *callbacks, unsigned flags, void **connection); int sasl_setpass(void *connection, const char *user,'
            . ' const char *password, unsigned size, const char *old, unsigned old_size, unsigned flags);", $argv[1]);'
            . '$connection = $sasl->new("void *[1]"); $sasl->sasl_server_init(null, "memcached");'
            . '$sasl->sasl_server_new("memcached", null, null, null, null, null, 0, $connection);'
            . 'exit($sasl->sasl_setpass($connection[0], "ada", $argv[2], strlen($argv[2]), null, 0, 1) === 0 ? 0 : 1);';
        $words = [\PHP_BINARY, '-n', '-d', 'extension=ffi', '-r', $code, self::LIBRARY, self::PASSWORD];
        \exec("SASL_CONF_PATH=$directory " . \implode(' ', \array_map(\escapeshellarg(...), $words)) . ' 2>&1', $output, $status);
        if ($status !== 0) {
            self::markTestSkipped('SASL keeps no users here: ' . \implode("\n", $output));
        }
    }

    private static function client(): \Memcached
    {
        $client = new \Memcached();
        $client->setOption(\Memcached::OPT_BINARY_PROTOCOL, true);
        $client->setOption(\Memcached::OPT_COMPRESSION, false);
        $client->setOption(\Memcached::OPT_SERIALIZER, \Memcached::SERIALIZER_PHP);
        $client->setSaslAuthData('ada', self::PASSWORD);
        $client->addServer('127.0.0.1', self::$port);

        return $client;
    }

    /** @return array<string, string> */
    private function store(string ...$keys): array
    {
        return ['store' => 'memcached://ada:' . \rawurlencode(self::PASSWORD) . '@127.0.0.1:' . self::$port, '--keys' => $this->file(\implode("\n", $keys))];
    }

    public function testEachCommand(): void
    {
        $client = self::client();
        $value = ['id' => 7, 'thing' => new Thing()];
        foreach (\range(0, 9) as $i) {
            self::assertTrue($client->set("app:$i", \serialize(['id' => $i, 'thing' => new Thing()]), 3600));
        }
        self::assertTrue($client->set('encoded', new LoudThing()));
        LoudThing::$calls = 0;
        $store = $this->store(...[...\array_map(static fn (int $i): string => "app:$i", \range(0, 9)), 'encoded', 'missing', 'no key', "\0"]);
        $data = \json_decode($this->brine(0, 'stats', $store + ['--json' => true]), true);
        self::assertIsArray($data);
        self::assertSame(11, $data['entries']);
        $inspect = ['file' => $store['store'], '--keys' => $store['--keys'], '--key' => 'app:7'];
        self::assertStringContainsString('id: 7', $this->brine(0, 'inspect', $inspect));
        $data = \json_decode($this->brine(0, 'classes', $store + ['--json' => true]), true);
        self::assertIsArray($data);
        self::assertSame([['class' => Thing::class, 'entries' => 10], ['class' => LoudThing::class, 'entries' => 1]], $data['classes']);
        $data = \json_decode($this->tryBrine('doctor', ['--store' => $store['store'], '--keys' => $store['--keys'], '--json' => true])[1], true);
        self::assertIsArray($data);
        self::assertSame(['native' => 11], $data['formats']);
        self::assertSame(0, LoudThing::$calls);

        $autoload = ['--autoload' => $this->file('<?php')];
        $this->brine(2, 'migrate', $store + $autoload);
        self::assertSame("brine: Memcached with SASL does not tell times to live: give one for all entries by --ttl SECONDS, or --ttl 0 for ever\n", $this->errors());
        self::assertStringStartsWith("11 entries, nothing was written\n        11  would be migrated\n", $this->brine(0, 'migrate', $store + $autoload + ['--dry-run' => true]));
        self::assertSame(\serialize($value), $client->get('app:7'));
        self::assertStringStartsWith("11 entries\n        10  migrated\n         1  unwritable\n", $this->brine(1, 'migrate', $store + $autoload + ['--ttl' => '3600', '--batch' => '3']));
        self::assertSame(\brine_serialize($value), $client->get('app:7'));
        self::assertInstanceOf(LoudThing::class, $client->get('encoded'));
        // An absolute time, since the server takes more than thirty days for one.
        $this->brine(0, 'migrate', $this->store('app:7') + $autoload + ['--to' => 'native', '--ttl' => (string) (60 * 86400)]);
        self::assertSame(\serialize($value), $client->get('app:7'));
    }

    public function testNeedsTheUserAndPassword(): void
    {
        $this->brine(1, 'stats', ['store' => 'memcached://ada:wrong-secret@127.0.0.1:' . self::$port] + $this->store('a'));
        self::assertSame("brine: Memcached refuses the user or password\n", $this->errors());
        $this->brine(1, 'stats', ['store' => 'memcached://127.0.0.1:' . self::$port] + $this->store('a'));
        self::assertStringNotContainsString('secret', $this->errors());
        \putenv('BRINE_TEST_SASL=' . self::PASSWORD);
        try {
            self::assertSame("0 entries, 0 bytes\n", $this->brine(0, 'stats', ['store' => 'memcached://ada@127.0.0.1:' . self::$port, '--password-env' => 'BRINE_TEST_SASL'] + $this->store('a')));
        } finally {
            \putenv('BRINE_TEST_SASL');
        }
    }

    /** What a server without the protocol, or a hostile one, answers. */
    public function testAServerThatAnswersSomethingElse(): void
    {
        $plain = ServerProcess::freePort();
        $server = ServerProcess::start(
            static fn (): array => ['memcached', '-l', '127.0.0.1', '-p', "$plain", '-U', '0', '-u', \trim((string) \shell_exec('id -un'))],
            static fn (): string => "tcp://127.0.0.1:$plain",
        );
        self::assertNotNull($server);
        $this->brine(1, 'stats', ['store' => "memcached://ada:x@127.0.0.1:$plain"] + $this->store('a'));
        self::assertSame("brine: Memcached knows no users: write memcached://host:port\n", $this->errors());
        $server->stop();
        $hostile = new Server([\PHP_BINARY, '-n', '-r', '$s = stream_socket_server("tcp://127.0.0.1:$argv[1]"); while ($c = stream_socket_accept($s, 60)) { fwrite($c, str_repeat("\x81", 64)); fread($c, 9999); fclose($c); }', 'PORT']);
        try {
            $this->brine(1, 'stats', ['store' => "memcached://ada:x@127.0.0.1:$hostile->port"] + $this->store('a'));
            self::assertSame("brine: Memcached does not answer as its binary protocol has it\n", $this->errors());
        } finally {
            $hostile->stop();
        }
    }
}
