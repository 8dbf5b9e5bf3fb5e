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
     * @return bool whether it is known now
     * @throws DecodeException if something else was found
     */
    public function provide(DecodeException $error, string $data): bool;

    /** Whether it keeps values resident. */
    public function isResident(): bool;

    /**
     * The value of the payload that is inside of the data.
     *
     * @param \Closure(string): (string|null) $open returns the payload, or null if there is none
     * @param int|null $maxMemory as for unserializeWithin(); null for the payload's default
     * @return mixed null also where $open gives none
     * @throws DecodeException
     */
    public function unserializeInside(string $data, \Closure $open, ?int $maxMemory): mixed;
}
