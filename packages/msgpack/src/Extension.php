<?php

declare(strict_types=1);

namespace Brine\MessagePack;

/** One extension type in both directions. */
interface Extension extends CanPack
{
    /** @return int the type's number: 0 to 127 for the application's own, below 0 for those of the specification */
    public function getType(): int;

    /**
     * Unpacks the payload. The unpacker stands at the value, and continues behind it wherever this method moves it. Its buffer may be appended
     * to, but not reset or released.
     *
     * @param BufferUnpacker $unpacker holds the payload and nothing else, with the options and extensions of the
     *     unpacker that read the message
     * @param int $extLength the payload's bytes
     * @return mixed the value; not declared, so that extensions written for rybakit/msgpack, which do not declare it
     *     either, can implement this
     */
    public function unpackExt(BufferUnpacker $unpacker, int $extLength);
}
