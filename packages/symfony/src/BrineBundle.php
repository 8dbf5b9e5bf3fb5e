<?php

declare(strict_types=1);

namespace Brine\BrineBundle;

use Brine\BrineBundle\Command\MigrateCommand;
use Brine\BrineBundle\Command\StatusCommand;
use Brine\BrineBundle\DependencyInjection\PoolsPass;
use Brine\BrineBundle\Profiler\BrineDataCollector;
use Brine\BrineBundle\Profiler\Statistics;
use Brine\Serializer;
use Symfony\Component\Config\Definition\Configurator\DefinitionConfigurator;
use Symfony\Component\DependencyInjection\Compiler\PassConfig;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;

use function Symfony\Component\DependencyInjection\Loader\Configurator\param;
use function Symfony\Component\DependencyInjection\Loader\Configurator\service;

use Symfony\Component\HttpKernel\Bundle\AbstractBundle;

/**
 * Makes Symfony's cache pools, and sessions if configured, use Brine.
 *
 * @phpstan-type Config array{
 *     compress: array{enabled: bool, codec: string, min_bytes: int},
 *     sign: array{keys: list<string>, bind: 'key'|'pool'},
 *     dictionary: array{directory: string|null, write: string|null},
 *     resident: array{pools: list<string>},
 *     session: bool,
 *     stale_classes: 'throw'|'accept',
 *     pools: array{only: list<string>, except: list<string>},
 * }
 */
final class BrineBundle extends AbstractBundle
{
    public function configure(DefinitionConfigurator $definition): void
    {
        $list = static fn (mixed $value): array => (array) $value;
        $root = $definition->rootNode();
        $root->children()
            ->arrayNode('compress')->canBeEnabled()->info('Compresses entries where that is worth it')->children()
                ->enumNode('codec')->values(['zlib', 'zstd', 'lz4'])->defaultValue('zlib')->end()
                ->integerNode('min_bytes')->min(0)->defaultValue(1024)->info('Shorter entries stay as they are')->end()
            ->end()->end()
            ->arrayNode('sign')->addDefaultsIfNotSet()->children()
                ->arrayNode('keys')->info('Secrets: the first signs and has at least 16 bytes, all verify. None: nothing is signed')
                    ->beforeNormalization()->ifString()->then($list)->end()
                    ->scalarPrototype()->end()
                ->end()
                ->enumNode('bind')->values(['key', 'pool'])->defaultValue('key')->info('What a signature is bound to')->end()
            ->end()->end()
            ->arrayNode('dictionary')->addDefaultsIfNotSet()
                ->beforeNormalization()->ifString()->then(static fn (string $value): array => ['directory' => $value])->end()
                ->children()
                    ->scalarNode('directory')->defaultNull()->info('Where dictionaries are, each in a file with its id')->end()
                    ->scalarNode('write')->defaultNull()->info('The id of the one to write with')->end()
                ->end()
                ->validate()->ifTrue(static fn (array $value): bool => $value['write'] !== null && $value['directory'] === null)
                    ->thenInvalid('To write with a dictionary, give its directory too')->end()
            ->end()
            ->arrayNode('resident')->addDefaultsIfNotSet()->children()
                ->arrayNode('pools')->info('Pools whose values a process keeps decoded')->scalarPrototype()->end()->end()
            ->end()->end()
            ->booleanNode('session')->defaultFalse()->info('Compresses and signs sessions as well')->end()
            ->enumNode('stale_classes')->values(['throw', 'accept'])->defaultValue('throw')->info('Whether entries with a changed class are misses')->end()
            ->arrayNode('pools')->addDefaultsIfNotSet()->children()
                ->arrayNode('only')->scalarPrototype()->end()->end()
                ->arrayNode('except')->scalarPrototype()->end()->end()
            ->end()
                ->validate()->ifTrue(static fn (array $value): bool => $value['only'] !== [] && $value['except'] !== [])
                    ->thenInvalid('Give "only" or "except", not both')->end()
            ->end()
        ->end();
    }

    /** @param array<mixed> $config */
    public function loadExtension(array $config, ContainerConfigurator $container, ContainerBuilder $builder): void
    {
        /** @var Config $config as defined by configure() */
        $isSigned = $config['sign']['keys'] !== [];
        // Parameters with a leading dot are removed when the container is compiled.
        $builder->setParameter('.brine.pools', $config['pools'] + ['resident' => $config['resident']['pools'], 'sign' => $isSigned ? $config['sign']['bind'] : '']);
        $services = $container->services();
        $services->set('brine.serializers', Serializers::class)->args([
            $config['sign']['keys'],
            $config['compress']['enabled'] ? $config['compress']['codec'] : null,
            $config['compress']['min_bytes'],
            $config['dictionary']['directory'],
            $config['dictionary']['write'],
            $config['stale_classes'],
        ]);
        $services->set('brine.serializer', Serializer::class)->factory([service('brine.serializers'), 'entries']);
        $services->alias(Serializer::class, 'brine.serializer');
        $services->set('brine.marshaller', BrineMarshaller::class)
            ->decorate('cache.default_marshaller')
            ->args([service('brine.serializer'), param('kernel.debug'), null, service('brine.statistics')->nullOnInvalid()]);
        if ($config['session']) {
            $services->set('brine.session_serializer', Serializer::class)->factory([service('brine.serializers'), 'sessions']);
            $services->set('brine.session_marshaller', SessionMarshaller::class)
                ->decorate('session.marshaller')
                ->args([service('brine.session_serializer')]);
        }
        // PoolsPass knows which pools exist.
        $services->set('brine.pools', Pools::class);
        $services->set('brine.command.status', StatusCommand::class)->args([service('brine.pools'), service('brine.serializers')])->tag('console.command');
        $services->set('brine.command.migrate', MigrateCommand::class)->args([service('brine.pools'), service('brine.serializers')])->tag('console.command');
        if ($builder->getParameter('kernel.debug') === true) {
            $services->set('brine.statistics', Statistics::class)->tag('kernel.reset', ['method' => 'reset']);
            $services->set('brine.data_collector', BrineDataCollector::class)
                ->args([service('brine.statistics')])
                ->tag('data_collector', ['template' => '@Brine/collector.html.twig', 'id' => 'brine']);
        }
    }

    public function build(ContainerBuilder $container): void
    {
        // Between Symfony's CachePoolPass (32) and the pass that traces pools (-10).
        $container->addCompilerPass(new PoolsPass(), PassConfig::TYPE_BEFORE_OPTIMIZATION, 16);
    }
}
