<?php

declare(strict_types=1);

namespace Brine;

/** A serializer that may sign, or verify: in a context that the bytes do not tell, such as the key of a cache's entry. */
interface Contextual extends Serializer
{
    /** The same for another context; the very same object if nothing is signed or verified. */
    public function withContext(string $context): static;
}
