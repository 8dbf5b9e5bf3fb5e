<?php

declare(strict_types=1);

namespace Brine;

/**
 * The version of a class, for a change that the names of its properties do not show: objects of another version are stale (docs/deployments.md).
 * Ancestors' versions count too, those of traits do not.
 */
#[\Attribute(\Attribute::TARGET_CLASS)]
final class Version
{
    /** @param int $number any other number than before */
    public function __construct(public readonly int $number)
    {
    }
}
