<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * The options of a serializer that reads by the same ones each time.
 *
 * @internal
 * @phpstan-import-type Options from ReadOptions
 */
trait ReadsByOptions
{
    /** @var Options */
    private array $options;

    /**
     * What it reads by.
     *
     * @internal
     * @return Options
     */
    public function options(): array
    {
        return $this->options;
    }

    public function refusingMissing(): static
    {
        $new = clone $this;
        $new->options['missing_classes'] = 'throw';

        return $new;
    }
}
