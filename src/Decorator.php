<?php

declare(strict_types=1);

namespace Brine;

/** A serializer that changes the bytes of another one. */
interface Decorator extends Serializer
{
    /** The serializer whose bytes it changes. */
    public function inner(): Serializer;
}
