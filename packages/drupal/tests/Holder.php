<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Component\Serialization\ObjectAwareSerializationInterface;

/** Something that is given a serializer. */
final class Holder
{
    public function __construct(public readonly ObjectAwareSerializationInterface $held)
    {
    }
}
