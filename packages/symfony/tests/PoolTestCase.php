<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Cache\Adapter\AbstractAdapter;
use Symfony\Component\Cache\Adapter\AbstractTagAwareAdapter;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Adapter\MemcachedAdapter;
use Symfony\Component\Cache\Adapter\TraceableAdapter;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\Filesystem\Filesystem;

/** Applications of a test with common stores, and their pools' backends. */
abstract class PoolTestCase extends TestCase
{
    /** The applications' directory, for all tests of the process: containers are built once. */
    protected static string $directory = '';
    /** @var list<TestKernel> */
    private array $kernels = [];
    private static ?\Redis $redis = null;
    private static ?\Memcached $memcached = null;

    protected function setUp(): void
    {
        if (self::$directory === '') {
            self::$directory = \sys_get_temp_dir() . '/brine-symfony-' . \bin2hex(\random_bytes(8));
            $directory = self::$directory;
            (new Filesystem())->mkdir($directory);
            \register_shutdown_function(static fn () => (new Filesystem())->remove($directory));
        }
        (new Filesystem())->remove([self::$directory . '/pools', self::$directory . '/cache.db']);
        $this->redis()->flushAll();
        $this->memcached()->flush();
        \apcu_clear_cache();
    }

    protected function tearDown(): void
    {
        foreach ($this->kernels as $kernel) {
            $kernel->shutdown();
        }
    }

    /**
     * A new application, as in a new request.
     *
     * @param array<string, mixed>|null $brine null for one without the bundle
     * @param array<string, mixed> $framework
     */
    protected function boot(?array $brine = [], array $framework = [], bool $debug = false): ContainerInterface
    {
        return $this->kernel($brine, $framework, $debug)->getContainer();
    }

    /**
     * @param array<string, mixed>|null $brine
     * @param array<string, mixed> $framework
     */
    protected function kernel(?array $brine = [], array $framework = [], bool $debug = false): TestKernel
    {
        $kernel = new TestKernel($brine, self::$directory, $framework, $debug);
        $kernel->boot();
        $this->kernels[] = $kernel;

        return $kernel;
    }

    protected function pool(ContainerInterface $container, string $name): AdapterInterface
    {
        $pool = $container->get($name);
        self::assertInstanceOf(AdapterInterface::class, $pool);

        return $pool;
    }

    protected function logger(ContainerInterface $container): TestLogger
    {
        $logger = $container->get('logger');
        self::assertInstanceOf(TestLogger::class, $logger);

        return $logger;
    }

    protected function save(AdapterInterface $pool, string $key, mixed $value): void
    {
        self::assertTrue($pool->save($pool->getItem($key)->set($value)));
    }

    /** @return array{bool, mixed} whether it is a hit, and the value */
    protected function fetch(AdapterInterface $pool, string $key): array
    {
        $item = $pool->getItem($key);

        return [$item->isHit(), $item->get()];
    }

    /** The bytes of the store of a pool under a key; they become others if these are given. */
    protected function bytes(ContainerInterface $container, string $name, string $key, ?string $new = null): string
    {
        // In the chain, files come after the process's values.
        $pool = $name === 'app.chain' ? $container->get('brine.chain.app.chain.1') : $container->get($name);
        $pool = $pool instanceof TraceableAdapter ? $pool->getPool() : $pool;
        \assert($pool instanceof AbstractAdapter || $pool instanceof AbstractTagAwareAdapter);
        $id = (new \ReflectionMethod($pool, 'getId'))->invoke($pool, $key);
        \assert(\is_string($id));

        return match ($name) {
            'app.redis', 'app.tagged' => $this->inRedis($id, $new),
            'app.memcached' => $this->inMemcached($id, $new),
            'app.database' => $this->inDatabase($container, $id, $new),
            default => $this->inFile($pool, $id, $new),
        };
    }

    protected function redis(): \Redis
    {
        if (self::$redis === null) {
            self::$redis = new \Redis();
            self::$redis->connect((RedisServer::get() ?? throw new \RuntimeException('There is no redis-server'))->socket);
        }

        return self::$redis;
    }

    private function memcached(): \Memcached
    {
        if (self::$memcached === null) {
            self::$memcached = new \Memcached();
            self::$memcached->addServer(MemcachedServer::socket(), 0);
        }

        return self::$memcached;
    }

    private function inRedis(string $id, ?string $new): string
    {
        $old = $this->redis()->get($id);
        if ($new !== null) {
            self::assertTrue($this->redis()->set($id, $new));
        }

        return \is_string($old) ? $old : '';
    }

    private function inMemcached(string $id, ?string $new): string
    {
        $key = (new \ReflectionMethod(MemcachedAdapter::class, 'encodeKey'))->invoke(null, $id);
        \assert(\is_string($key));
        $old = $this->memcached()->get($key);
        if ($new !== null) {
            self::assertTrue($this->memcached()->set($key, $new));
        }

        return \is_string($old) ? $old : '';
    }

    private function inDatabase(ContainerInterface $container, string $id, ?string $new): string
    {
        $database = $container->get('app.pdo');
        \assert($database instanceof \PDO);
        $select = $database->prepare('SELECT item_data FROM cache_items WHERE item_id = ?');
        $select->execute([$id]);
        $old = $select->fetchColumn();
        if ($new !== null) {
            $update = $database->prepare('UPDATE cache_items SET item_data = ? WHERE item_id = ?');
            $update->bindValue(1, $new, \PDO::PARAM_LOB);
            $update->bindValue(2, $id);
            self::assertTrue($update->execute());
        }

        return \is_string($old) ? $old : '';
    }

    private function inFile(AbstractAdapter|AbstractTagAwareAdapter $pool, string $id, ?string $new): string
    {
        $file = (new \ReflectionMethod($pool, 'getFile'))->invoke($pool, $id);
        \assert(\is_string($file));
        [$expires, $name, $old] = \explode("\n", (string) \file_get_contents($file), 3);
        if ($new !== null) {
            $time = (int) \filemtime($file);
            self::assertNotFalse(\file_put_contents($file, "$expires\n$name\n$new"));
            \touch($file, $time);
        }

        return $old;
    }
}
