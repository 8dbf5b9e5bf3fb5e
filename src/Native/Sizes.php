<?php

declare(strict_types=1);

namespace Brine\Native;

use Brine\Codec\DecodeOptions;

/** What a reader knows of a payload and of the tree that it has made of it. */
final class Sizes
{
    /**
     * @param int  $payload     in bytes
     * @param int  $elements    how many elements and properties the value has; arrays inside of themselves may add to these
     * @param int  $maxElements how many it may have
     * @param int  $maxMemory   how many bytes it may take
     * @param int  $longest     how many bytes the longest string or key of the tree has at most
     * @param int  $steps       how many steps unserialize() takes because of keys that collide (Collisions)
     * @param bool $nestsAgain  whether there are arrays inside of themselves: then heights are known when the text is written
     */
    private function __construct(
        public readonly int $payload,
        public readonly int $elements,
        public readonly int $maxElements,
        public readonly int $maxMemory,
        public readonly int $longest,
        public readonly int $steps,
        public readonly bool $nestsAgain,
    ) {
    }

    /**
     * @param int          $payload in bytes
     * @param int          $left    how many more elements the value might have had
     * @param list<string> $strings that were read
     */
    public static function of(
        int $payload,
        DecodeOptions $options,
        int $left,
        array $strings,
        int $steps,
        bool $nestsAgain,
    ): self {
        return new self(
            $payload,
            $options->maxElements - $left,
            $options->maxElements,
            $options->memory($payload),
            $strings === [] ? 1 : \max(\array_map(\strlen(...), $strings)),
            $steps,
            $nestsAgain,
        );
    }
}
