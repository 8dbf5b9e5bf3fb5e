<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\brine\CacheSerializer;
use Drupal\brine\ContainerBackend;
use Drupal\brine\ContainerBin;
use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\Cache\DatabaseBackend;
use Drupal\Core\Site\Settings;

final class ContainerBinTest extends BackendTestCase
{
    public function testDrupalsOwnDefinitionIsDecorated(): void
    {
        $settings = ContainerBin::in(['hash_salt' => 'kept']);
        self::assertSame('kept', $settings['hash_salt']);
        self::assertSame(['write' => 'brine'], $settings['brine']);
        $services = self::services($settings);
        self::assertSame(['class' => CacheSerializer::class], $services['serialization.phpserialize']);
        self::assertSame(['class' => ContainerBackend::class, 'arguments' => ['@brine.container_bin', 'container']], $services['cache.container']);
        self::assertSame(DatabaseBackend::class, $services['brine.container_bin']['class'] ?? null);
        self::assertSame(
            ['@database', '@cache_tags_provider.container', 'container', '@serialization.phpserialize', '@datetime.time', -1],
            $services['brine.container_bin']['arguments'] ?? null,
        );
    }

    /** As the module redis has it. */
    public function testAnotherDefinitionIsDecoratedLikewise(): void
    {
        $services = self::services(ContainerBin::in(['bootstrap_container_definition' => [
            'parameters' => [],
            'services' => [
                'redis.factory' => ['class' => 'Drupal\redis\ClientFactory'],
                'cache.backend.redis' => ['class' => 'Factory', 'arguments' => ['@redis.factory', '@serialization.phpserialize']],
                'cache.container' => ['class' => 'Backend', 'factory' => ['@cache.backend.redis', 'get'], 'arguments' => ['container']],
                'serialization.phpserialize' => ['class' => PhpSerialize::class],
            ],
        ]]));
        self::assertSame(CacheSerializer::class, $services['serialization.phpserialize']['class'] ?? null);
        self::assertSame(['@cache.backend.redis', 'get'], $services['brine.container_bin']['factory'] ?? null);
        self::assertSame(['@brine.container_bin', 'container'], $services['cache.container']['arguments'] ?? null);
        self::assertSame(['class' => 'Drupal\redis\ClientFactory'], $services['redis.factory']);
    }

    public function testADefinitionWithoutASerializerIsLeftAlone(): void
    {
        $settings = ['bootstrap_container_definition' => ['services' => ['cache.container' => ['class' => 'Memory']]]];
        self::assertSame($settings + ['brine' => ['write' => 'brine']], ContainerBin::in($settings));
        self::assertSame(['write' => 'native'], ContainerBin::in(['brine' => ['write' => 'native']])['brine']);
    }

    /** Without the settings Drupal looks for an entry of another name, since these paths are in it. */
    public function testTheContainerHasANameOfItsOwn(): void
    {
        $settings = ContainerBin::in(['container_yamls' => ['one.yml']]);
        self::assertIsArray($settings['container_yamls']);
        self::assertCount(2, $settings['container_yamls']);
        self::assertSame('one.yml', $settings['container_yamls'][0]);
        self::assertIsString($settings['container_yamls'][1]);
        self::assertFileDoesNotExist($settings['container_yamls'][1]);
    }

    /** An entry from before the settings has modules of that time. */
    public function testTheContainerFromBeforeIsDeleted(): void
    {
        foreach ([[['one.yml'], \serialize(['one.yml'])], [[], \serialize([])], [null, \serialize(null)]] as [$yamls, $before]) {
            $settings = ContainerBin::in($yamls === null ? [] : ['container_yamls' => $yamls]);
            new Settings($settings);
            $plain = $this->factory->get('container')->inner();
            $plain->set("container:$before", ['from before']);
            $plain->set('another', ['kept']);
            $backend = new ContainerBackend($plain, 'container');
            $name = 'container:' . \serialize($settings['container_yamls']);
            $backend->set($name, ['new']);
            self::assertFalse($plain->get("container:$before"));
            self::assertNotFalse($plain->get('another'));
            self::assertSame(['new'], $backend->get($name)->data ?? null);
            $backend->set('something else', ['new']);
            self::assertSame(['new'], $backend->get('something else')->data ?? null);
        }
    }

    /** Uninstalling the module with the settings in place leaves such a container, and installing it without them does not replace it. */
    public function testAContainerWithoutTheModuleIsAMissOnceItIsInstalled(): void
    {
        $extensions = new Extensions();
        new Settings(ContainerBin::in(['bootstrap_config_storage' => static fn (): Extensions => $extensions]));
        $backend = new ContainerBackend($this->factory->get('container')->inner(), 'container');
        $without = ['parameters' => ['container.modules' => ['node' => ['type' => 'module']]]];
        $backend->set('container', $without);
        self::assertSame($without, $backend->get('container')->data ?? null);
        $extensions->modules = ['node' => 0, 'brine' => 0];
        self::assertFalse($backend->get('container'));
        $with = ['parameters' => ['container.modules' => ['brine' => ['type' => 'module'], 'node' => ['type' => 'module']]]];
        $backend->set('container', $with);
        $asked = $extensions->asked;
        self::assertSame($with, $backend->get('container')->data ?? null);
        self::assertSame($asked, $extensions->asked, 'A container that has the module costs no question.');
        $extensions->modules = false;
        $backend->set('container', $without);
        self::assertSame($without, $backend->get('container')->data ?? null, 'Drupal is not installed, or is just being installed.');
    }

    /**
     * @param array<string, mixed> $settings
     * @return array<array-key, array<mixed>>
     */
    private static function services(array $settings): array
    {
        self::assertIsArray($settings['bootstrap_container_definition']);
        self::assertIsArray($settings['bootstrap_container_definition']['services']);
        $services = [];
        foreach ($settings['bootstrap_container_definition']['services'] as $id => $definition) {
            self::assertIsArray($definition);
            $services[$id] = $definition;
        }

        return $services;
    }
}
