<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** As NestingThing, with the hooks of the old kind only, of which PHP says when it is loaded that they are deprecated. */
// @phpstan-ignore class.serializable, class.serializable (this is what is tested)
final class OldNestingThing implements \Serializable
{
    public mixed $next = null;

    public function serialize(): string
    {
        return \brine_serialize($this->next);
    }

    public function unserialize(string $data): void
    {
        $this->next = \brine_unserialize($data);
    }
}
