<?php

declare(strict_types=1);

namespace Brine\BrineBundle\DependencyInjection;

use Brine\BrineBundle\Adapter;
use Brine\BrineBundle\BrineMarshaller;
use Brine\Serializer;
use Symfony\Component\Cache\Adapter as Symfony;
use Symfony\Component\DependencyInjection\Argument\ServiceLocatorArgument;
use Symfony\Component\DependencyInjection\ChildDefinition;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Exception\InvalidArgumentException;
use Symfony\Component\DependencyInjection\Reference;

/**
 * Gives pools this bundle's adapters, and their own marshaller if needed. Pools with an adapter or marshaller of their own stay as they are.
 *
 * Runs after Symfony's pass, which derives namespaces from adapter classes: existing entries keep their names.
 */
final class PoolsPass implements CompilerPassInterface
{
    private const ADAPTERS = [
        Symfony\FilesystemAdapter::class => Adapter\FilesystemAdapter::class,
        Symfony\MemcachedAdapter::class => Adapter\MemcachedAdapter::class,
        Symfony\PdoAdapter::class => Adapter\PdoAdapter::class,
        Symfony\RedisAdapter::class => Adapter\RedisAdapter::class,
        Symfony\RedisTagAwareAdapter::class => Adapter\RedisTagAwareAdapter::class,
    ];

    /** Id of the marshaller of all pools; decorators replace it later. */
    private const MARSHALLER = 'cache.default_marshaller';

    public function process(ContainerBuilder $container): void
    {
        if ($container->hasDefinition('brine.session_marshaller') && !$container->has('session.marshaller')) {
            throw new InvalidArgumentException('brine: "session" is for sessions of Symfony, and there are none: set framework.session, with a handler_id');
        }
        if (!$container->hasDefinition('brine.marshaller') || !$container->hasDefinition(self::MARSHALLER)) {
            return;
        }
        /** @var array{only: list<string>, except: list<string>, resident: list<string>, sign: ''|'key'|'pool'} $settings */
        $settings = $container->getParameter('.brine.pools');
        $found = $this->find($container);
        $names = \array_values(\array_unique(\array_column($found, 'pool')));
        foreach (['only', 'except', 'resident'] as $setting) {
            foreach (\array_diff($settings[$setting], $names) as $unknown) {
                throw new InvalidArgumentException("brine: \"$setting\" names the pool \"$unknown\". There are: " . \implode(', ', $names));
            }
        }
        $references = [];
        foreach ($found as $name => ['pool' => $pool, 'id' => $id, 'class' => $class, 'argument' => $argument]) {
            $references[$name] = new Reference($id);
            if ($argument === null) {
                continue;
            }
            $definition = $container->getDefinition($id);
            $isExcluded = ($settings['only'] !== [] && !\in_array($pool, $settings['only'], true)) || \in_array($pool, $settings['except'], true);
            if ($isExcluded) {
                $definition->replaceArgument($argument, new Reference('brine.marshaller.inner'));
                continue;
            }
            if (isset(self::ADAPTERS[$class])) {
                $definition->setClass(self::ADAPTERS[$class]);
            }
            $isResident = \in_array($pool, $settings['resident'], true);
            if ($isResident || $settings['sign'] !== '') {
                $definition->replaceArgument($argument, $this->marshaller($container, $pool, $isResident, $settings['sign']));
            }
        }
        $container->getDefinition('brine.pools')->setArguments([new ServiceLocatorArgument($references), \array_keys($references)]);
    }

    /**
     * All pools by name, including those inside chains.
     *
     * @return array<string, array{pool: string, id: string, class: string, argument: int|null}> "argument" is the index of the marshaller's
     *     argument, if the pool uses the common marshaller
     */
    private function find(ContainerBuilder $container): array
    {
        $found = [];
        foreach ($container->findTaggedServiceIds('cache.pool') as $id => $tags) {
            $definition = $container->getDefinition($id);
            if ($definition->isAbstract()) {
                continue;
            }
            /** @var list<array{name?: string}> $tags */
            $name = $tags[0]['name'] ?? $id;
            [$class, $arguments] = self::resolve($container, $definition);
            $found[$name] = ['pool' => $name, 'id' => $id, 'class' => $class, 'argument' => self::marshallerArgument($arguments)];
            $adapters = $class === Symfony\ChainAdapter::class ? $arguments[0] ?? [] : [];
            if (!\is_array($adapters)) {
                continue;
            }
            foreach ($adapters as $i => $adapter) {
                if ($adapter instanceof Definition) {
                    // The definition only belongs to the chain; commands need it as a service.
                    $part = "brine.chain.$id.$i";
                    $container->setDefinition($part, $adapter);
                    $adapters[$i] = new Reference($part);
                    [$class, $ofPart] = self::resolve($container, $adapter);
                    $found["$name $i"] = ['pool' => $name, 'id' => $part, 'class' => $class, 'argument' => self::marshallerArgument($ofPart)];
                }
            }
            if ($adapters !== []) {
                $definition->replaceArgument(0, $adapters);
            }
        }

        return $found;
    }

    /** @return array{string, array<array-key, mixed>} class and arguments, including inherited ones */
    private static function resolve(ContainerBuilder $container, Definition $definition): array
    {
        $class = $definition->getFactory() === null ? $definition->getClass() : '';
        $arguments = self::arguments($definition);
        while ($definition instanceof ChildDefinition) {
            $definition = $container->findDefinition($definition->getParent());
            $class ??= $definition->getFactory() === null ? $definition->getClass() : '';
            $arguments += self::arguments($definition);
        }
        $class = $container->getParameterBag()->resolveValue($class ?? '');

        return [\is_string($class) ? $class : '', $arguments];
    }

    /** @return array<array-key, mixed> by index; a child definition has "index_3" for an argument that it replaces */
    private static function arguments(Definition $definition): array
    {
        $arguments = [];
        foreach ($definition->getArguments() as $name => $argument) {
            $arguments[\is_string($name) && \str_starts_with($name, 'index_') ? (int) \substr($name, 6) : $name] = $argument;
        }

        return $arguments;
    }

    /** @param array<array-key, mixed> $arguments */
    private static function marshallerArgument(array $arguments): ?int
    {
        foreach ($arguments as $i => $argument) {
            if (\is_int($i) && $argument instanceof Reference && (string) $argument === self::MARSHALLER) {
                return $i;
            }
        }

        return null;
    }

    /** @param ''|'key'|'pool' $sign */
    private function marshaller(ContainerBuilder $container, string $pool, bool $isResident, string $sign): Reference
    {
        $id = "brine.marshaller.$pool";
        if (!$container->hasDefinition($id)) {
            $serializer = (new Definition(Serializer::class, [$isResident, "pool $pool"]))->setFactory([new Reference('brine.serializers'), 'entries']);
            $container->setDefinition($id, new Definition(BrineMarshaller::class, [
                $serializer,
                '%kernel.debug%',
                $sign === 'key' ? $pool : null,
                new Reference('brine.statistics', ContainerBuilder::NULL_ON_INVALID_REFERENCE),
            ]));
        }

        return new Reference($id);
    }
}
