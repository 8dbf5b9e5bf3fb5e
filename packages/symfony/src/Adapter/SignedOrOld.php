<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Format;
use Brine\RefusesMissing;
use Brine\Serializer;

/**
 * Also reads unsigned entries, for migrations only: it protects no more than no signature.
 *
 * @internal
 */
final class SignedOrOld implements RefusesMissing
{
    public function __construct(private Serializer $signed, private Serializer $old)
    {
    }

    public function refusingMissing(bool $andStale): ?static
    {
        $signed = $this->signed instanceof RefusesMissing ? $this->signed->refusingMissing($andStale) : null;
        $old = $this->old instanceof RefusesMissing ? $this->old->refusingMissing($andStale) : null;
        if ($signed === null || $old === null) {
            return null;
        }
        $new = clone $this;
        [$new->signed, $new->old] = [$signed, $old];

        return $new;
    }

    public function serialize(mixed $value): string
    {
        return $this->signed->serialize($value);
    }

    public function unserialize(string $data): mixed
    {
        return (Format::of($data) === Format::Signed ? $this->signed : $this->old)->unserialize($data);
    }
}
