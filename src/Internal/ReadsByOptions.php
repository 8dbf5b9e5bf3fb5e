<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * A serializer that reads with fixed options.
 *
 * @internal
 * @phpstan-import-type Options from ReadOptions
 */
trait ReadsByOptions
{
    /** @var Options */
    private array $options;

    /**
     * The options for reading.
     *
     * @internal
     * @return Options
     */
    public function options(): array
    {
        return $this->options;
    }

    public function refusingMissing(bool $andStale): static
    {
        $new = clone $this;
        $new->options['missing_classes'] = 'throw';

        return $new;
    }
}
