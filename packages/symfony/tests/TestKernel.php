<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\BrineBundle\BrineBundle;
use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Bundle\TwigBundle\TwigBundle;
use Symfony\Bundle\WebProfilerBundle\WebProfilerBundle;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Config\Loader\LoaderInterface;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;

use function Symfony\Component\DependencyInjection\Loader\Configurator\service;

use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Session\Storage\Handler\RedisSessionHandler;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

/** An application with a pool of each kind, which all are public. */
final class TestKernel extends Kernel implements CompilerPassInterface
{
    use MicroKernelTrait;

    /** The pools that marshall, by name and adapter. */
    public const POOLS = [
        'app.files' => 'cache.adapter.filesystem',
        'app.redis' => 'cache.adapter.redis',
        'app.tagged' => 'cache.adapter.redis_tag_aware',
        'app.memcached' => 'cache.adapter.memcached',
        'app.database' => 'cache.adapter.pdo',
        'app.chain' => ['cache.adapter.array', 'cache.adapter.filesystem'],
    ];

    /**
     * @param array<string, mixed>|null $brine the bundle's configuration; null for an application without it
     * @param array<string, mixed> $framework more of Symfony's
     * @param string $directory what the application has on disk; applications that share it share their pools
     */
    public function __construct(private readonly ?array $brine, private readonly string $directory, private readonly array $framework = [], bool $debug = false)
    {
        parent::__construct('test', $debug);
    }

    /** @return iterable<\Symfony\Component\HttpKernel\Bundle\BundleInterface> */
    public function registerBundles(): iterable
    {
        yield new FrameworkBundle();
        if ($this->isDebug()) {
            yield new TwigBundle();
            yield new WebProfilerBundle();
        }
        if ($this->brine !== null) {
            yield new BrineBundle();
        }
    }

    public function getProjectDir(): string
    {
        return $this->directory;
    }

    public function getCacheDir(): string
    {
        // Each configuration has its own container.
        return $this->directory . '/container-' . \hash('xxh128', \serialize([$this->brine, $this->framework, $this->isDebug()]));
    }

    protected function getContainerClass(): string
    {
        // Two containers of one class in one process would be the first of them.
        return parent::getContainerClass() . \hash('xxh128', $this->getCacheDir());
    }

    public function getLogDir(): string
    {
        return $this->directory;
    }

    public function process(ContainerBuilder $container): void
    {
        foreach ($container->getDefinitions() as $id => $definition) {
            if (!$definition->isAbstract() && \preg_match('/^(app\.|\.app\.|brine\.|session\.(handler|marshalling_handler)$|limiter\.)/', $id) === 1) {
                $definition->setPublic(true);
            }
        }
        foreach ($container->getAliases() as $id => $alias) {
            if (\preg_match('/^(session\.handler$|limiter\.|messenger\.default_serializer$)/', $id) === 1) {
                $alias->setPublic(true);
            }
        }
    }

    protected function configureContainer(ContainerConfigurator $container, LoaderInterface $loader, ContainerBuilder $builder): void
    {
        $redis = 'redis://' . (RedisServer::get() ?? throw new \RuntimeException('There is no redis-server'))->socket;
        $pools = [];
        foreach (self::POOLS as $name => $adapter) {
            $pools[$name] = ['adapters' => (array) $adapter, 'public' => true];
        }
        $pools['app.database']['provider'] = 'app.pdo';
        $pools['app.valkey'] = ['adapters' => ['cache.adapter.valkey'], 'provider' => $redis, 'public' => true];
        $pools['app.valkey_tagged'] = ['adapters' => ['cache.adapter.valkey_tag_aware'], 'provider' => $redis, 'public' => true];
        $pools['app.apcu'] = ['adapters' => ['cache.adapter.apcu'], 'public' => true];
        $container->extension('framework', \array_replace_recursive([
            'secret' => 'test',
            'http_method_override' => false,
            'handle_all_throwables' => true,
            'php_errors' => ['log' => true],
            'router' => ['utf8' => true],
            'session' => ['enabled' => false],
            'cache' => [
                'prefix_seed' => 'brine',
                'directory' => $this->directory . '/pools',
                'default_redis_provider' => $redis,
                'default_memcached_provider' => 'memcached://' . MemcachedServer::socket(),
                'pools' => $pools,
            ],
        ], $this->framework));
        if ($this->isDebug()) {
            $container->extension('web_profiler', ['toolbar' => true]);
            $container->extension('framework', ['profiler' => ['collect' => true]]);
        }
        if ($this->brine !== null) {
            $container->extension('brine', $this->brine);
        }
        $services = $container->services();
        $services->set('logger', TestLogger::class)->public();
        $services->set('app.redis_client', \Redis::class)->call('connect', [RedisServer::get()->socket]);
        $services->set('app.session_handler', RedisSessionHandler::class)->args([service('app.redis_client'), ['prefix' => 'sf_s']])->public();
        $services->set('app.pdo', \PDO::class)->args(["sqlite:$this->directory/cache.db"])->call('exec', ['PRAGMA synchronous = OFF'])->public();
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('page', '/page')->controller('kernel::page');
        if ($this->isDebug()) {
            $routes->import('@WebProfilerBundle/Resources/config/routing/profiler.php', 'php')->prefix('/_profiler');
            $routes->import('@WebProfilerBundle/Resources/config/routing/wdt.php', 'php')->prefix('/_wdt');
        }
    }

    /** A page that writes an entry and reads it, a damaged one, and an old one. */
    public function page(): JsonResponse
    {
        $pool = $this->getContainer()->get('app.redis');
        \assert($pool instanceof AdapterInterface);
        $pool->save($pool->getItem('new')->set('new'));

        return new JsonResponse([$pool->getItem('new')->get(), $pool->getItem('damaged')->get(), $pool->getItem('old')->get()]);
    }
}
