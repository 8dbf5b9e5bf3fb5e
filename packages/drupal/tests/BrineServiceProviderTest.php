<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\brine\BrineServiceProvider;
use Drupal\brine\CacheSerializer;
use Drupal\brine\TolerantBackend;
use Drupal\brine\TolerantFactory;
use Drupal\Component\Datetime\Time;
use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\Cache\DatabaseBackend;
use Drupal\Core\Cache\DatabaseBackendFactory;
use Drupal\Core\Cache\DatabaseCacheTagsChecksum;
use Drupal\Core\Database\Connection;
use Drupal\Core\DependencyInjection\ContainerBuilder;
use PHPUnit\Framework\TestCase;
use Symfony\Component\DependencyInjection\Reference;

/** The provider with Symfony's container, which Drupal's is. */
final class BrineServiceProviderTest extends TestCase
{
    private function container(): ContainerBuilder
    {
        $container = new ContainerBuilder();
        $container->register('serialization.phpserialize', PhpSerialize::class)->setPublic(true);
        $container->register('checksum', DatabaseCacheTagsChecksum::class);
        $container->register('time', Time::class);
        $container->register('database', Connection::class)->setArguments([new \PDO('sqlite::memory:')])->setPublic(true);
        $arguments = [new Reference('database'), new Reference('checksum'), new Reference('serialization.phpserialize'), new Reference('time')];
        $container->register('cache.backend.database', DatabaseBackendFactory::class)
            ->setArguments($arguments)
            ->addTag('backend_overridable')
            ->setPublic(true);
        $container->register('keyvalue.database', Holder::class)->setArguments([new Reference('serialization.phpserialize')])->setPublic(true);
        $container->register('cache.backend.own', Holder::class)->setArguments([new Reference('serialization.igbinary')])->setPublic(true);
        $container->register('serialization.igbinary', PhpSerialize::class);
        $container->register('brine.cache_serializer', CacheSerializer::class);

        return $container;
    }

    public function testCacheBackendsHaveBrineAndOthersDoNot(): void
    {
        $container = $this->container();
        (new BrineServiceProvider())->alter($container);
        self::assertSame(['database', 'checksum', 'brine.cache_serializer', 'time'], \array_map(
            static fn (mixed $reference): string => $reference instanceof Reference ? (string) $reference : '',
            $container->getDefinition('cache.backend.database')->getArguments(),
        ));
        self::assertSame(['cache.backend.database'], $container->getParameter('brine.backends'));
        $container->compile();

        $factory = $container->get('cache.backend.database');
        self::assertInstanceOf(TolerantFactory::class, $factory);
        self::assertInstanceOf(TolerantBackend::class, $factory->get('default'));
        self::assertInstanceOf(DatabaseBackend::class, $factory->get('default')->inner());
        foreach (['keyvalue.database', 'cache.backend.own'] as $id) {
            $holder = $container->get($id);
            self::assertInstanceOf(Holder::class, $holder);
            self::assertInstanceOf(PhpSerialize::class, $holder->held);
        }
        self::assertInstanceOf(PhpSerialize::class, $container->get('serialization.phpserialize'));
    }

    /** Key-value stores and state: what they hold cannot be rebuilt. */
    public function testAChangedClassLosesNothingOutsideOfCaches(): void
    {
        $container = $this->container();
        $container->register('keyvalue', Holder::class)->setArguments([new Reference('serialization.phpserialize')])->setPublic(true);
        $container->register('state', Holder::class)->setArguments([new Reference('serialization.phpserialize')])->setPublic(true);
        (new BrineServiceProvider())->alter($container);
        $container->compile();
        $name = Versioned::class;
        $length = \strlen($name);
        foreach (['keyvalue.database', 'keyvalue', 'state'] as $id) {
            $holder = $container->get($id);
            self::assertInstanceOf(Holder::class, $holder);
            // Written before the class had its property, and its version.
            self::assertEquals([new Versioned(), 5], $holder->held::decode("a:2:{i:0;O:$length:\"$name\":0:{}i:1;i:5;}"), $id);
            self::assertSame(\serialize(new Versioned()), $holder->held::encode(new Versioned()), $id);
        }
    }

    public function testBinsThatDrupalDoesNotEmpty(): void
    {
        $container = $this->container();
        $container->register('cache_factory', FixedFactory::class);
        $container->register('another_factory', FixedFactory::class);
        foreach (['cache.default' => 'default', 'cache.file_parsing' => 'file_parsing', 'other' => 'other'] as $id => $bin) {
            $definition = $container->register($id, DatabaseBackend::class)->setFactory([new Reference($id === 'other' ? 'another_factory' : 'cache_factory'), 'get'])->setArguments([$bin]);
            if ($bin === 'default') {
                $definition->addTag('cache.bin');
            }
        }
        (new BrineServiceProvider())->alter($container);
        self::assertSame(['file_parsing'], $container->getParameter('brine.lasting_bins'));
    }

    /** Drupal looks for the backends of a database's own by this tag. */
    public function testTagsAreThoseOfTheBackend(): void
    {
        $container = $this->container();
        (new BrineServiceProvider())->alter($container);
        $container->compile();
        self::assertTrue($container->findDefinition('cache.backend.database')->hasTag('backend_overridable'));
    }
}
