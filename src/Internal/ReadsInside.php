<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\DecodeException;

/**
 * A serializer that can keep values resident by the bytes of an envelope around their payload. Opens the envelope only if it has no value.
 *
 * @internal
 */
interface ReadsInside extends ReadsWithin
{
    /**
     * Searches for the dictionary that bytes lack.
     *
     * @return bool whether the dictionary is known now
     * @throws DecodeException if the source returned something else
     */
    public function provide(DecodeException $error, string $data): bool;

    /** Whether it keeps values resident. */
    public function isResident(): bool;

    /**
     * The value of the payload inside the data.
     *
     * @param \Closure(string): (string|null) $open returns the payload, or null if there is none
     * @param int|null $maxMemory as for unserializeWithin(); null for the payload's default
     * @return mixed also null if $open returns null
     * @throws DecodeException
     */
    public function unserializeInside(string $data, \Closure $open, ?int $maxMemory): mixed;
}
