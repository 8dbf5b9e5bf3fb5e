<?php

declare(strict_types=1);

namespace Brine;

/** A serializer that may sign or verify, in a context that the bytes do not contain, such as the entry's key. */
interface Contextual extends Serializer
{
    /** The same serializer for another context; $this if it neither signs nor verifies. */
    public function withContext(string $context): static;
}
