<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\RefusesMissing;
use Brine\Serializer;

/**
 * For decorators with the property $inner, the serializer whose bytes they change.
 *
 * @internal
 */
trait WrapsInner
{
    public function inner(): Serializer
    {
        return $this->inner;
    }

    public function refusingMissing(bool $andStale): ?static
    {
        $inner = $this->inner instanceof RefusesMissing ? $this->inner->refusingMissing($andStale) : null;
        if ($inner === null) {
            return null;
        }
        $new = clone $this;
        $new->inner = $inner;
        $new->prepare();

        return $new;
    }

    /** Called when the inner serializer has been replaced. */
    private function prepare(): void
    {
    }
}
