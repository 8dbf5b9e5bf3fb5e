<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Format;
use Brine\Serializer;
use Brine\Signed;

/**
 * Reads what was written before a pool was signed, too. For migrations alone: it is as good as no signature.
 *
 * @internal
 */
final class SignedOrOld implements Serializer
{
    public function __construct(private readonly Signed $signed, private readonly Serializer $old)
    {
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
