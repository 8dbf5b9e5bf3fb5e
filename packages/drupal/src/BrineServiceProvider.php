<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\Core\DependencyInjection\ContainerBuilder;
use Drupal\Core\DependencyInjection\ServiceModifierInterface;
use Symfony\Component\DependencyInjection\Reference;

/**
 * Replaces the serializer of Drupal's cache backends by Brine's. Key-value stores, state and queues keep Drupal's own: their contents cannot be
 * rebuilt.
 */
final class BrineServiceProvider implements ServiceModifierInterface
{
    private const NATIVE = 'serialization.phpserialize';
    private const FACTORY = 'cache_factory';
    /** Tag of bins that Drupal empties when caches are rebuilt. */
    private const TAG = 'cache.bin';

    public function alter(ContainerBuilder $container): void
    {
        $backends = [];
        foreach ($container->getDefinitions() as $id => $definition) {
            if (!\str_starts_with($id, 'cache.backend.')) {
                continue;
            }
            foreach ($definition->getArguments() as $index => $argument) {
                if ($argument instanceof Reference && (string) $argument === self::NATIVE) {
                    $definition->replaceArgument($index, new Reference('brine.cache_serializer'));
                    $backends[$id] = $id;
                }
            }
        }
        foreach ($backends as $id) {
            $container->register("brine.$id", TolerantFactory::class)
                ->setDecoratedService($id)
                ->setArguments([new Reference("brine.$id.inner")])
                ->setPublic(true);
        }
        $container->setParameter('brine.backends', \array_values($backends));
        $container->setParameter('brine.lasting_bins', self::lasting($container));
    }

    /** @return list<string> bins that Drupal does not empty on a rebuild, such as cache.file_parsing of Drupal 11.4 */
    private static function lasting(ContainerBuilder $container): array
    {
        $bins = [];
        foreach ($container->getDefinitions() as $definition) {
            $factory = $definition->getFactory();
            $bin = $definition->getArguments()[0] ?? null;
            if (\is_array($factory) && $factory[0] instanceof Reference && (string) $factory[0] === self::FACTORY && \is_string($bin) && !$definition->hasTag(self::TAG)) {
                $bins[] = $bin;
            }
        }

        return $bins;
    }
}
