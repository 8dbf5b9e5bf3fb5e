<?php

declare(strict_types=1);

namespace Brine\Native;

use Brine\Codec\DecodeOptions;

/** What a reader knows of a payload and of the tree that it has made of it. */
final class Sizes
{
    /**
     * @param int $payload     in bytes
     * @param int $elements    how many elements and properties the value has; arrays inside of themselves may add to these
     * @param int $maxElements how many it may have
     * @param int $longest     how many bytes the longest string or key of the tree has at most
     */
    private function __construct(
        public readonly int $payload,
        public readonly int $elements,
        public readonly int $maxElements,
        public readonly int $longest,
    ) {
    }

    /**
     * @param int          $left    how many more elements the value might have had
     * @param list<string> $strings that were read
     */
    public static function of(string $payload, DecodeOptions $options, int $left, array $strings): self
    {
        return new self(
            \strlen($payload),
            $options->maxElements - $left,
            $options->maxElements,
            $strings === [] ? 1 : \max(\array_map(\strlen(...), $strings)),
        );
    }
}
