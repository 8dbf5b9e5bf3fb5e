<?php

declare(strict_types=1);

namespace Brine\BrineBundle;

use Brine\BrineBundle\Adapter\EntryPool;
use Psr\Container\ContainerInterface;
use Symfony\Component\Cache\Adapter\TraceableAdapter;

/**
 * The application's cache pools by name; those in a chain as "chain 0" and so on.
 *
 * @internal
 */
final class Pools
{
    /** @param list<string> $names */
    public function __construct(private readonly ContainerInterface $pools, private readonly array $names)
    {
    }

    /**
     * @param list<string> $names
     * @return list<string> the given names, or all
     * @throws \InvalidArgumentException if there is no such pool
     */
    public function names(array $names = []): array
    {
        foreach ($names as $name) {
            if (!\in_array($name, $this->names, true)) {
                throw new \InvalidArgumentException("There is no pool \"$name\". There are: " . \implode(', ', $this->names));
            }
        }

        return $names === [] ? $this->names : $names;
    }

    /** @return EntryPool|class-string class name for a pool of another package */
    public function get(string $name): EntryPool|string
    {
        $pool = $this->pools->get($name);
        while ($pool instanceof TraceableAdapter) {
            $pool = $pool->getPool();
        }

        return $pool instanceof EntryPool ? $pool : \get_class((object) $pool);
    }
}
